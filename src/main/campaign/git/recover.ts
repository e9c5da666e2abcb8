import { join } from 'node:path'
import { isAnotherThreads } from './pack-file'
import { sweepClones, sweepScratch } from '../remote/scratch'
import { type Damage, findDamage } from './damage'
import { type Disk, quietly, readWhole, removeFile } from './disk'
import { EMPTY_TREE, NO_OID, type Oid, isOid } from './oid'
import { Journal, type Step } from './journal'
import { ownerOf } from './locks'
import { isGone } from './owner'
import { updateFile } from './commit-files'
import type { Repo } from './repo'
import { finishSwitch } from './switch'
import { replayFiles, replayJournal } from './replay-journal'
import { type Row, makeRow } from './index-file'
import type { Change } from './trees'

/**
 * The result of recovery: files that were completed, files with the user's changes that were left alone, and sentences about damage and locks for the
 * user.
 */
export interface Recovery {
  completed: string[]
  kept: string[]
  notices: string[]
}

/** The lock files of git that the app takes, besides those of single refs. */
const LOCKS = ['index.lock', 'HEAD.lock', 'packed-refs.lock', 'config.lock']

const SELF = { name: 'Proscenium', email: 'recovery@proscenium' }

/**
 * Repairs what a killed process or a power cut left: our locks and drafts, damaged refs and index, files and index behind HEAD, an interrupted branch
 * switch. With `readOnly` it writes nothing, and refs and index are read as if repaired. Throws a Problem, before it changes anything, for damage
 * that only the user can repair.
 */
export function recover(repo: Repo, readOnly: boolean): Recovery {
  const result: Recovery = { completed: [], kept: [], notices: [] }
  const steps = readOnly ? [] : repo.journal.read()
  const replayed = replayJournal(repo, steps)
  const damage = findDamage(repo)
  repo.refs.standIn(damage)
  repo.headRef()
  repo.staging.standIn = () => rowsOfHead(repo)
  repo.staging.rows()
  if (readOnly) {
    quietly(() => readAhead(repo))
    return result
  }
  repo.staging.standIn = undefined
  repo.makeHome()
  const journaled = steps.flatMap(({ pack }) => pack?.name ?? [])
  quietly(() => repo.objects.packs.setDamagedAside(journaled, join(repo.home, 'damaged')))
  repair(repo, damage, replayed, result)
  sweepScratch(repo.gitDir)
  sweepClones(repo.dir)
  return result
}

function repair(repo: Repo, damage: readonly Damage[], replayed: readonly Step[], result: Recovery): void {
  clearLocks(repo, result)
  // A thread that was started earlier may still be repacking this campaign.
  const drafts = repo.disk.readdirSync(repo.scratch).filter((name) => !isAnotherThreads(name))
  for (const name of drafts) quietly(() => repo.disk.unlinkSync(join(repo.scratch, name)))
  quietly(() => repo.objects.packs.dropEmpty())
  quietly(() => repo.objects.packs.sweep())
  for (const one of damage) {
    repo.refs.repair(one)
    result.notices.push(one.sentence)
  }
  // The index comes first, because writing rows would create a new index of those rows alone.
  if (!repo.staging.isSound) rebuildIndex(repo, result)
  const switched = finishSwitch(repo, { who: SELF, time: repo.clock() })
  if (switched) result.kept.push(...switched)
  replayFiles(repo, replayed, result)
  catchUp(repo, result)
  quietly(() => repo.bringToDisk())
}

/** Returns whether a killed process left work that only `recover` finishes. Until then its locks block git commands. */
export const isLeftUndone = (disk: Disk, gitDir: string): boolean =>
  new Journal(disk, join(gitDir, 'proscenium/journal')).read().length > 0 ||
  ['pending', 'switch'].some((note) => disk.lstatSync(join(gitDir, 'proscenium', note)) !== undefined) ||
  LOCKS.some((lock) => {
    const owner = ownerOf(disk, join(gitDir, lock))
    return owner !== undefined && isGone(owner)
  })

function clearLocks(repo: Repo, result: Recovery): void {
  const locks = [...LOCKS]
  repo.refs.walk('refs', (ref) => ref.endsWith('.lock') && locks.push(ref))
  for (const name of locks) {
    if (repo.locks.clear(join(repo.gitDir, name)) === 'foreign')
      result.notices.push(
        `A git command left .git/${name}. If none is running, it crashed: remove that file, because git refuses to work here until then.`
      )
  }
}

/** The changes from the index's commit to HEAD; undefined if the note of unfinished work is damaged or about another branch. */
function lagging(repo: Repo, note: Buffer): { base: Oid | undefined; ref: string; since: readonly Change[] } | undefined {
  const [base = '', ref = ''] = note.toString('utf8').trim().split(' ')
  if (!isOid(base) || ref !== repo.refs.headRef() || !repo.refs.read(ref)) return undefined
  const isFirst = base === NO_OID
  const since = repo.changed(isFirst ? EMPTY_TREE : repo.treeOf(base), repo.commit(repo.head().commit).tree)
  return { base: isFirst ? undefined : base, ref, since }
}

/** Applies the index rows that another process or story has not written yet, so that they are read as if the index had them. */
function readAhead(repo: Repo): void {
  const note = readWhole(repo.disk, repo.staging.note)
  const behind = note && lagging(repo, note)
  for (const { path, from, to } of behind?.since ?? []) repo.staging.step(path, from, to, undefined)
}

/** If the note of unfinished work exists, updates the files and rows of HEAD that still have their previous content. */
function catchUp(repo: Repo, result: Recovery): void {
  const note = readWhole(repo.disk, repo.staging.note)
  if (!note) return
  const behind = lagging(repo, note)
  if (behind) {
    const { base, ref, since } = behind
    const head = repo.commit(repo.head().commit)
    const parent = repo.treeOf(head.parents[0])
    repo.staging.begin(base, ref)
    const last = repo.changed(parent, head.tree).filter(({ path }) => !since.some((change) => change.path === path))
    for (const { path, from, to } of [...since, ...last].toSorted((a, b) => Number(a.to !== undefined) - Number(b.to !== undefined))) {
      const updated = updateFile(repo, path, to, [from, repo.entry(parent, path)])
      if (updated.leftAlone) result.kept.push(path)
      else if (updated.wrote) result.completed.push(path)
      repo.staging.step(path, from, to, updated.stat)
    }
    quietly(() => repo.staging.flush())
  } else removeFile(repo.disk, repo.staging.note)
}

function rebuildIndex(repo: Repo, result: Recovery): void {
  const aside = join(repo.home, 'index.damaged')
  const hadIndex = repo.staging.restore(rowsOfHead(repo), aside)
  result.notices.push(
    hadIndex
      ? `The git index was damaged. Proscenium rebuilt it from the last commit, so staged changes are lost. The damaged index is kept as ${aside}.`
      : 'The git index was missing. Proscenium rebuilt it from the last commit.'
  )
}

/** The index rows of HEAD, without stats: git compares the files itself. */
function rowsOfHead(repo: Repo): Row[] {
  const rows = [...repo.files(repo.commit(repo.head().commit).tree)].map(([path, entry]) => makeRow(path, entry, undefined))
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1))
}
