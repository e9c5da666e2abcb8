import { dirname, join, resolve } from 'node:path'
import { Problem } from '../../../shared/base/problem'
import { checkGitFolder } from './plain-files'
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

/** Parses a git config file. Keys are `section.key` or `section.sub.key`, sections and keys in lower case; the last value wins. */
export const parseConfig = (text: string): Map<string, string> => new Map(configPairs(text))

/** The values of a git config file in order, under the same keys. */
export function configPairs(text: string): [key: string, value: string][] {
  const values: [string, string][] = []
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    const title = /^\s*\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)"\s*)?\]/.exec(line)
    if (title) section = (title[1] ?? '').toLowerCase() + (title[2] === undefined ? '' : `.${title[2]}`)
    const rest = (title ? line.slice(title[0].length) : line).trim()
    const key = /^[A-Za-z][\w-]*/.exec(rest)?.[0]
    const [sign = '#'] = key === undefined ? [] : rest.slice(key.length).trimStart()
    if (key === undefined || !'=#;'.includes(sign)) continue
    const value = sign === '=' ? (rest.slice(rest.indexOf('=') + 1).split(/[#;]/, 1)[0] ?? '').trim() : 'true'
    values.push([`${section}.${key.toLowerCase()}`, value.replace(/^"(.*)"$/, '$1')])
  }
  return values
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

const isYes = (value: string | undefined): boolean => /^(true|yes|on|[1-9]\d*)$/i.test(value ?? '')

/** The folders of git for a working folder. In a linked worktree, `gitDir` has its HEAD and index, and `commonDir` what all worktrees share. */
export interface GitFolders {
  gitDir: string
  commonDir: string
}

/** The folders of git for a working folder. A worktree counts only if its repository names it too. */
export function gitFolders(disk: Disk, dir: string): GitFolders {
  const own = join(dir, '.git')
  const line = disk.lstatSync(own)?.isFile() ? /^gitdir: (.+)/.exec(readGitText(disk, own) ?? '')?.[1] : undefined
  const gitDir = line === undefined ? own : resolve(dir, line.trim())
  const [common, back] = line === undefined ? [] : ['commondir', 'gitdir'].map((name) => readGitText(disk, join(gitDir, name))?.trim())
  if (!common || !back || resolve(gitDir, back) !== own) return { gitDir: own, commonDir: own }
  return { gitDir, commonDir: resolve(gitDir, common) }
}

/** Whether HEAD names a commit instead of a branch. */
export const isDetached = (disk: Disk, dir: string): boolean =>
  /^[0-9a-f]{40}\s*$/.test(readGitText(disk, join(gitFolders(disk, dir).gitDir, 'HEAD')) ?? '')

/** Throws a Problem with its own message for every state of a readable repository in which beats can't be saved safely. */
export function checkSavable(disk: Disk, dir: string): void {
  const { gitDir, commonDir } = gitFolders(disk, dir)
  if (gitDir !== commonDir)
    throw new Problem(
      'bad-repository',
      `This is a linked git worktree. Proscenium reads it, but plays and saves only in the main folder, ${dirname(commonDir)}, or in a clone.`,
      { dir }
    )
  refuseWhileBusy(disk, gitDir)
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
  if (!git.isDirectory() && !isWorktree)
    throw bad('This is a git submodule, or a worktree that was moved. Run git worktree repair, or clone the repository.')
  if (has('commondir')) throw bad('This is the git folder of a worktree. Open the worktree itself.')
  checkGitFolder(disk, commonDir)
  if (isWorktree) checkGitFolder(disk, gitDir)
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
  if (config.has('core.worktree'))
    throw bad('The files of this repository are in another folder (core.worktree). Run git config --unset core.worktree and open it again.')
  if (config.get('extensions.objectformat')?.toLowerCase() === 'sha256')
    throw bad('This repository names its objects by SHA-256. Proscenium needs a SHA-1 repository (git init --object-format=sha1).')
  if (Number(config.get('core.repositoryformatversion') ?? '0') > 1)
    throw bad('The format of this repository is newer than Proscenium knows. Clone it with an older git.')
  for (const key of config.keys()) {
    const name = key.startsWith('extensions.') ? key.slice('extensions.'.length) : undefined
    if (name === 'refstorage' && config.get(key) !== 'files')
      throw bad('This repository keeps its refs in a reftable. Run git refs migrate --ref-format=files, or clone it with --ref-format=files.')
    if (name && !['refstorage', 'objectformat', 'noop', 'preciousobjects', 'worktreeconfig', 'partialclone'].includes(name))
      throw bad(`This repository uses the git extension ${name}, which Proscenium does not know. Clone it without the extension.`)
  }
}

/** Throws a Problem `bad-folder` if no new repository can be created in a folder. */
export function refuseSecond(disk: Disk, dir: string): void {
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
  put('config', `[core]\n\trepositoryformatversion = 0\n\tfilemode = ${fileMode}\n\tbare = false\n\tlogallrefupdates = true\n\tautocrlf = false\n`)
  put('info/exclude', '# Files that this machine alone ignores.\n')
  put('HEAD', `ref: refs/heads/${branch}\n`)
}
