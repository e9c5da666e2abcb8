import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Whether the process that holds this lock is alive. */
async function isHeld(lock: string): Promise<boolean> {
  const pid = Number(await readFile(lock, 'utf8').catch(() => ''))
  try {
    // Signal 0 only tests. The id is 0 while the lock is being written or was just removed.
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Takes a lock for this process; false if another process has it. A dead process's lock is removed. */
async function take(lock: string): Promise<boolean> {
  try {
    await writeFile(lock, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (!(await isHeld(lock))) await rm(lock, { force: true })
    return false
  }
}

/**
 * Creates a folder that all workers share, once: `make` gets a path that doesn't exist yet. Other workers wait meanwhile; only the creating worker
 * sees a failure.
 */
export async function once(path: string, make: (fresh: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  const lock = `${path}.lock`
  for (; !existsSync(path); await pause(50)) {
    if (!(await take(lock))) continue
    const fresh = `${path}-${process.pid}`
    try {
      if (existsSync(path)) return
      await make(fresh)
      await rename(fresh, path)
      return
    } finally {
      await rm(fresh, { recursive: true, force: true })
      await rm(lock, { force: true })
    }
  }
}
