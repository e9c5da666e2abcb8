import type { ReactElement } from 'react'
import type { Availability } from '../../../shared/story/game'
import { useSession } from '../../session'
import { inSentence } from '../../ui/names'
import { Query, useQuery } from '../../ui/Query'
import { AvailabilityList } from '../Call'
import { askAvailabilities } from './queries'
const parted = (list: readonly Availability[]): { offered: Availability[]; withheld: Availability[] } => ({
  offered: list.filter(({ reason }) => reason === undefined),
  withheld: list.filter(({ reason }) => reason !== undefined)
})

/** The actions that were unavailable at a turn, each with its exact reason, and then the available ones. */
export function UnavailableTab({ who, parent }: { who: string; parent: string }): ReactElement {
  const asked = useQuery(who, parent, askAvailabilities)
  const actors = useSession((s) => s.snapshot?.state.actors)
  return (
    <div aria-busy={asked.waiting}>
      <Query {...asked} waits="Checking the rules…">
        {({ list, verbs }) => {
          const parts = [
            { title: 'Table tools', ...parted(verbs) },
            { title: 'Game actions', ...parted(list) }
          ]
          const offered = parts.flatMap((part) => part.offered)
          const withheld = parts.filter((part) => part.withheld.length > 0)
          return (
            <>
              <p className="quiet">
                {withheld.length === 0
                  ? 'All actions were available.'
                  : `Actions that ${inSentence(actors, who)} could not take at this beat, with the reasons.`}
              </p>
              {withheld.map((part) => (
                <section key={part.title}>
                  <h3>{part.title}</h3>
                  <AvailabilityList list={part.withheld} />
                </section>
              ))}
              {offered.length > 0 && (
                <section>
                  <h3>{`Available (${offered.length})`}</h3>
                  <AvailabilityList list={offered} />
                </section>
              )}
            </>
          )
        }}
      </Query>
    </div>
  )
}
