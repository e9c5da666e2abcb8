import { lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isGone, ownSelf } from '../../campaign/git/owner'

/** A draft says whose it is, so that one of a killed process is told from one that is being filled. */
const DRAFT = /^\.making-(\d+)-(\d*)$/
/** The draft once it is whole. */
const WHOLE = '.made'

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

/**
 * Fills a folder with what `make` puts into a draft inside it: wherever that is stopped, either nothing counts as made, or
 * `finishMaking` completes it. What `make` throws is thrown, and the draft is removed.
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

/** Completes what was whole when a process was killed, and removes what was not. Does nothing in any other folder. */
export function finishMaking(dir: string): void {
  const whole = join(dir, WHOLE)
  if (isFolder(whole)) {
    // The history last: with it the folder is a campaign.
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
