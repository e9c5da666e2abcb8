import { Square } from 'lucide-react'
import type { ReactElement } from 'react'
import type { ListedContinuation } from '../../shared/lab/continuation'
import { MIN_SESSIONS_FOR_ODD, type OddSession, type OddSessions } from '../../shared/lab/odd'
import { switchBranch } from '../branch-operations'
import { api } from '../client'
import { Button } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'
import { askToContinue, continuationWords, progressWords, stopContinuing, useContinue } from './continue-state'
import { openSession } from './state'
import { useRoving } from './use-roving'

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
  const { stop, keys } = useRoving(sessions.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons
    <ul className="lab-odd" {...keys}>
      {sessions.map(({ session, at, why }, i) => (
        <li key={session}>
          <button type="button" className="lab-never-entry" data-stop tabIndex={i === stop ? 0 : -1} onClick={() => void openSession(session, at)}>
            <b>{`Session ${session.toLocaleString('en')}, from beat ${at.toLocaleString('en')} on`}</b>
            {why.map(({ words, beat }) => (
              <span key={words} dir="auto" title={`Beat ${beat.toLocaleString('en')}`}>
                {words}
              </span>
            ))}
          </button>
          <Button
            label="Continue with models…"
            small
            title={`Let models continue session ${session.toLocaleString('en')} from beat ${at.toLocaleString('en')}`}
            onClick={() => askToContinue({ run, session, from: at })}
          />
        </li>
      ))}
    </ul>
  )
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
  const kept = list.filter((one) => one.kept)
  const { stop, keys } = useRoving(kept.length)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows move among its buttons
    <ul {...keys}>
      {list.map((one) => {
        const { branch, model, persona, problem } = one
        const words = (
          <>
            <b dir="auto">{persona === undefined ? model : `${model}, ${persona}`}</b>
            <span>{one.kept ? continuationWords(one) : `${continuationWords(one)}. It has no branch.`}</span>
            {problem !== undefined && <span dir="auto">{problem}</span>}
          </>
        )
        return (
          <li key={branch}>
            {one.kept ? (
              <button
                type="button"
                className="lab-never-entry"
                title={`Switch to the branch ${branch}`}
                data-stop
                tabIndex={kept[stop] === one ? 0 : -1}
                onClick={() => void switchBranch(branch)}
              >
                {words}
              </button>
            ) : (
              <div className="lab-never-entry is-gone">{words}</div>
            )}
          </li>
        )
      })}
    </ul>
  )
}
