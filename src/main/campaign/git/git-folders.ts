import { join, resolve } from 'node:path'
import { isYes, parseConfig } from './config'
import { type Disk, readGitText } from './disk'
import { checkGitFolder } from './plain-files'

/** Git's folders for a working folder. In a linked worktree `gitDir` has its HEAD and index, `commonDir` objects, refs and config of all. */
export interface GitFolders {
  gitDir: string
  commonDir: string
}

/** The config of a repository, with that of its worktree. Throws a file system error. */
export function readConfig(disk: Disk, { gitDir, commonDir }: GitFolders): Map<string, string> {
  const config = parseConfig(readGitText(disk, join(commonDir, 'config')) ?? '')
  if (isYes(config.get('extensions.worktreeconfig')))
    for (const [key, value] of parseConfig(readGitText(disk, join(gitDir, 'config.worktree')) ?? '')) config.set(key, value)
  return config
}

/** Whether the executable bit of a file in the working folder counts: not on Windows, nor where git found a file system without it. */
export const trustsModes = (disk: Disk, folders: GitFolders): boolean =>
  process.platform !== 'win32' && !/^(false|no|off|0)$/i.test(readConfig(disk, folders).get('core.filemode') ?? '')

/** The folder that the `.git` file of a linked worktree or a submodule names; undefined if `.git` is no such file. */
function namedFolder(disk: Disk, dir: string): string | undefined {
  const own = join(dir, '.git')
  const line = disk.lstatSync(own)?.isFile() ? /^gitdir: (.+)/.exec(readGitText(disk, own) ?? '')?.[1] : undefined
  return line === undefined ? undefined : resolve(dir, line.trim())
}

/** Git's folders for a working folder. What a `.git` file names must name this folder too; else a stranger's file could redirect our writes. */
export function gitFolders(disk: Disk, dir: string): GitFolders {
  const own = join(dir, '.git')
  const gitDir = namedFolder(disk, dir)
  if (gitDir === undefined) return { gitDir: own, commonDir: own }
  const [common, back] = ['commondir', 'gitdir'].map((name) => readGitText(disk, join(gitDir, name))?.trim())
  if (common && back && isSame(disk, resolve(gitDir, back), own)) return { gitDir, commonDir: resolve(gitDir, common) }
  const files = common ? undefined : parseConfig(readGitText(disk, join(gitDir, 'config')) ?? '').get('core.worktree')
  const isSubmodule = files !== undefined && isSame(disk, resolve(gitDir, files), dir)
  return isSubmodule ? { gitDir, commonDir: gitDir } : { gitDir: own, commonDir: own }
}

/** Whether two paths lead to the same file or folder. */
export function isSame(disk: Disk, one: string, other: string): boolean {
  const [a, b] = [disk.lstatSync(one), disk.lstatSync(other)]
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino
}

/** Our folder for a working folder: the lock, the journal, notes about unfinished work, drafts. Each worktree has its own. */
export const homeIn = ({ gitDir }: GitFolders): string => join(gitDir, 'proscenium')

/** Checks both folders of git; see `checkGitFolder`. */
export function checkGitFolders(disk: Disk, { gitDir, commonDir }: GitFolders): void {
  checkGitFolder(disk, commonDir)
  if (gitDir !== commonDir) checkGitFolder(disk, gitDir)
}

/** Whether HEAD names a commit instead of a branch. */
export const isDetached = (disk: Disk, dir: string): boolean =>
  /^[0-9a-f]{40}\s*$/.test(readGitText(disk, join(gitFolders(disk, dir).gitDir, 'HEAD')) ?? '')

/** Why the `.git` file of a folder leads to no history. */
export function whyUnlinked(disk: Disk, dir: string): string {
  const named = namedFolder(disk, dir)
  if (named === undefined) return 'The .git of this folder is a file that names no folder of git. Clone the repository again.'
  if (!disk.lstatSync(named))
    return `The history of this worktree or submodule was in ${named}, but nothing is there. If its main folder was moved, run git worktree repair in the main folder; otherwise clone the repository again.`
  if (disk.lstatSync(join(named, 'commondir')))
    return 'This is a git worktree that was moved or copied. Run git worktree repair here and open it again.'
  return `The .git of this folder names ${named}, which is not its worktree or submodule. Clone the repository and open the clone.`
}
