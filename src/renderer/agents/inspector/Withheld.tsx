import type { ReactElement } from 'react'
import { useSession } from '../../session'
import { nameOf } from '../../ui/names'
import { texts } from '../../ui/texts'
import { Asked, useAsked } from '../Asked'
import { Actions } from '../CanDo'
import { askStandings } from './asked'

const t = texts.inspector

/** What was not offered at the moment of a turn, with the exact reason for each; what was, after it. */
export function Withheld({ who, parent }: { who: string; parent: string }): ReactElement {
  const asked = useAsked(who, parent, askStandings)
  const actors = useSession((s) => s.shown?.state.actors)
  return (
    <div aria-busy={asked.waiting}>
      <Asked {...asked} waits={t.asking}>
        {({ list }) => {
          const withheld = list.filter(({ reason }) => reason !== undefined)
          const offered = list.filter(({ reason }) => reason === undefined)
          return (
            <>
              <p className="quiet">{withheld.length === 0 ? t.allOffered : t.withheldHint(nameOf(actors, who))}</p>
              <Actions list={withheld} />
              {offered.length > 0 && (
                <section>
                  <h3>{t.offered(offered.length)}</h3>
                  <Actions list={offered} />
                </section>
              )}
            </>
          )
        }}
      </Asked>
    </div>
  )
}
