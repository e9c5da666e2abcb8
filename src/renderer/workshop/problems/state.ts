import type { FileProblem } from '../../../shared/contract/language-calls'
import { api } from '../../client'
import { problemOf } from '../../problem-of'
import { useSession } from '../../session'
import { slice } from '../../slice'
import { draftsForCore } from '../live'
import { isShown, useWorkshop } from '../state'

interface ProblemsState {
  found: readonly FileProblem[]
  /** Type errors in open rules, which only the editor knows. */
  typed: readonly FileProblem[]
  phase: 'asking' | 'glanced' | 'whole'
  failure?: string | undefined
  withNotes: boolean
}

export const useProblems = slice<ProblemsState>('workshop-problems', { found: [], typed: [], phase: 'asking', withNotes: false })

const REST_MS = 250

/** Checks the files again whenever a text, a beat or an external file changes while the workshop is in view. Returns how to stop. */
export function followProblems(): () => void {
  let seen: readonly unknown[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  let asking: { unsubscribe: () => void } | undefined
  const ask = (): void => {
    asking?.unsubscribe()
    useProblems.set({ phase: 'asking' })
    asking = api.liveProblems.subscribe(
      { drafts: draftsForCore() },
      {
        onData: ({ problems, whole }) => useProblems.set({ found: problems, phase: whole ? 'whole' : 'glanced', failure: undefined }),
        onError: (error) => useProblems.set({ failure: problemOf(error).message, phase: 'whole' })
      }
    )
  }
  const look = (): void => {
    const { present } = useSession.getState()
    if (!present || !isShown()) return
    const now = [present.campaign.dir, present.head, present.edits, useWorkshop.get().edits]
    if (now.every((one, i) => one === seen[i])) return
    seen = now
    clearTimeout(timer)
    timer = setTimeout(ask, REST_MS)
  }
  const stop = useSession.subscribe(look)
  look()
  return () => {
    stop()
    clearTimeout(timer)
    asking?.unsubscribe()
  }
}

/** All problems by file, in the order of paths; within a file by line. Notes on possibly intended findings only on request. */
export function problemsByFile({ found, typed, withNotes }: ProblemsState): [path: string, problems: FileProblem[]][] {
  const byFile = new Map<string, FileProblem[]>()
  for (const one of [...found, ...typed]) {
    if (one.level === 'info' && !withNotes) continue
    byFile.set(one.path, [...(byFile.get(one.path) ?? []), one])
  }
  return [...byFile]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, list]) => [path, list.toSorted((a, b) => a.line - b.line || a.column - b.column)])
}

/** The numbers of errors and warnings. */
export function countsOf({ found, typed }: ProblemsState): { errors: number; warnings: number } {
  const all = [...found, ...typed]
  return { errors: all.filter(({ level }) => level === 'error').length, warnings: all.filter(({ level }) => level === 'warning').length }
}
