import { join } from 'node:path'
import { isAnotherThreads } from './pack-file'
import { Problem } from '../../../shared/problem'
import { quietly, readWhole, removeFile } from './disk'
import { EMPTY_TREE, NO_OID, type Oid, isOid } from './oid'
import { bring } from './record'
import type { Repo } from './repo'
import { finishSwitch } from './switch'
import { makeRow } from './index-file'

/** What was found at opening: files that were completed, files with somebody's edit that were left alone, and sentences about what only the user can put right. */
export interface Recovery {
  completed: string[]
  kept: string[]
  notices: string[]
}

const SELF = { name: 'Proscenium', email: 'recovery@proscenium' }

/** Puts right what a killed process left: locks and drafts of ours, a half-written ref, files and index behind HEAD, a half-done change of branch. */
export function recover(repo: Repo): Recovery {
  const result: Recovery = { completed: [], kept: [], notices: [] }
  clearLocks(repo, result)
  // A campaign that is opened again may still be pressed by a thread that was started before.
  const drafts = repo.disk.readdirSync(repo.scratch).filter((name) => !isAnotherThreads(name))
  for (const name of drafts) quietly(() => repo.disk.unlinkSync(join(repo.scratch, name)))
  repo.objects.sweep()
  repairHead(repo, result)
  const switched = finishSwitch(repo, { who: SELF, time: repo.clock() })
  if (switched) result.kept.push(...switched)
  catchUp(repo, result)
  if (!repo.disk.lstatSync(repo.staging.path)) rebuildIndex(repo, result)
  return result
}

function clearLocks(repo: Repo, result: Recovery): void {
  const locks = ['index.lock', 'HEAD.lock', 'packed-refs.lock']
  repo.refs.walk('refs', (ref) => ref.endsWith('.lock') && locks.push(ref))
  for (const name of locks) {
    if (repo.locks.clear(join(repo.gitDir, name)) === 'foreign')
      result.notices.push(`A git command holds .git/${name}. If none runs, it crashed: remove that file, until then git refuses to work here.`)
  }
}

/** A branch file that holds no commit is restored from its log. */
function repairHead(repo: Repo, result: Recovery): void {
  const ref = repo.refs.headRef()
  const raw = ref?.startsWith('refs/heads/') ? repo.refs.raw(ref) : undefined
  if (ref === undefined || raw === undefined || raw.startsWith('ref:')) return
  const isCommit = (oid: Oid): boolean => {
    try {
      return isOid(oid) && repo.objects.find(oid)?.kind === 'commit'
    } catch {
      return false
    }
  }
  if (/^[0-9a-f]{40}\n$/.test(raw) && isCommit(raw.trim())) return
  const last = repo.refs.lastLogged(ref).find(isCommit)
  if (!last)
    throw new Problem(
      'bad-repository',
      `The branch file .git/${ref} is damaged and its log names no commit; put the id of the last commit into it.`,
      { ref }
    )
  repo.refs.replace(join(repo.gitDir, ref), `${last}\n`)
  result.notices.push(`The branch ${ref.replace('refs/heads/', '')} was damaged; it was set to its last commit, ${last.slice(0, 7)}.`)
}

/** When the note of unfinished work is there: HEAD's files and rows where they still are what they were before. */
function catchUp(repo: Repo, result: Recovery): void {
  const note = readWhole(repo.disk, repo.staging.note)
  if (!note) return
  const [base = '', ref = ''] = note.toString('utf8').trim().split(' ')
  if (isOid(base) && ref === repo.refs.headRef() && repo.refs.read(ref)) {
    const head = repo.commit(repo.head().commit)
    const since = repo.changed(base === NO_OID ? EMPTY_TREE : repo.treeOf(base), head.tree)
    const parent = repo.treeOf(head.parents[0])
    repo.staging.begin(base === NO_OID ? undefined : base, ref)
    const last = repo.changed(parent, head.tree).filter(({ path }) => !since.some((change) => change.path === path))
    for (const { path, from, to } of [...since, ...last].toSorted((a, b) => Number(a.to !== undefined) - Number(b.to !== undefined))) {
      const done = bring(repo, path, to, [from, repo.entry(parent, path)])
      if (done.kept) result.kept.push(path)
      else if (done.wrote) result.completed.push(path)
      repo.staging.step(path, from, to, done.stat)
    }
    quietly(() => repo.staging.flush())
  } else removeFile(repo.disk, repo.staging.note)
}

function rebuildIndex(repo: Repo, result: Recovery): void {
  const rows = [...repo.files(repo.commit(repo.head().commit).tree)].map(([path, entry]) => makeRow(path, entry, undefined))
  repo.staging.restore(rows)
  result.notices.push('The git index was missing; it was made again from the last commit.')
}
