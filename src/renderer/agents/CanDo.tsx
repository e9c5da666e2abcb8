import { ChevronRight } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react'
import type { Standings } from '../../shared/api'
import type { Standing } from '../../shared/game'
import { api, problemOf } from '../client'
import { useSession } from '../session'
import { nameOf } from '../ui/names'
import { texts } from '../ui/texts'

const t = texts.sheet

/** How long the moment that is looked at has to rest before the rules are asked, in ms. */
const REST = 80

interface Answer {
  of: string
  standings?: Standings
  problem?: string
}

/** What the rules say about somebody at a commit. While the next answer is on its way, the one before stands; a change of person starts afresh. */
function useStandings(who: string, commit: string): { answer: Answer | undefined; ask: () => void } {
  const [answer, setAnswer] = useState<Answer>()
  const latest = useRef('')
  const ask = useCallback(() => {
    const question = `${who} ${commit}`
    const heard = (next: Answer): void => {
      if (latest.current === question) setAnswer(next)
    }
    latest.current = question
    api.actions.query({ as: who, at: commit }).then(
      (standings) => heard({ of: who, standings }),
      (error: unknown) => heard({ of: who, problem: problemOf(error).message })
    )
  }, [who, commit])
  useEffect(() => {
    const timer = setTimeout(ask, REST)
    return () => {
      latest.current = ''
      clearTimeout(timer)
    }
  }, [ask])
  return { answer: answer?.of === who ? answer : undefined, ask }
}

/** What somebody can do at the moment that is looked at and, folded, what they cannot and why. */
export function CanDo({ who, commit }: { who: string; commit: string }): ReactElement {
  const { answer, ask } = useStandings(who, commit)
  const standings = answer?.standings
  return (
    <section aria-busy={answer === undefined}>
      <h3>{t.canDo}</h3>
      {answer === undefined && <p className="quiet">{t.asking}</p>}
      {answer?.problem !== undefined && (
        <div role="alert">
          <p>{answer.problem}</p>
          <button type="button" className="button small" onClick={ask}>
            {t.askAgain}
          </button>
        </div>
      )}
      {standings && <Answered who={who} standings={standings} />}
    </section>
  )
}

function Answered({ who, standings: { turn, list } }: { who: string; standings: Standings }): ReactElement {
  const actors = useSession((s) => s.shown?.state.actors)
  const can = list.filter(({ reason }) => reason === undefined)
  const cannot = list.filter(({ reason }) => reason !== undefined)
  return (
    <>
      {turn !== who && <p className="quiet">{t.notTheirTurn(nameOf(actors, turn))}</p>}
      {can.length === 0 ? <p className="quiet">{t.canDoNothing}</p> : <Actions list={can} />}
      {cannot.length > 0 && (
        <details>
          <summary>
            <ChevronRight size={13} aria-hidden="true" /> {t.cannotDo(cannot.length)}
          </summary>
          <Actions list={cannot} />
        </details>
      )}
    </>
  )
}

function Actions({ list }: { list: readonly Standing[] }): ReactElement {
  return (
    <dl className="can-do">
      {list.map(({ action, description, reason, params = [] }) => (
        <div key={action}>
          <dt className="mono" title={description}>
            {action}
          </dt>
          <dd>
            {reason ?? (params.length === 0 ? <span className="quiet">{description}</span> : null)}
            {params.map(({ name, required, enum: values, labels }) => (
              <span key={name} className="can-do-choice">
                <b>{required ? name : t.optional(name)}</b> {values?.map((value) => labels?.[value] ?? value).join(', ') ?? t.freeText}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
