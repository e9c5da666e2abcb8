import { dirname, join } from 'node:path'
import { makeFolders, OPEN, withFile, writeAll } from './disk'
import { homeIn } from './git-folders'
import { EXECUTABLE, LINK, sameEntry } from './oid'
import type { Repo } from './repo'

/** Copies the user's version of these paths, with differing staged content, to a new folder, and restores HEAD's files. Returns the folder. */
export function setAside(repo: Repo, paths: readonly string[]): string {
  const head = repo.head()
  const tree = repo.treeOf(head.commit)
  const stamp = new Date(repo.clock()).toISOString().replace(/[:.]/g, '-')
  // Files that were set aside outlive the worktree in which they were changed.
  const home = homeIn({ gitDir: repo.commonDir, commonDir: repo.commonDir })
  let folder = join(home, 'aside', stamp)
  for (let i = 2; repo.disk.lstatSync(folder); i++) folder = join(home, 'aside', `${stamp}-${i}`)
  repo.working.invalidate()
  repo.staging.flush()
  try {
    repo.staging.begin(head.commit, head.ref)
    repo.staging.checkHeld()
    makeFolders(repo.disk, folder)
    const put = (path: string, bytes: Buffer, mode: number | undefined): void => {
      makeFolders(repo.disk, dirname(join(folder, path)))
      withFile(repo.disk, join(folder, path), OPEN.create, (fd) => writeAll(repo.disk, fd, bytes, 0), mode === EXECUTABLE ? 0o777 : 0o666)
    }
    // Make all copies first: nothing is restored before everything is safe.
    for (const path of paths) {
      const onDisk = repo.working.inspect(path)
      const staged = repo.staging.entry(path)
      const entry = repo.entry(tree, path)
      if (onDisk.kind === 'file') put(path, onDisk.bytes, repo.working.mode(path))
      if (onDisk.kind === 'link') {
        makeFolders(repo.disk, dirname(join(folder, path)))
        repo.disk.symlinkSync(onDisk.bytes.toString('utf8'), join(folder, path))
      }
      if (staged && !sameEntry(staged, entry) && staged.mode <= LINK) {
        const bytes = repo.blob(staged.oid)
        if (onDisk.kind !== 'file' || !onDisk.bytes.equals(bytes)) put(`${path}.staged`, bytes, staged.mode)
      }
    }
    for (const path of paths) {
      const entry = repo.entry(tree, path)
      const staged = repo.staging.entry(path)
      const stat = entry ? repo.working.write(path, repo.blob(entry.oid), entry.mode) : undefined
      if (!entry) repo.working.remove(path)
      repo.staging.step(path, staged, entry, stat)
    }
  } catch (thrown) {
    repo.staging.abandon()
    throw thrown
  }
  repo.staging.flush()
  return folder
}
