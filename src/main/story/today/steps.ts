import { isPlayed } from '../../../shared/story/beat-kinds'
import { Problem } from '../../../shared/base/problem'
import type { EditNamed } from '../../../shared/contract/today-calls'
import type { Params } from '../../../shared/story/play'
import type { UndoDirection } from '../../../shared/contract/world-edits'
import { parseBeatMessage } from '../../campaign/beat-message'
import { isThere, lineTo } from '../../campaign/commit-line'
import type { Commit, History } from '../../campaign/history'
import { editLabel, editStepOf } from '../edits/edit-history'

/** An edit that is made again or taken back. */
export interface Step {
  commit: Commit
  direction: UndoDirection
}

/** The param of an edit's beat that lists the edits that it brought, by commit. */
export const BROUGHT = 'brought'
/** The param of an edit's beat that names the commit whose world it took over. */
export const WORLD_OF = 'world'
/** The beginnings of the subjects of an edit's beat that stands for a call that a replay left out, or that follows calls that it added. */
export const LEFT_OUT = 'Left out of the replay: '
export const ADDED = 'Added to the replay: '

type Commits = Pick<History, 'commit'>

/** The commits that only one of two lines has, newest first, and the last one that both have. Reads both lines only as far as they differ. */
function parted(history: Commits, a: string, b: string): { a: Commit[]; b: Commit[]; base: string | undefined } {
  const sides = [a, b].map((end) => ({ line: lineTo(history, end), commits: [] as Commit[], seen: new Map<string, number>() }))
  const [one, other] = sides as [(typeof sides)[0], (typeof sides)[0]]
  for (let open = true; open;) {
    open = false
    for (const [side, opposite] of [
      [one, other],
      [other, one]
    ] as const) {
      const next = side.line.next()
      if (next.done) continue
      open = true
      const met = opposite.seen.get(next.value.id)
      if (met !== undefined) {
        opposite.commits.length = met
        return { a: one.commits, b: other.commits, base: next.value.id }
      }
      side.seen.set(next.value.id, side.commits.length)
      side.commits.push(next.value)
    }
  }
  return { a: one.commits, b: other.commits, base: undefined }
}

/** Whether a commit is no beat of play: an edit of the designer, or a commit made with git itself. */
const isEdit = (commit: Commit): boolean => !isPlayed(parseBeatMessage(commit).beat.kind)

/**
 * The edits that turn the world at a commit into the world at another: those that only the first line has are taken back, those that only the other
 * has are made. Throws Problem `refused` if the lines share no beat.
 */
export function stepsBetween(history: Commits, at: string, today: string): Step[] {
  const lines = parted(history, at, today)
  if (lines.base === undefined)
    throw new Problem('refused', "This beat has no beginning in common with today's world. Choose a beat of a branch that began with it.")
  return [
    ...lines.a.filter(isEdit).map((commit) => ({ commit, direction: 'undo' as const })),
    ...lines.b
      .filter(isEdit)
      .toReversed()
      .map((commit) => ({ commit, direction: 'redo' as const }))
  ]
}

/** The edits that only the line to a commit has and the line to another one doesn't, oldest first. */
export const editsOnlyOn = (history: Commits, at: string, other: string): Commit[] => parted(history, at, other).a.filter(isEdit).toReversed()

/** Edits in words, without those that changed no file, such as an update of the engine. */
export const namedEdits = (commits: readonly Commit[]): EditNamed[] =>
  commits
    .filter((commit) => parseBeatMessage(commit).beat.action !== 'engine')
    .map((commit) => ({ commit: commit.id, n: parseBeatMessage(commit).beat.n, label: editLabel(commit) }))

/** The edits of which a commit's beat is a copy: those that it brought, or the one that it replays. */
function originsOf(history: Commits, commit: Commit): string[] {
  const { beat, params } = parseBeatMessage(commit)
  const { [BROUGHT]: edits, replays } = params
  if (Array.isArray(edits)) return edits
  if (typeof replays !== 'string') return []
  // The first beat of a replay is an edit of its own, which names the last beat that is replayed.
  return [LEFT_OUT, ADDED].some((start) => beat.subject.startsWith(start)) || (isThere(history, replays) && isEdit(history.commit(replays)))
    ? [replays]
    : []
}

/** The edits that an edit's beat repeats: those that it brought, the one that it replays or makes again, and those that came with a world. */
export function repeatedEdits(history: Commits, id: string, { edit }: Params): Commit[] {
  const commit = history.commit(id)
  const { beat } = parseBeatMessage(commit)
  const world = worldOf(commit)
  const [parent] = commit.parents
  const ids = [...originsOf(history, commit), ...(beat.action === 'redo' && typeof edit === 'string' ? [edit] : [])]
  const edits = ids.filter((one) => isThere(history, one)).map((one) => history.commit(one))
  if (world === undefined || parent === undefined || !isThere(history, world)) return edits
  return [...edits, ...parted(history, parent, world).b.filter(isEdit).toReversed()]
}

/** The commit whose world a commit's beat took over. */
function worldOf(commit: Commit): string | undefined {
  const { [WORLD_OF]: world } = parseBeatMessage(commit).params
  return typeof world === 'string' ? world : undefined
}

/** The edits among commits that a later one of them undid. `commits`: newest first. */
function undoneIn(commits: readonly Commit[]): Set<string> {
  const undone = new Set<string>()
  for (const commit of commits.toReversed()) {
    const step = editStepOf(commit)
    if (step?.what === 'undo') undone.add(step.id)
    if (step?.what === 'redo') undone.delete(step.id)
  }
  return undone
}

/** The edits on the line to `from` that the line to `to` lacks, oldest first, without edits that were undone or brought. */
export function editsLacking(history: Commits, from: string, to: string): Commit[] {
  const candidates = parted(history, from, to).a.filter(isEdit)
  if (candidates.length === 0) return []
  const has = new Set<string>()
  const read = new Set<string>()
  /** Adds the edits of a line: its own, those that it brought, and those of the worlds that it took over. */
  const gather = (end: string): void => {
    if (read.has(end) || !isThere(history, end)) return
    read.add(end)
    const { a: newer, b: commits } = parted(history, from, end)
    const later = new Set(newer.map(({ id }) => id))
    for (const { id } of candidates) if (!later.has(id)) has.add(id)
    const undone = undoneIn(commits)
    for (const commit of commits) {
      has.add(commit.id)
      if (undone.has(commit.id) || !isEdit(commit)) continue
      for (const id of originsOf(history, commit)) has.add(id)
      const world = worldOf(commit)
      if (world !== undefined) gather(world)
    }
  }
  gather(to)
  const undone = undoneIn(candidates)
  const isNews = (commit: Commit): boolean => {
    const step = editStepOf(commit)
    if (worldOf(commit) !== undefined || parseBeatMessage(commit).beat.action === 'engine' || (step && step.what !== 'edit')) return false
    if (has.has(commit.id) || undone.has(commit.id)) return false
    const origins = originsOf(history, commit)
    return origins.length === 0 || !origins.every((id) => has.has(id))
  }
  return candidates.filter(isNews).toReversed()
}
