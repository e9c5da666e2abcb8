import { Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ListedContinuation } from '../../shared/lab/continuation'
import type { LabSummary } from '../../shared/lab/summaries'
import { MIN_SESSIONS_FOR_ODD, type OddSession, type OddSessions } from '../../shared/lab/odd'
import { switchBranch } from '../branch-operations'
import { api } from '../client'
import { notify } from '../session'
import { counted } from '../ui/amounts'
import { Button } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import type { RowAction } from '../ui/RowMenu'
import { askToContinue, askToSummarise, continuationWords, progressWords, stopContinuing, stopSummarising, useContinue } from './continue-state'
import { EntryGrid } from './EntryGrid'
import { askToJudge } from './judging'
import { expectSession, openSession } from './state'

/** The number of unusual sessions that a report lists. */
const MAX_LISTED = 8

const askOdd = (run: string, _reported: string, signal: AbortSignal): Promise<OddSessions> => api.labOdd.query({ run, count: MAX_LISTED }, { signal })
interface ByModels {
  list: ListedContinuation[]
  summaries: LabSummary[]
}
const askByModels = async (run: string, _changes: string, signal: AbortSignal): Promise<ByModels> => {
  const [list, summaries] = await Promise.all([api.labContinuations.query({ run }, { signal }), api.labSummaries.query({ run }, { signal })])
  return { list, summaries }
}

/** The most unusual sessions of a run, each with why; one opens at the beat at which it became so. Nothing while too few are done. */
export function Unusual({ run, reported }: { run: string; reported: number }): ReactElement | null {
  const query = useQuery(run, String(reported), askOdd, 0)
  if (reported < MIN_SESSIONS_FOR_ODD) return null
  return (
    <section className="lab-part is-wide lab-never" aria-label="Unusual sessions">
      <h3>Unusual sessions</h3>
      <Query {...query} waits="Looking for unusual sessions…">
        {({ sessions }) =>
          sessions.length === 0 ? <p className="quiet">No end, place, fact or length is rare.</p> : <OddList run={run} sessions={sessions} />
        }
      </Query>
    </section>
  )
}

function OddList({ run, sessions }: { run: string; sessions: readonly OddSession[] }): ReactElement {
  const chosen = (ids: readonly string[]): OddSession[] => sessions.filter(({ session }) => ids.includes(String(session)))
  const actions: readonly RowAction[] = [
    {
      label: 'Open at its beat',
      keys: 'enter',
      isAlone: true,
      isReading: true,
      run: (ids) => chosen(ids).map(({ session, at }) => openSession(session, at))
    },
    {
      label: 'Continue with models…',
      keys: '',
      isReading: true,
      run: (ids) => askToContinue({ run, sessions: chosen(ids).map(({ session, at }) => ({ session, from: at })) })
    },
    {
      label: 'Summarise…',
      keys: '',
      isReading: true,
      run: (ids) => askToSummarise({ run, branches: [], sessions: chosen(ids).map(({ session }) => session) })
    }
  ]
  const entries = sessions.map(({ session, at, why }) => ({
    id: String(session),
    name: `Session ${session}`,
    body: (
      <>
        <b>{`Session ${session.toLocaleString('en')}, from beat ${at.toLocaleString('en')} on`}</b>
        {why.map(({ words, beat }) => (
          <span key={words} dir="auto" title={`Beat ${beat.toLocaleString('en')}`}>
            {words}
          </span>
        ))}
      </>
    )
  }))
  return <EntryGrid label="Unusual sessions" entries={entries} actions={actions} onStay={(id) => expectSession(Number(id))} />
}

/** The sessions of a run that models continued: what is being played and spent, and each branch. Nothing before the first one. */
export function Continued({ run }: { run: string }): ReactElement | null {
  const playing = useContinue((s) => (s.playing?.run === run ? s.playing.progress : undefined))
  const changes = useContinue((s) => s.changes)
  const summarising = useContinue((s) => (s.summarising?.run === run ? s.summarising.progress : undefined))
  const query = useQuery(run, String(changes), askByModels, 0)
  const { answer, problem } = query
  const isEmpty = (answer?.list.length ?? 0) + (answer?.summaries.length ?? 0) === 0
  if (!playing && !summarising && problem === undefined && isEmpty) return null
  return (
    <section className="lab-part is-wide lab-never" aria-label="Continued by models">
      <h3>Continued by models</h3>
      {playing && (
        <div className="lab-progress">
          <progress aria-label="Continuations that are over" max={playing.of} value={playing.done} />
          <output className="quiet numbers">{progressWords(playing)}</output>
          <Button icon={<Square size={13} />} label="Stop models" small onClick={stopContinuing} />
        </div>
      )}
      {summarising && (
        <div className="lab-progress">
          <progress aria-label="Summaries that are written" max={Math.max(1, summarising.of)} value={summarising.done} />
          <output className="quiet numbers">{`${summarising.done.toLocaleString('en')} of ${counted(summarising.of, 'summary', 'summaries')}`}</output>
          <Button icon={<Square size={13} />} label="Stop waiting" small onClick={stopSummarising} />
        </div>
      )}
      <Query {...query} waits="Reading the continuations…">
        {(byModels) => <Branches run={run} {...byModels} />}
      </Query>
    </section>
  )
}

/** The text of a summary without the marks of its headings. */
const plainText = (markdown: string): string => markdown.replaceAll(/^#{1,6} /gm, '')

/** The branches of continuations, with their summaries, and those of sessions that were summarised. */
function Branches({ run, list, summaries }: ByModels & { run: string }): ReactElement {
  const ofBranch = (name: string): LabSummary | undefined => summaries.findLast(({ branch }) => branch === name)
  const others = [...new Set(summaries.map(({ branch }) => branch))].filter((name) => !list.some(({ branch }) => branch === name))
  const isKept = (name: string): boolean => list.find(({ branch }) => branch === name)?.kept !== false
  const actions: readonly RowAction[] = [
    {
      label: 'Switch to the branch',
      keys: 'enter',
      isAlone: true,
      isReading: true,
      run: (ids) => ids.map((name) => (isKept(name) ? switchBranch(name) : notify('It has no branch, because no beat was played.')))
    },
    {
      label: 'Judge…',
      keys: 'alt+j',
      isReading: true,
      run: (ids) => {
        const branches = ids.filter(isKept)
        return branches.length < 2 ? notify('Select at least two branches to have them compared.') : askToJudge(branches)
      }
    },
    {
      label: 'Summarise…',
      keys: '',
      isReading: true,
      run: (ids) => {
        const branches = ids.filter(isKept)
        return branches.length === 0 ? notify('It has no branch, because no beat was played.') : askToSummarise({ run, branches, sessions: [] })
      }
    }
  ]
  const summaryOf = (name: string): ReactElement | undefined => {
    const found = ofBranch(name)
    return (
      found && (
        <span className="lab-summary" dir="auto">
          {plainText(found.text)}
        </span>
      )
    )
  }
  const continued = list.map((one) => ({
    id: one.branch,
    name: one.model,
    body: (
      <>
        <b dir="auto">{one.persona === undefined ? one.model : `${one.model}, ${one.persona}`}</b>
        <span>{one.kept ? continuationWords(one) : `${continuationWords(one)}. It has no branch.`}</span>
        {one.problem !== undefined && <span dir="auto">{one.problem}</span>}
        {summaryOf(one.branch)}
      </>
    )
  }))
  const asPlayed = others.map((name) => ({
    id: name,
    name,
    body: (
      <>
        <b>{`Session ${name.slice(name.lastIndexOf('/') + 1)}, as it was played`}</b>
        {summaryOf(name)}
      </>
    )
  }))
  return <EntryGrid label="Continued by models" entries={[...continued, ...asPlayed]} actions={actions} />
}
