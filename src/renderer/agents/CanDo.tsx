import { own } from '../../shared/base/json'
import { ChevronRight } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Availabilities } from '../../shared/table/present'
import type { Availability } from '../../shared/story/game'
import { api } from '../client'
import { useSession } from '../session'
import { inSentence } from '../ui/names'
import { Query, useQuery } from '../ui/Query'
const askStandings = (who: string, commit: string, signal: AbortSignal): Promise<Availabilities> =>
  api.actions.query({ as: who, at: commit }, { signal })

/** The available actions of a character at the cursor and, folded, the unavailable ones with their reasons. */
export function CanDo({ who, commit }: { who: string; commit: string }): ReactElement {
  const answer = useQuery(who, commit, askStandings)
  return (
    <section aria-busy={answer.waiting}>
      <h3>Available actions</h3>
      <Query {...answer} waits="Checking the rules…">
        {(standings) => <Answered who={who} standings={standings} />}
      </Query>
    </section>
  )
}

function Answered({ who, standings: { turn, list } }: { who: string; standings: Availabilities }): ReactElement {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const can = list.filter(({ reason }) => reason === undefined)
  const cannot = list.filter(({ reason }) => reason !== undefined)
  return (
    <>
      {turn !== who && <p className="quiet">{`It’s ${inSentence(actors, turn)}’s turn. On ${inSentence(actors, who)}’s turn:`}</p>}
      {can.length === 0 ? <p className="quiet">None</p> : <Actions list={can} />}
      {cannot.length > 0 && (
        <details>
          <summary>
            <ChevronRight size={13} aria-hidden="true" /> {`Unavailable actions (${cannot.length})`}
          </summary>
          <Actions list={cannot} />
        </details>
      )}
    </>
  )
}

/** Actions with their unavailable reasons or their requirements. */
export function Actions({ list }: { list: readonly Availability[] }): ReactElement {
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
                <b>{required ? name : `${name}, optional`}</b> {values?.map((value) => own(labels, value) ?? value).join(', ') ?? 'any text'}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}
