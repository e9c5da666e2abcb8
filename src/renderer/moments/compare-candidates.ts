import type { Mark } from '../../shared/chronicle'
import { indexIn, shownBranches, type Beats } from '../store/beats'
import type { Choosable } from '../ui/Chooser'
import { momentTexts } from './texts'

const t = momentTexts.compare

/** A moment that another can be compared with. */
export interface Other extends Choosable {
  commit: string
}

/** What moments to compare with are gathered from: the commit that is looked at, the present, flags, and what beats are known to say. */
export interface Choice {
  beats: Beats
  line: readonly Mark[]
  commit: string
  head: string
  branch: string
  pins: readonly string[]
  subjects: ReadonlyMap<string, string>
  /** What was found by a search of their words, by beat; also on other lines. */
  hits?: ReadonlyMap<string, string>
}

/** Beats that are found by their number or words. */
const MAX_CANDIDATES = 50
/** Beats before and behind the one that is looked at whose words are asked for. */
const MAX_NEARBY = 200

/** Moments to compare a commit with, without itself: now, flags, the beat before, branches, where they part, and beats found by number or words. */
export function othersOf(choice: Choice, query: string): Other[] {
  const { beats: all, line, commit, subjects, hits = new Map<string, string>() } = choice
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, group = '' }: Other): boolean => words.every((word) => `${group} ${label}`.toLowerCase().includes(word))
  const seen = new Set([commit])
  const once = ({ commit: other }: Other): boolean => !seen.has(other) && Boolean(seen.add(other))
  const subjectOf = ({ id, subject }: Mark): string => subject ?? subjects.get(id) ?? hits.get(id) ?? ''
  const here = line.filter((mark) => hits.has(mark.id) || words.every((word) => `${mark.n} ${subjectOf(mark)}`.toLowerCase().includes(word)))
  const elsewhere = [...hits.keys()].flatMap((id) => all.byId.get(id) ?? []).filter((mark) => indexIn(line, mark) < 0)
  const found = words.length === 0 ? [] : [...elsewhere, ...here]
  const exact = found.filter(({ n }) => String(n) === query.trim())
  const beats = [...exact, ...found.slice(-MAX_CANDIDATES).toReversed()].map((mark): Other => ({
    id: `beat ${mark.id}`,
    commit: mark.id,
    group: t.groups.beat,
    label: t.pin(mark.n, subjectOf(mark))
  }))
  return [...known(choice, subjectOf).filter(fits), ...beats].filter(once)
}

function known({ beats, line, commit, head, branch, pins }: Choice, subjectOf: (mark: Mark) => string): Other[] {
  const parent = parentOf(beats, commit)
  const flags = pins.flatMap((id) => beats.byId.get(id) ?? [])
  const branches = shownBranches(beats).filter((one) => one.name !== branch)
  const partings = beats.tracks.flatMap(({ branch: name, fork }) => (fork && (name === branch || indexIn(line, fork) >= 0) ? [{ name, fork }] : []))
  const other = (group: string, id: string, of: string, label: string): Other => ({ id, commit: of, group, label })
  return [
    other(t.groups.now, 'now', head, t.now(branch)),
    ...flags.map((mark) => other(t.groups.pin, `pin ${mark.id}`, mark.id, t.pin(mark.n, subjectOf(mark)))),
    ...(parent ? [other(t.groups.before, 'before', parent.id, t.before(parent.n, subjectOf(parent)))] : []),
    ...branches.map((one) => other(t.groups.branch, `branch ${one.name}`, one.head, t.branch(one.name, beats.byId.get(one.head)?.n))),
    ...partings.map(({ name, fork }) => other(t.groups.parting, `parting ${name}`, fork.id, t.parting(name, fork.n)))
  ]
}

const parentOf = (beats: Beats, commit: string): Mark | undefined => beats.byId.get(beats.byId.get(commit)?.parent ?? '')

/** Beats whose words are shown or searched when a commit is to be compared: those near it, flags, and the one before. */
export function toldBeats({ beats, line, commit, pins }: Omit<Choice, 'subjects'>): string[] {
  const mark = beats.byId.get(commit)
  const at = mark ? indexIn(line, mark) : -1
  const near = at < 0 ? [] : line.slice(Math.max(0, at - MAX_NEARBY), at + MAX_NEARBY)
  const ids = [...near.map(({ id }) => id), ...pins, ...(mark?.parent === undefined ? [] : [mark.parent])]
  return [...new Set(ids)].filter((id) => beats.byId.has(id) && beats.byId.get(id)?.subject === undefined)
}

/** Two commits as they are compared: of one line of history the earlier first, of others as they were chosen. */
export function inTime(beats: Beats, line: readonly Mark[], commit: string, other: string): [string, string] {
  const [one, two] = [commit, other].map((id) => {
    const mark = beats.byId.get(id)
    return mark ? indexIn(line, mark) : -1
  })
  return one !== undefined && two !== undefined && two >= 0 && two < one ? [other, commit] : [commit, other]
}
