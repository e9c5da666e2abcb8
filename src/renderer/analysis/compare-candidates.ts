import type { Mark } from '../../shared/analysis/chronicle'
import { indexIn, shownBranches, type Beats } from '../store/beats'
import type { Choosable } from '../ui/Chooser'
import { analysisTexts } from './texts'

const t = analysisTexts.compare

/** A commit to compare with. */
export interface Candidate extends Choosable {
  group?: string
  commit: string
}

/** The sources of the candidates: the commit at the cursor, the head, the pins, and the known subjects of beats. */
interface CandidateSources {
  beats: Beats
  line: readonly Mark[]
  commit: string
  head: string
  branch: string
  pins: readonly string[]
  subjects: ReadonlyMap<string, string>
  hits?: ReadonlyMap<string, string>
}

const MAX_CANDIDATES = 50
/** The number of beats before and after the cursor whose subjects are fetched. */
const MAX_NEARBY = 200

/** Candidates to compare a commit with: the head, pins, the previous beat, branches and their forks, and beats that match a number or words. */
export function candidatesOf(choice: CandidateSources, query: string): Candidate[] {
  const { beats: all, line, commit, subjects, hits = new Map<string, string>() } = choice
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, group = '' }: Candidate): boolean => words.every((word) => `${group} ${label}`.toLowerCase().includes(word))
  const seen = new Set([commit])
  const once = ({ commit: other }: Candidate): boolean => !seen.has(other) && Boolean(seen.add(other))
  const subjectOf = ({ id, subject }: Mark): string => subject ?? subjects.get(id) ?? hits.get(id) ?? ''
  const here = line.filter((mark) => hits.has(mark.id) || words.every((word) => `${mark.n} ${subjectOf(mark)}`.toLowerCase().includes(word)))
  const elsewhere = [...hits.keys()].flatMap((id) => all.byId.get(id) ?? []).filter((mark) => indexIn(line, mark) < 0)
  const matching = words.length === 0 ? [] : [...elsewhere, ...here]
  const exact = matching.filter(({ n }) => String(n) === query.trim())
  const beats = [...exact, ...matching.slice(-MAX_CANDIDATES).toReversed()].map((mark): Candidate => ({
    id: `beat ${mark.id}`,
    commit: mark.id,
    group: 'Beat',
    label: t.pin(mark.n, subjectOf(mark))
  }))
  return [...knownCandidates(choice, subjectOf).filter(fits), ...beats].filter(once)
}

function knownCandidates({ beats, line, commit, head, branch, pins }: CandidateSources, subjectOf: (mark: Mark) => string): Candidate[] {
  const parent = parentOf(beats, commit)
  const flags = pins.flatMap((id) => beats.byId.get(id) ?? [])
  const branches = shownBranches(beats).filter((one) => one.name !== branch)
  const partings = beats.tracks.flatMap(({ branch: name, fork }) => (fork && (name === branch || indexIn(line, fork) >= 0) ? [{ name, fork }] : []))
  const other = (group: string, id: string, of: string, label: string): Candidate => ({ id, commit: of, group, label })
  return [
    other('Now', 'now', head, `${branch}, newest beat`),
    ...flags.map((mark) => other('Flag', `pin ${mark.id}`, mark.id, t.pin(mark.n, subjectOf(mark)))),
    ...(parent ? [other('Before', 'before', parent.id, t.before(parent.n, subjectOf(parent)))] : []),
    ...branches.map(({ name, head: of }) => {
      const n = beats.byId.get(of)?.n
      return other('Branch', `branch ${name}`, of, n === undefined ? name : `${name}, at beat ${n}`)
    }),
    ...partings.map(({ name, fork }) => other('Branch point', `parting ${name}`, fork.id, `Start of ${name}, beat ${fork.n}`))
  ]
}

const parentOf = (beats: Beats, commit: string): Mark | undefined => beats.byId.get(beats.byId.get(commit)?.parent ?? '')

/** Beats near a commit, pins and the previous beat, if their subjects are unknown. */
export function beatsWithoutSubject({ beats, line, commit, pins }: Omit<CandidateSources, 'subjects'>): string[] {
  const mark = beats.byId.get(commit)
  const at = mark ? indexIn(line, mark) : -1
  const near = at < 0 ? [] : line.slice(Math.max(0, at - MAX_NEARBY), at + MAX_NEARBY)
  const ids = [...near.map(({ id }) => id), ...pins, ...(mark?.parent === undefined ? [] : [mark.parent])]
  return [...new Set(ids)].filter((id) => beats.byId.has(id) && beats.byId.get(id)?.subject === undefined)
}

/** Two commits in the order of comparison: the earlier one first if they are on one line, else as given. */
export function inChronologicalOrder(beats: Beats, line: readonly Mark[], commit: string, other: string): [string, string] {
  const [one, two] = [commit, other].map((id) => {
    const mark = beats.byId.get(id)
    return mark ? indexIn(line, mark) : -1
  })
  return one !== undefined && two !== undefined && two >= 0 && two < one ? [other, commit] : [commit, other]
}
