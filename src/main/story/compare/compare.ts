import { ifReadable } from '../../campaign/parsed-files'
import { isLog } from '../../../shared/story/layout'
import { GROUP_TITLES, type ComparedGroup, type ComparedSide, type Comparison, type GroupKind } from '../../../shared/analysis/compare'
import type { Commit } from '../../campaign/history'
import { parseBeatMessage } from '../../campaign/beat-message'
import type { BeatLines, BeatLine } from '../history/line'
import { lanesOf } from '../history/branches'
import type { StoryReader } from '../reader'
import { type Side, type Sides, sentence, type DifferenceLine } from './sides'
import { stateLines } from './changes'
import { table } from './table'
import { written } from './prose'
import { timeSlices } from '../../work/time-slices'

/** The last commit that two commits share, its beat number, and how many beats each side has added since. */
interface CommonBeat {
  base: { commit: string; n: number } | undefined
  one: { n: number; beats: number }
  other: { n: number; beats: number }
}

/** The last commit that two lines share along first parents. */
async function commonBeatOf(lines: BeatLines, a: string, b: string): Promise<CommonBeat> {
  const [one, other] = [await lines.of(a, timeSlices()), await lines.of(b, timeSlices())]
  // Two lines with a common beginning are equal up to the point where they diverge.
  let [low, high] = [0, Math.min(one.count, other.count)]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (one.ids[middle - 1] === other.ids[middle - 1]) low = middle
    else high = middle - 1
  }
  const base = low === 0 ? undefined : { commit: one.ids[low - 1] ?? '', n: one.numbers[low - 1] ?? 0 }
  const since = (line: BeatLine): CommonBeat['one'] => ({ n: line.numbers[line.count - 1] ?? 0, beats: line.count - low })
  return { base, one: since(one), other: since(other) }
}

/** The branches whose head is this commit. */
const branchesAt = (branches: readonly { name: string; head: string }[], { id }: Commit): string[] =>
  branches.filter(({ head }) => head === id).map(({ name }) => name)

const MAX_LINES_PER_GROUP = 200

/** The difference between two commits in the game's words. Throws Problem `not-found`, or `bad-file` if one of them can't be read. */
export async function compare(campaign: StoryReader, lines: BeatLines, a: string, b: string): Promise<Comparison> {
  const { history } = campaign
  const [one, other] = [history.commit(a), history.commit(b)]
  const changed = new Map(
    history.changed(one.tree, other.tree).map(({ path, from, to }) => [path, from ? (to ? 'changed' : 'removed') : 'added'] as const)
  )
  const sides: Sides = { a: await sideOf(campaign, one), b: await sideOf(campaign, other), changed }
  const { base, one: first, other: second } = await commonBeatOf(lines, a, b)
  const branches = lanesOf(history)
  const comparedSide = (commit: Commit, { n, beats }: { n: number; beats: number }): ComparedSide => {
    const { subject } = parseBeatMessage(commit).beat
    const entries = base ? linesSince(campaign, base.commit, commit) : 0
    return { commit: commit.id, n, subject, branches: branchesAt(branches, commit), beats, entries }
  }
  return { a: comparedSide(one, first), b: comparedSide(other, second), ...(base ? { base } : {}), groups: grouped(allLines(sides)) }
}

async function sideOf(campaign: StoryReader, { id, tree }: Commit): Promise<Side> {
  const { state, lore } = campaign.past.hydratedAt(id)
  return { state, lore, game: await campaign.past.listsAt(tree), text: (path) => ifReadable(() => campaign.past.files.text(tree, path)) }
}

/** All differences by group. A file without a line gets a line with its name, so that only equal trees have no lines. */
export function allLines(sides: Sides): DifferenceLine[] {
  const lines = [...table(sides), ...stateLines(sides), ...written(sides)]
  const spoken = new Set(lines.flatMap(({ files }) => files))
  const ends = { added: 'is new', changed: 'has changed', removed: 'is gone' }
  const left = [...sides.changed].filter(([path]) => !spoken.has(path)).toSorted(([x], [y]) => (x < y ? -1 : 1))
  return [...lines, ...left.map(([path, change]) => sentence('files', path, `${path} ${ends[change]}`, [path]))]
}

/** Lines by group. A long group shows its first lines and counts all of them. */
export function grouped(all: readonly DifferenceLine[]): ComparedGroup[] {
  return (Object.keys(GROUP_TITLES) as GroupKind[]).flatMap((kind) => {
    const lines = all.filter((line) => line.kind === kind)
    return lines.length === 0
      ? []
      : [{ kind, total: lines.length, lines: lines.slice(0, MAX_LINES_PER_GROUP).map(({ kind: _kind, ...line }) => line) }]
  })
}

/** The number of log entries that a side has added since a commit. */
function linesSince(campaign: StoryReader, base: string, { tree }: Commit): number {
  const from = campaign.history.commit(base).tree
  const logs = campaign.history.changed(from, tree).filter(({ path }) => isLog(path))
  const lines = (root: string, path: string): number => campaign.past.files.text(root, path)?.match(/^- /gm)?.length ?? 0
  return logs.reduce((sum, { path }) => sum + Math.max(0, lines(tree, path) - lines(from, path)), 0)
}
