import { indexIn, type Beats } from '../store/beats'
import type { Mark } from '../../shared/chronicle'
import type { Choosable } from '../ui/Chooser'
import { momentTexts } from '../ui/moment-texts'

const t = momentTexts.compare

/** A moment that another can be compared with. */
export interface Other extends Choosable {
  commit: string
}

/** Beats that are found by their words. */
const MOST = 50

/** Moments to compare a commit with, without itself: now, the beat before, branches, where they part, and beats found by their words. */
export function othersOf(beats: Beats, line: readonly Mark[], commit: string, head: string, branch: string, query: string): Other[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, group = '' }: Other): boolean => words.every((word) => `${group} ${label}`.toLowerCase().includes(word))
  const seen = new Set([commit])
  const once = ({ commit: other }: Other): boolean => !seen.has(other) && Boolean(seen.add(other))
  const found = words.length === 0 ? [] : line.filter((beat) => words.every((word) => `${beat.n} ${beat.subject ?? ''}`.toLowerCase().includes(word)))
  const beatsFound = found
    .slice(-MOST)
    .toReversed()
    .map(({ id, n, subject }): Other => ({ id: `beat ${id}`, commit: id, group: t.groups.beat, label: t.pin(n, subject ?? '') }))
  return [...known(beats, line, commit, head, branch).filter(fits), ...beatsFound].filter(once)
}

function known(beats: Beats, line: readonly Mark[], commit: string, head: string, branch: string): Other[] {
  const own = beats.byId.get(commit)
  const parent = own?.parent === undefined ? undefined : beats.byId.get(own.parent)
  const others = beats.branches.filter((one) => one.name !== branch)
  return [
    { id: 'now', commit: head, group: t.groups.now, label: t.now(branch) },
    ...(parent ? [{ id: 'before', commit: parent.id, group: t.groups.before, label: t.before(parent.n, parent.subject ?? '') }] : []),
    ...others.map((one) => ({
      id: `branch ${one.name}`,
      commit: one.head,
      group: t.groups.branch,
      label: t.branch(one.name, beats.byId.get(one.head)?.n)
    })),
    ...beats.tracks.flatMap(({ branch: name, fork }) =>
      fork && (name === branch || indexIn(line, fork) >= 0)
        ? [{ id: `parting ${name}`, commit: fork.id, group: t.groups.parting, label: t.parting(name, fork.n) }]
        : []
    )
  ]
}

/** Two commits as they are compared: of one line of history the earlier first, of others as they were chosen. */
export function inTime(beats: Beats, line: readonly Mark[], commit: string, other: string): [string, string] {
  const [one, two] = [commit, other].map((id) => {
    const beat = beats.byId.get(id)
    return beat ? indexIn(line, beat) : -1
  })
  return one !== undefined && two !== undefined && two >= 0 && two < one ? [other, commit] : [commit, other]
}
