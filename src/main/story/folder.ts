import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Problem } from '../../shared/problem'
import { checkGitFolder } from '../campaign/git/plain-files'
import { isLeftUndone } from '../campaign/git/recover'
import { History, nodeDisk } from '../campaign/history'
import { takeLock } from '../campaign/lock'
import { refuseForeign } from './branches'

/** Throws Problem where the folder holds the history of something else, or of a newer Proscenium. */
export function refuseOther(dir: string): void {
  const history = History.open(dir, { readOnly: true })
  try {
    refuseForeign(history)
  } finally {
    history.dispose()
  }
}

/**
 * Ends what a killed process of ours left undone, unless somebody writes here: its lock on git's index would keep native git out until the
 * next beat, and cannot just be removed, because the index lags behind the beats then. For commands that read only; what cannot be ended stays.
 */
export function endLeftWork(given: string): void {
  const dir = resolve(given)
  try {
    const gitDir = join(dir, '.git')
    checkGitFolder(nodeDisk, gitDir)
    if (!isLeftUndone(nodeDisk, gitDir) || !canWrite(dir) || !canWrite(gitDir)) return
    refuseOther(dir)
    const lock = takeLock(dir)
    if (!('release' in lock)) return
    try {
      History.open(dir).dispose()
    } finally {
      lock.release()
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    // Whoever reads next is told what is wrong with the folder.
  }
}

/** Throws Problem for a path that is no folder. */
export function checkFolder(dir: string): void {
  if (!existsSync(dir)) throw new Problem('not-found', `There is no folder ${dir}. Check the path, or create a campaign with "proscenium new".`)
  if (!statSync(dir).isDirectory()) throw new Problem('not-a-campaign', `${dir} is a file, not a folder. Open a campaign's folder.`)
}

/** Whether this process may write to a folder. */
export function canWrite(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}
