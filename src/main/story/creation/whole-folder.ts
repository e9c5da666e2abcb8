import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isGone, ownSelf } from '../../campaign/git/owner'

/** The name of a draft. It contains the process id, so that a killed process's draft can be told from one in progress. */
const DRAFT = /^\.making-(\d+)-(\d*)$/
/** The name of a draft that is complete. */
const WHOLE = '.made'

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Fills a folder with the files that `make` writes into a draft inside it. If the process is stopped at any point, either nothing was created or
 * `finishMaking` completes it. If `make` throws, the draft is removed.
 */
export async function makeWhole(dir: string, make: (draft: string) => Promise<void>): Promise<void> {
  const { pid, start } = ownSelf()
  const draft = join(dir, `.making-${pid}-${start}`)
  try {
    mkdirSync(draft)
    await make(draft)
    renameSync(draft, join(dir, WHOLE))
  } catch (thrown) {
    rmSync(draft, { recursive: true, force: true })
    throw thrown
  }
  finishMaking(dir)
}

/** Completes a complete draft of a killed process, and removes an incomplete one. Does nothing in any other folder. */
export function finishMaking(dir: string): void {
  const whole = join(dir, WHOLE)
  if (isFolder(whole)) {
    // The .git folder is moved last, because it makes the folder a campaign.
    const names = readdirSync(whole).toSorted((a, b) => Number(a === '.git') - Number(b === '.git'))
    for (const name of names) renameSync(join(whole, name), join(dir, name))
    rmdirSync(whole)
  }
  for (const name of isFolder(dir) ? readdirSync(dir) : []) {
    const [, pid, start = ''] = DRAFT.exec(name) ?? []
    const isLeft = pid !== undefined && isFolder(join(dir, name)) && isGone({ pid: Number(pid), host: ownSelf().host, start })
    if (isLeft) rmSync(join(dir, name), { recursive: true, force: true })
  }
}
