import { join } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { heldIn } from '../lock'
import { isYes } from './config'
import { type Disk, isMissing, readGitText } from './disk'
import { type GitFolders, homeIn, readConfig } from './git-folders'

/** The git folders of the other worktrees of a repository, and of its main folder. */
function otherGitDirs(disk: Disk, { gitDir, commonDir }: GitFolders): string[] {
  const folder = join(commonDir, 'worktrees')
  try {
    return [commonDir, ...disk.readdirSync(folder).map((name) => join(folder, name))].filter((path) => path !== gitDir)
  } catch (thrown) {
    if (isMissing(thrown)) return []
    throw thrown
  }
}

/** Whether a running Proscenium writes in another worktree of the repository. */
export const isWrittenElsewhere = (disk: Disk, folders: GitFolders): boolean =>
  otherGitDirs(disk, folders).some((gitDir) => heldIn(disk, homeIn({ ...folders, gitDir })) !== undefined)

/** Throws a Problem if a branch is checked out in another worktree, or is being rebased there: moving it would leave the files there behind. */
export function refuseElsewhere(disk: Disk, folders: GitFolders, ref: string): void {
  for (const gitDir of otherGitDirs(disk, folders)) {
    const text = (name: string): string => (readGitText(disk, join(gitDir, name)) ?? '').trim()
    const isMain = gitDir === folders.commonDir
    if (isMain && isYes(readConfig(disk, { ...folders, gitDir }).get('core.bare'))) continue
    if (text('HEAD') !== `ref: ${ref}` && text('rebase-merge/head-name') !== ref && text('rebase-apply/head-name') !== ref) continue
    const branch = ref.replace('refs/heads/', '')
    const place = (isMain ? gitDir : text('gitdir')).replace(/[/\\]\.git$/, '')
    throw new Problem(
      'bad-repository',
      `The branch ${branch} is checked out in another worktree, ${place}. Switch to another branch in one of the two; if that folder is gone, run git worktree prune.`,
      { branch }
    )
  }
}
