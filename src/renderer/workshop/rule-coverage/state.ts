import type { CoverageEntry, CoverageKind, CoverageProgress, CoverageReport } from '../../../shared/analysis/coverage'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession } from '../../session'
import { slice } from '../../slice'
import { coverageTexts as t } from './texts'

/** The state of the panel. The default branch is the current one. */
interface CoverageState {
  branch?: string | undefined
  session?: number | undefined
  kind: CoverageKind
  isNeverOnly: boolean
  report?: CoverageReport | undefined
  /** The head of the branch when the report was made. */
  head?: string | undefined
  progress?: CoverageProgress | 'begun' | undefined
  problem?: string | undefined
  isStopped?: boolean
}

export const useCoverage = slice<CoverageState>('coverage', { kind: 'action', isNeverOnly: false })

/** The head of the panel's branch. */
export function coverageHead(): string | undefined {
  const { present, beats } = useSession.getState()
  const { branch } = useCoverage.get()
  return branch === undefined ? present?.head : beats.branches.find(({ name }) => name === branch)?.head
}

let running: { unsubscribe: () => void } | undefined

/** Stops counting and keeps the counts so far. */
export function stopCounting(): void {
  running?.unsubscribe()
  running = undefined
  if (useCoverage.get().progress !== undefined) useCoverage.set({ progress: undefined, isStopped: true })
}

/** Counts the coverage by a branch (by default the current one) or one of its sessions. */
export function countCoverage(branch: string | undefined, session: number | undefined): void {
  running?.unsubscribe()
  const head = coverageHead()
  useCoverage.set({ progress: 'begun', problem: undefined, isStopped: false })
  running = api.coverage.subscribe(
    { ...(branch === undefined ? {} : { branch }), ...(session === undefined ? {} : { session }) },
    {
      onData: (news) =>
        useCoverage.set(
          news.kind === 'progress' ? { progress: news.progress } : { progress: undefined, report: news.answer, head, problem: undefined }
        ),
      onError: (error) => useCoverage.set({ progress: undefined, problem: problemOf(error).message })
    }
  )
}

/** The mark of a line: whether all of its statements were exercised, some or none, and how often. */
interface LineMark {
  line: number
  how: 'all' | 'some' | 'never'
  words: string
}

let known: { report: CoverageReport; byPath: Map<string, LineMark[]> } | undefined

/** The marks of a file's lines, from the first one on. */
export function marksOf(report: CoverageReport | undefined, path: string): readonly LineMark[] {
  if (!report) return []
  if (known?.report !== report) known = { report, byPath: marksByPath(report) }
  return known.byPath.get(path) ?? []
}

function marksByPath({ groups }: CoverageReport): Map<string, LineMark[]> {
  const files = new Map<string, Map<number, CoverageEntry[]>>()
  for (const { kind, entries } of groups) {
    if (kind === 'location' || kind === 'event' || kind === 'node') continue
    for (const entry of entries) {
      const lines = files.get(entry.place.path) ?? new Map<number, CoverageEntry[]>()
      files.set(entry.place.path, lines)
      const line = lines.get(entry.place.line)
      if (line) line.push(entry)
      else lines.set(entry.place.line, [entry])
    }
  }
  return new Map(
    [...files].map(([path, lines]) => [path, [...lines].map(([line, entries]) => markOf(line, entries)).toSorted((a, b) => a.line - b.line)])
  )
}

function markOf(line: number, entries: readonly CoverageEntry[]): LineMark {
  const ran = entries.filter(({ times }) => times > 0)
  const isPart = ran.some(({ held, times }) => held !== undefined && (held === 0 || held === times))
  const how = ran.length === 0 ? 'never' : ran.length < entries.length || isPart ? 'some' : 'all'
  return { line, how, words: `${t.mark[how]}: ${entries.map(entryWords).join('; ')}` }
}

/** How often something was exercised, in words. */
export const entryWords = ({ times, held, arm }: CoverageEntry): string =>
  [
    times === 0 ? 'never' : `${times.toLocaleString('en')} ×`,
    ...(arm ? ['one branch of ? :'] : []),
    ...(held === undefined || times === 0 ? [] : [held === times ? 'always true' : held === 0 ? 'never true' : `true ${held.toLocaleString('en')} ×`])
  ].join(', ')
