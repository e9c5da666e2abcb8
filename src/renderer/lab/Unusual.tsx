import { Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ListedContinuation } from '../../shared/lab/continuation'
import { MIN_SESSIONS_FOR_ODD, type OddSession, type OddSessions } from '../../shared/lab/odd'
import { switchBranch } from '../branch-operations'
import { api } from '../client'
import { notify } from '../session'
import { Button } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import type { RowAction } from '../ui/RowMenu'
import { askToContinue, continuationWords, progressWords, stopContinuing, useContinue } from './continue-state'
import { EntryGrid } from './EntryGrid'
import { askToJudge } from './judging'
import { expectSession, openSession } from './state'

/** The number of unusual sessions that a report lists. */
const MAX_LISTED = 8

const askOdd = (run: string, _reported: string, signal: AbortSignal): Promise<OddSessions> => api.labOdd.query({ run, count: MAX_LISTED }, { signal })
const askContinuations = (run: string, _changes: string, signal: AbortSignal): Promise<ListedContinuation[]> =>
  api.labContinuations.query({ run }, { signal })

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
  const query = useQuery(run, String(changes), askContinuations, 0)
  const { answer, problem } = query
  if (!playing && problem === undefined && (answer?.length ?? 0) === 0) return null
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
      <Query {...query} waits="Reading the continuations…">
        {(list) => <Branches list={list} />}
      </Query>
    </section>
  )
}

function Branches({ list }: { list: readonly ListedContinuation[] }): ReactElement {
  const chosen = (ids: readonly string[]): ListedContinuation[] => list.filter(({ branch }) => ids.includes(branch))
  const actions: readonly RowAction[] = [
    {
      label: 'Switch to the branch',
      keys: 'enter',
      isAlone: true,
      isReading: true,
      run: (ids) => chosen(ids).map(({ branch, kept }) => (kept ? switchBranch(branch) : notify('It has no branch, because no beat was played.')))
    },
    {
      label: 'Judge…',
      keys: 'alt+j',
      isReading: true,
      run: (ids) => {
        const branches = chosen(ids).flatMap(({ branch, kept }) => (kept ? [branch] : []))
        return branches.length < 2 ? notify('Select at least two branches to have them compared.') : askToJudge(branches)
      }
    }
  ]
  const entries = list.map((one) => ({
    id: one.branch,
    name: one.model,
    body: (
      <>
        <b dir="auto">{one.persona === undefined ? one.model : `${one.model}, ${one.persona}`}</b>
        <span>{one.kept ? continuationWords(one) : `${continuationWords(one)}. It has no branch.`}</span>
        {one.problem !== undefined && <span dir="auto">{one.problem}</span>}
      </>
    )
  }))
  return <EntryGrid label="Continued by models" entries={entries} actions={actions} />
}
