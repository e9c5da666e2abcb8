import type { ReactElement } from 'react'
import { texts } from '../../ui/texts'
import { Query, useQuery } from '../../ui/Query'
import { Call, Changes, Rolls, Section } from '../Call'
import { askBeat } from './queries'
import { inspectorTexts as t } from './texts'
import type { Subject } from './Turn'
import { beatTexts } from '../texts'

/** Every call of a turn with its input and result, and its outcome: dice and changes. */
export function CallsTab({ beat, record }: Pick<Subject, 'beat' | 'record'>): ReactElement {
  return (
    <>
      {record?.calls.map((call, i) => (
        // oxlint-disable-next-line react/no-array-index-key -- a record does not change
        <Call key={i} call={call} at={beat?.parent} />
      ))}
      {record?.calls.length === 0 && <p className="quiet">{t.noCalls}</p>}
      {beat ? <Outcome commit={beat.id} /> : <p className="quiet">The call did not finish and changed nothing.</p>}
    </>
  )
}

/** The rolls and changes of a beat. */
export function Outcome({ commit }: { commit: string }): ReactElement {
  const asked = useQuery('beat', commit, askBeat)
  return (
    <div aria-busy={asked.waiting}>
      <Query {...asked} waits={texts.loading}>
        {({ beat, changes }) => (
          <>
            {beat.rolls.length > 0 && (
              <Section title={beatTexts.rolls}>
                <Rolls rolls={beat.rolls} />
              </Section>
            )}
            <Section title={beatTexts.changes}>
              <Changes changes={changes} />
            </Section>
          </>
        )}
      </Query>
    </div>
  )
}
