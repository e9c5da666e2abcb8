import { dirname, join, resolve } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { isYes } from './config'
import { checkGitFolders, gitFolders, isSame, readConfig, whyUnlinked } from './git-folders'
import { refuseElsewhere } from './worktrees'
import { type Disk, OPEN, isMissing, makeFolders, readGitText, withFile, writeAll } from './disk'

/** Files that git keeps in its folder during an operation, each with the name of the operation. */
const BUSY: readonly (readonly [string, string])[] = [
  ['MERGE_HEAD', 'merge'],
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect']
]

/** Throws a Problem while a merge, rebase, cherry-pick, revert or bisect is in progress. */
export function refuseWhileBusy(disk: Disk, gitDir: string): void {
  const names = new Set(namesIn(disk, gitDir))
  for (const [name, word] of BUSY) {
    if (names.has(name))
      throw new Problem('bad-repository', `A git ${word} is in progress here. Finish or abort it with git, then try again.`, { dir: dirname(gitDir) })
  }
}

/** The names in a folder; none if it does not exist. One listing costs less than checking for each name. */
function namesIn(disk: Disk, folder: string): string[] {
  try {
    return disk.readdirSync(folder)
  } catch (thrown) {
    if (isMissing(thrown)) return []
    throw thrown
  }
}

/** Throws a Problem with its own message for every state of a readable repository in which beats can't be saved safely. */
export function checkSavable(disk: Disk, dir: string): void {
  const { gitDir, commonDir } = gitFolders(disk, dir)
  refuseWhileBusy(disk, gitDir)
  const ref = /^ref: (\S+)/.exec(readGitText(disk, join(gitDir, 'HEAD')) ?? '')?.[1]
  if (ref !== undefined) refuseElsewhere(disk, { gitDir, commonDir }, ref)
  const config = readConfig(disk, { gitDir, commonDir })
  if (config.has('extensions.partialclone') || [...config].some(([key, value]) => /^remote\..+\.promisor$/.test(key) && isYes(value)))
    throw new Problem(
      'bad-repository',
      'This is a partial clone, so parts of the history are only on the server. Proscenium reads what is here; to play, clone the repository again without --filter.',
      { dir }
    )
  if (isYes(config.get('core.sparsecheckout')))
    throw new Problem('bad-repository', 'Only some of the files are checked out. Run git sparse-checkout disable and open it again.', { dir })
}

/** Throws a Problem with its own message for every kind of repository whose history can't be read. */
export function checkRepository(disk: Disk, dir: string): void {
  const bad = (sentence: string): Problem => new Problem('bad-repository', sentence, { dir })
  if (!disk.lstatSync(dir)) throw new Problem('not-found', `There is no folder ${dir}. Check the path.`, { dir })
  if (!disk.lstatSync(dir)?.isDirectory()) throw new Problem('bad-folder', `${dir} is not a folder. Open the folder of a campaign.`, { dir })
  const git = disk.lstatSync(join(dir, '.git'))
  if (!git) {
    if (['HEAD', 'objects', 'refs'].every((name) => disk.lstatSync(join(dir, name))))
      throw bad('This is a bare repository, which has no files to play with. Clone it and open the clone.')
    const above = repositoryAbove(disk, dir)
    if (above) throw bad(`This folder is inside another repository (${above}). Open that one, or move the campaign out of it.`)
    throw new Problem('not-a-campaign', `${dir} is not a campaign, because it has no history (.git). Make one with "proscenium new".`, { dir })
  }
  if (git.isSymbolicLink()) throw bad('The .git of this folder is a link. Open the folder that it leads to.')
  if (!git.isDirectory() && !git.isFile()) throw bad('The .git of this folder is a pipe or a device. Clone the repository again.')
  const { gitDir, commonDir } = gitFolders(disk, dir)
  const isWorktree = gitDir !== commonDir
  const has = (name: string): boolean => disk.lstatSync(join(commonDir, name)) !== undefined
  if (!git.isDirectory() && gitDir === join(dir, '.git')) throw bad(whyUnlinked(disk, dir))
  if (has('commondir')) throw bad('This is the git folder of a worktree. Open the worktree itself.')
  checkGitFolders(disk, { gitDir, commonDir })
  if (!disk.lstatSync(join(gitDir, 'HEAD')) || !has('objects') || !has('refs'))
    throw bad('The .git folder is not a complete repository. Clone it again.')
  if (has('shallow')) throw bad('This clone is shallow, so its older history is missing. Run git fetch --unshallow and open it again.')
  if (has('reftable'))
    throw bad('This repository keeps its refs in a reftable. Run git refs migrate --ref-format=files, or clone it with --ref-format=files.')
  if (has('objects/info/alternates'))
    throw bad('This repository borrows objects from another one. Run git repack -a -d and remove .git/objects/info/alternates.')
  const config = readConfig(disk, { gitDir, commonDir })
  if (isYes(config.get('core.bare')) && !isWorktree)
    throw bad('This is a bare repository, which has no files to play with. Clone it and open the clone.')
  const files = config.get('core.worktree')
  if (files !== undefined && !isSame(disk, resolve(gitDir, files), dir))
    throw bad('The files of this repository are in another folder (core.worktree). Run git config --unset core.worktree and open it again.')
  if (config.get('extensions.objectformat')?.toLowerCase() === 'sha256')
    throw bad('This repository names its objects by SHA-256. Proscenium needs a SHA-1 repository (git init --object-format=sha1).')
  if (Number(config.get('core.repositoryformatversion') ?? '0') > 1)
    throw bad('The format of this repository is newer than Proscenium knows. Clone it with an older git.')
  for (const key of config.keys()) {
    const name = key.startsWith('extensions.') ? key.slice('extensions.'.length) : undefined
    if (name === 'refstorage' && config.get(key) !== 'files')
      throw bad('This repository keeps its refs in a reftable. Run git refs migrate --ref-format=files, or clone it with --ref-format=files.')
    if (name && !['refstorage', 'objectformat', 'noop', 'preciousobjects', 'worktreeconfig', 'relativeworktrees', 'partialclone'].includes(name))
      throw bad(`This repository uses the git extension ${name}, which Proscenium does not know. Clone it without the extension.`)
  }
}

/** Throws a Problem `bad-folder` if no new repository can be created in a folder. */
export function checkCanInit(disk: Disk, dir: string): void {
  if (disk.lstatSync(join(dir, '.git'))) throw new Problem('bad-folder', `${dir} has a history already. Open it instead.`, { dir })
  const above = repositoryAbove(disk, dir)
  if (above) throw new Problem('bad-folder', `${dir} is inside another repository (${above}). Choose a folder outside it.`, { dir, above })
}

/** The repository that contains a folder, if any. */
export function repositoryAbove(disk: Disk, dir: string): string | undefined {
  for (let at = dirname(dir); ; at = dirname(at)) {
    if (disk.lstatSync(join(at, '.git'))) return at
    if (dirname(at) === at) return undefined
  }
}

/** Creates an empty repository: SHA-1, refs in files, one branch without a commit. */
export function initRepository(disk: Disk, dir: string, branch: string): void {
  const gitDir = join(dir, '.git')
  for (const folder of ['proscenium/tmp', 'objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info']) makeFolders(disk, join(gitDir, folder))
  const put = (name: string, text: string): void => withFile(disk, join(gitDir, name), OPEN.create, (fd) => writeAll(disk, fd, Buffer.from(text), 0))
  const fileMode = process.platform === 'win32' ? 'false' : 'true'
  // Git for Windows reads long paths only if it is told to; others ignore it.
  put(
    'config',
    `[core]\n\trepositoryformatversion = 0\n\tfilemode = ${fileMode}\n\tbare = false\n\tlogallrefupdates = true\n\tautocrlf = false\n\tlongpaths = true\n`
  )
  put('info/exclude', '# Files that this machine alone ignores.\n')
  put('HEAD', `ref: refs/heads/${branch}\n`)
}
