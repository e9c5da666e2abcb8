import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react'
import { useSession, showProblem } from '../session'
import { noPins } from '../store/pins'
import { askSubject } from '../subjects'
import { Chooser } from '../ui/Chooser'
import { updateAnalysis, compareCommits } from './commands'
import { inChronologicalOrder, candidatesOf, beatsWithoutSubject, type Candidate } from './compare-candidates'
import { useAnalysis } from './state'
import { api } from '../client'
import { afterRest } from '../ui/after-rest'

const close = (): void => updateAnalysis({ choosing: undefined })

/** The chooser of the commit to compare the cursor with. */
export function CompareChooser(): ReactElement | null {
  const commit = useAnalysis((analysis) => analysis.choosing)
  const head = useSession((s) => s.present?.head)
  return commit === undefined || head === undefined ? null : <Choosing commit={commit} head={head} />
}

function Choosing({ commit, head }: { commit: string; head: string }): ReactElement {
  const beats = useSession((s) => s.beats)
  const line = useSession((s) => s.line)
  const branch = useSession((s) => s.present?.branch ?? '')
  const flags = useSession((s) => s.desk.pins[s.present?.campaign.dir ?? ''] ?? noPins)
  const subjects = useSession((s) => s.subjects)
  const choice = useMemo(() => ({ beats, line, commit, head, branch, pins: flags.toReversed() }), [beats, line, commit, head, branch, flags])
  useEffect(() => beatsWithoutSubject(choice).forEach(askSubject), [choice])
  const [query, setQuery] = useState('')
  const hits = useHits(query)
  const find = useCallback((text: string): readonly Candidate[] => candidatesOf({ ...choice, subjects, hits }, text), [choice, subjects, hits])
  return (
    <Chooser
      title={`Compare beat ${beats.byId.get(commit)?.n ?? 0} with…`}
      placeholder="A branch, a flag, or a beat by number or text"
      none="No beat or branch matches."
      find={find}
      onQuery={setQuery}
      onChoose={(other) => compareCommits(...inChronologicalOrder(beats, line, commit, other.commit))}
      onClose={close}
    />
  )
}

const REST_MS = 140
const MAX_HITS = 50
const NONE: ReadonlyMap<string, string> = new Map()

function useHits(query: string): ReadonlyMap<string, string> {
  const [result, setResult] = useState<{ of: string; hits: ReadonlyMap<string, string> }>()
  const text = query.trim()
  useEffect(() => {
    if (text === '') return undefined
    const look = async (signal: AbortSignal): Promise<void> => {
      const hits = new Map<string, string>()
      let after: string | undefined
      do {
        const answer = await api.searchBeats.query({ text, ...(after === undefined ? {} : { after }) })
        if (signal.aborted) return
        for (const { id, words } of answer.hits) hits.set(id, words)
        setResult({ of: text, hits: new Map(hits) })
        after = answer.next
      } while (after !== undefined && hits.size < MAX_HITS)
    }
    return afterRest(REST_MS, (signal) => look(signal).catch((error: unknown) => !signal.aborted && showProblem(error)))
  }, [text])
  return result?.of === text ? result.hits : NONE
}
