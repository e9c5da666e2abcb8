import { join } from 'node:path'
import { isFromOtherThread } from './pack-file'
import { sweepClones, sweepScratch } from '../remote/scratch'
import { findDamage } from './damage'
import { type Disk, quietly, readWhole, removeFile } from './disk'
import { EMPTY_TREE, type TreeEntry, NO_OID, type Oid, isOid, sameEntry } from './oid'
import { Journal, type JournalEntry } from './journal'
import { type GitFolders, homeIn } from './git-folders'
import type { Damage } from './refs'
import { ownerOf } from './locks'
import { isGone } from './owner'
import { updateFile } from './commit-files'
import type { Repo } from './repo'
import { finishSwitch } from './switch'
import { type IndexRow, makeRow } from './index-file'
import type { Change } from './trees'

/** What recovery did: completed files, files with the user's changes that were left alone, and sentences about damage and locks. */
export interface Recovery {
  completed: string[]
  kept: string[]
  notices: string[]
}

/** The lock files of git that the app takes, besides those of single refs. */
const locksIn = ({ gitDir, commonDir }: GitFolders): string[] => [
  ...['index.lock', 'HEAD.lock'].map((name) => join(gitDir, name)),
  ...['packed-refs.lock', 'config.lock'].map((name) => join(commonDir, name))
]

const SELF = { name: 'Proscenium', email: 'recovery@proscenium' }

/**
 * Repairs what a killed process or a power cut left: our locks and drafts, damaged refs and index, files and index behind HEAD, an interrupted branch
 * switch. With `readOnly` it writes nothing, and refs and index are read as if repaired. Throws a Problem, before it changes anything, for damage
 * that only the user can repair.
 */
export function recover(repo: Repo, readOnly: boolean): Recovery {
  const result: Recovery = { completed: [], kept: [], notices: [] }
  const beats = readOnly ? [] : repo.journal.read()
  const replayed = replayJournal(repo, beats)
  const damage = findDamage(repo)
  repo.refs.standIn(damage)
  repo.head()
  repo.staging.standIn = () => rowsOfHead(repo)
  repo.staging.rows()
  if (readOnly) {
    quietly(() => readAhead(repo))
    return result
  }
  repo.staging.standIn = undefined
  repo.makeHome()
  const journaled = beats.flatMap(({ pack }) => pack?.name ?? [])
  quietly(() => repo.objects.packs.setDamagedAside(journaled, join(repo.home, 'damaged')))
  repair(repo, damage, replayed, result)
  sweepScratch(repo.home)
  sweepClones(repo.dir)
  return result
}

function repair(repo: Repo, damage: readonly Damage[], replayed: readonly JournalEntry[], result: Recovery): void {
  clearLocks(repo, result)
  // A thread that was started earlier may still be repacking this campaign.
  const drafts = repo.disk.readdirSync(repo.scratch).filter((name) => !isFromOtherThread(name))
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
export const isLeftUndone = (disk: Disk, folders: GitFolders): boolean =>
  new Journal(disk, join(homeIn(folders), 'journal')).read().length > 0 ||
  ['pending', 'switch'].some((note) => disk.lstatSync(join(homeIn(folders), note)) !== undefined) ||
  locksIn(folders).some((lock) => {
    const owner = ownerOf(disk, lock)
    return owner !== undefined && isGone(owner)
  })

function clearLocks(repo: Repo, result: Recovery): void {
  const locks = locksIn(repo)
  repo.refs.walk('refs', (ref) => ref.endsWith('.lock') && locks.push(join(repo.commonDir, ref)))
  for (const path of locks) {
    // Another Proscenium, in another worktree, gives its lock back by itself.
    if (repo.locks.clear(path) === 'foreign' && !ownerOf(repo.disk, path))
      result.notices.push(
        `A git command left ${path}. If none is running, it crashed: remove that file, because git refuses to work here until then.`
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
    for (const change of [...since, ...last].toSorted((a, b) => Number(a.to !== undefined) - Number(b.to !== undefined)))
      completeFile(repo, change, [change.from, repo.entry(parent, change.path)], result)
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
function rowsOfHead(repo: Repo): IndexRow[] {
  const rows = [...repo.files(repo.commit(repo.head().commit).tree)].map(([path, entry]) => makeRow(path, entry, undefined))
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1))
}

/**
 * Restores what a power cut destroyed of the beats in the journal: their objects, and the branches with their reflogs. A branch that somebody moved
 * after its last beat stays unchanged. Returns the beats of the current branch if it is at the last of them, otherwise none.
 */
function replayJournal(repo: Repo, beats: readonly JournalEntry[]): readonly JournalEntry[] {
  if (beats.length === 0) return []
  repo.makeHome()
  for (const { pack, to } of beats) if (pack) repo.objects.packs.restore(pack, to)
  for (const ref of new Set(beats.map((beat) => beat.ref))) {
    const own = beats.filter((beat) => beat.ref === ref)
    const last = own.at(-1)?.to ?? ''
    if (repo.refs.isWithin(ref, own)) {
      repo.refs.repair({ ref, was: undefined, is: `${last}\n`, sentence: '' })
      repo.refs.repairLog(ref, own)
    }
  }
  repo.refs.repairLog('HEAD', beats)
  const current = repo.refs.headRef()
  const own = beats.filter((beat) => beat.ref === current)
  return own.length > 0 && repo.refs.read(current ?? '') === own.at(-1)?.to ? own : []
}

/** Updates the working files of replayed beats to HEAD. A file may have the content that any of these beats wrote, and parts of it may be lost. */
function replayFiles(repo: Repo, beats: readonly JournalEntry[], result: Recovery): void {
  const [first] = beats
  if (!first) return
  const versions = new Map<string, (TreeEntry | undefined)[]>()
  for (const { from, to } of beats) {
    for (const change of repo.changed(treeOf(repo, from), treeOf(repo, to))) {
      const pathVersions = versions.get(change.path)
      if (pathVersions) pathVersions.push(change.to)
      else versions.set(change.path, [change.from, change.to])
    }
  }
  repo.working.invalidate()
  repo.staging.begin(first.from, first.ref)
  const removedFirst = [...versions].toSorted(([, a], [, b]) => Number(a.at(-1) !== undefined) - Number(b.at(-1) !== undefined))
  for (const [path, entries] of removedFirst) {
    const staged = repo.staging.entry(path)
    const before = entries.find((entry) => sameEntry(entry, staged))
    completeFile(repo, { path, from: before, to: entries.at(-1) }, entries, result, 'torn')
  }
}

/** Completes a working file, with its index row, that has the content of one of `others`. */
function completeFile(repo: Repo, { path, from, to }: Change, others: readonly (TreeEntry | undefined)[], result: Recovery, also?: 'torn'): void {
  const updated = updateFile(repo, path, to, others, also)
  if (updated.leftAlone) result.kept.push(path)
  else if (updated.wrote) result.completed.push(path)
  repo.staging.step(path, from, to, updated.stat)
}

const treeOf = (repo: Repo, commit: Oid | undefined): Oid => (commit === undefined ? EMPTY_TREE : repo.treeOf(commit))
