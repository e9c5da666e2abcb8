import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { checkGitFolders, gitFolders } from '../../campaign/git/git-folders'
import { isLeftUndone } from '../../campaign/git/recover'
import { History, nodeDisk } from '../../campaign/history'
import { takeLock } from '../../campaign/lock'
import { refuseForeign } from '../history/branches'

/** Throws Problem if the folder's repository holds no campaign, or one of a newer Proscenium. */
export function checkHoldsCampaign(dir: string): void {
  const history = History.open(dir, { readOnly: true })
  try {
    refuseForeign(history)
  } finally {
    history.dispose()
  }
}

/**
 * Completes the unfinished work of a killed Proscenium process, unless another process writes here. The lock of that process on git's index would
 * block native git until the next beat. It can't simply be removed, because the index lags behind the beats. For commands that only read. Work that
 * can't be completed is left as it is.
 */
export function endLeftWork(path: string): void {
  const dir = resolve(path)
  try {
    const folders = gitFolders(nodeDisk, dir)
    if (!existsSync(folders.gitDir) || !statSync(folders.gitDir).isDirectory()) return
    checkGitFolders(nodeDisk, folders)
    if (!isLeftUndone(nodeDisk, folders) || !isWritable(dir)) return
    checkHoldsCampaign(dir)
    const lock = takeLock(dir)
    if (!('release' in lock)) return
    try {
      History.open(dir).dispose()
    } finally {
      lock.release()
    }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    // The next reader of the folder reports the problem.
  }
}

/** Throws Problem if a path isn't a folder. */
export function checkFolder(dir: string): void {
  if (!existsSync(dir)) throw new Problem('not-found', `There is no folder ${dir}. Check the path, or create a campaign with "proscenium new".`)
  if (!statSync(dir).isDirectory()) throw new Problem('not-a-campaign', `${dir} is a file, not a folder. Open a campaign's folder.`)
}

/** Whether this process may write to a campaign's folder and to its folders of git. */
export function isWritable(dir: string): boolean {
  const { gitDir, commonDir } = gitFolders(nodeDisk, resolve(dir))
  return [dir, gitDir, commonDir].filter((path) => existsSync(path)).every(canWrite)
}

export const unwritable = (dir: string): string =>
  `Proscenium can't write to ${dir}, so it is open for reading only. Change the folder's permissions to play.`

/** Whether this process may write to a folder. */
function canWrite(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}
