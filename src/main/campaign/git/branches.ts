import { join } from 'node:path'
import { freeName } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { makeFolders, quietly, readWhole } from './disk'
import type { Oid } from './oid'
import { type RefMove, isBranchName, isRefName } from './refs'
import type { Repo } from './repo'
import { refuseElsewhere } from './worktrees'

const HEADS = 'refs/heads/'
const TRASH = 'refs/proscenium/trash/'

/** A deleted branch whose last commit is kept: its ref, its former name, its last commit, and the time of deletion (ms), if known. */
export interface Trashed {
  ref: string
  name: string
  head: Oid
  time?: number
}

/** Creates the Problem for a branch name that git refuses. */
export function badBranch(name: string): Problem {
  return new Problem('bad-input', `A branch can't be called ${JSON.stringify(name)}. Use letters, digits, dashes and single slashes.`, {
    branch: name
  })
}

/** Throws a Problem if a name is invalid or conflicts with an existing branch. */
export function checkFree(repo: Repo, name: string): void {
  if (!isBranchName(name)) throw badBranch(name)
  const names = repo.refs.list(HEADS).map(({ ref }) => ref.slice(HEADS.length))
  const taken = names.find((other) => other === name || other.startsWith(`${name}/`) || name.startsWith(`${other}/`))
  if (taken) throw new Problem('bad-input', `There is already a branch called ${taken}. Choose another name.`, { branch: name })
}

function headOf(repo: Repo, branch: string): Oid {
  const oid = isRefName(HEADS + branch) ? repo.refs.read(HEADS + branch) : undefined
  if (!oid) throw new Problem('not-found', `There is no branch ${branch}. Choose an existing branch.`, { branch })
  return oid
}

/** Creates a branch at a commit. Throws a Problem if the name is invalid or in use, or the commit doesn't exist. */
export function createBranch(repo: Repo, name: string, at: Oid, self: Omit<RefMove, 'why'>): void {
  checkFree(repo, name)
  repo.commit(at)
  repo.refs.move(HEADS + name, undefined, at, { ...self, why: `branch: Created from ${at}` }, false)
}

/** Renames a branch and its reflog. The current branch can be renamed too. After an interruption both names exist. */
export function renameBranch(repo: Repo, from: string, to: string, self: Omit<RefMove, 'why'>): void {
  const oid = headOf(repo, from)
  checkFree(repo, to)
  const [old, next] = [HEADS + from, HEADS + to]
  refuseElsewhere(repo.disk, repo, old)
  const isPresent = repo.head().ref === old
  if (isPresent) repo.staging.flush()
  const why = `Branch: renamed ${old} to ${next}`
  const logs = join(repo.commonDir, 'logs')
  quietly(() => {
    makeFolders(repo.disk, join(logs, next, '..'))
    repo.disk.renameSync(join(logs, old), join(logs, next))
  })
  repo.refs.move(next, undefined, oid, { ...self, why }, false)
  if (isPresent) repo.refs.setHead(next, oid, oid, { ...self, why })
  repo.refs.remove(old, oid)
}

/** Removes a branch and keeps its last commit under refs/proscenium/trash. Returns that ref. */
export function trashBranch(repo: Repo, branch: string, self: Omit<RefMove, 'why'>): string {
  const oid = headOf(repo, branch)
  if (repo.head().ref === HEADS + branch)
    throw new Problem('bad-input', `${branch} is the current branch. Switch to another branch first.`, { branch })
  refuseElsewhere(repo.disk, repo, HEADS + branch)
  const trashed = TRASH + branch.replaceAll('/', '%2F')
  let name = trashed
  for (let i = 2; repo.refs.read(name); i++) name = `${trashed}-${i}`
  repo.refs.move(name, undefined, oid, { ...self, why: `trash: ${branch}` }, false)
  repo.refs.remove(HEADS + branch, oid)
  return name
}

/** Lists the deleted branches, the most recently deleted one first. */
export function trashed(repo: Repo): Trashed[] {
  const branches = repo.refs.list(TRASH).map(({ ref, oid }): Trashed => {
    const log =
      readWhole(repo.disk, join(repo.commonDir, 'logs', ref))
        ?.toString('utf8')
        .trimEnd()
        .split('\n')
        .at(-1) ?? ''
    const match = / (\d+) [+-]\d{4}\ttrash: (.+)$/.exec(log)
    const name = match?.[2] ?? ref.slice(TRASH.length).replaceAll('%2F', '/')
    return { ref, name, head: oid, ...(match?.[1] === undefined ? {} : { time: Number(match[1]) * 1000 }) }
  })
  return branches.toSorted((a, b) => (b.time ?? 0) - (a.time ?? 0) || (a.ref < b.ref ? -1 : 1))
}

/** Restores a deleted branch by its old name, the next free one, or the given one. Returns the name. */
export function restoreBranch(repo: Repo, ref: string, requested: string | undefined, self: Omit<RefMove, 'why'>): string {
  const deleted = trashed(repo).find((one) => one.ref === ref)
  if (!deleted) throw new Problem('not-found', 'This branch is no longer in the list of deleted branches. Reload the list.', { ref })
  const name = requested ?? freeName(deleted.name, (one) => repo.refs.read(HEADS + one) !== undefined)
  checkFree(repo, name)
  repo.refs.move(HEADS + name, undefined, deleted.head, { ...self, why: `restore: ${deleted.name}` }, false)
  repo.refs.remove(ref, deleted.head)
  return name
}
