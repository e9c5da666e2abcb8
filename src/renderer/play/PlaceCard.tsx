import { ArrowDown, ArrowRight, ArrowUp, Compass, TriangleAlert } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Journey } from '../../shared/state'
import { inspect, loreThen, useSession } from '../session'
import { hereOf } from '../../shared/map/here'
import { exitsOf, vitals } from '../store/here'
import { hueOf } from '../../shared/hues'
import { Blank, Scroll, Token } from '../ui/Parts'
import { texts } from '../ui/texts'
import './play.css'

const t = texts.place

/** Where the party is: the place, the scene's aim, who is there and the ways out. */
export function PlaceCard(): ReactElement | null {
  const state = useSession((s) => s.shown?.state)
  const lore = useSession(loreThen)
  if (!state) return null
  const here = hereOf(state)
  const place = here && state.places[here]
  if (!here || !place) return <Blank title={t.empty}>{t.emptyHint}</Blank>
  const about = lore?.places[here]
  return (
    <Scroll className="place" label={place.name}>
      <div className="place-main">
        <p className="place-region">{state.regions[place.region]?.name ?? place.region}</p>
        <h1>{place.name}</h1>
        {about?.description && <p className="place-text">{about.description}</p>}
        {state.scene?.aim && (
          <p className="place-aim">
            <b>{t.aim}</b> {state.scene.aim}
          </p>
        )}
      </div>
      <People here={here} />
      <section className="place-exits" aria-labelledby="exits">
        <h2 id="exits">{t.exits}</h2>
        <ul>
          {exitsOf(state, here).map(([id, journey]) => (
            <ExitRow
              key={id}
              journey={journey}
              name={state.places[journey.to]?.name ?? journey.to}
              seen={state.places[journey.to]?.tags['visited'] === true}
            />
          ))}
        </ul>
        {exitsOf(state, here).length === 0 && <p className="quiet">{t.noExits}</p>}
      </section>
    </Scroll>
  )
}

function People({ here }: { here: string }): ReactElement | null {
  const actors = useSession((s) => s.shown?.state.actors)
  const lore = useSession((s) => loreThen(s)?.actors)
  const selected = useSession((s) => s.selected)
  if (!actors) return null
  const ids = Object.keys(actors)
    .filter((id) => actors[id]?.location === here)
    .sort((a, b) => Number(actors[a]?.kind === 'npc') - Number(actors[b]?.kind === 'npc'))
  return (
    <section className="place-people" aria-labelledby="people">
      <h2 id="people">{t.here}</h2>
      {ids.length === 0 && <p className="quiet">{t.nobody}</p>}
      <ul>
        {ids.map((id) => {
          const actor = actors[id]
          if (!actor) return null
          const hp = vitals(actor)
          return (
            <li key={id}>
              <button
                type="button"
                className={`person hue-${hueOf(actors, id)}`}
                aria-pressed={selected === id}
                onClick={() => inspect(id)}
                title={lore?.[id]?.public ?? actor.name}
              >
                <Token name={actor.name} hue={hueOf(actors, id)} npc={actor.kind === 'npc'} down={hp?.now === 0} />
                <span className="person-name clip">{actor.name}</span>
                {hp ? (
                  <span className="person-hp numbers" aria-label={`${hp.now} of ${hp.max} hp`}>
                    <span className="bar" aria-hidden="true">
                      <span style={{ width: `${(100 * hp.now) / Math.max(1, hp.max)}%` }} />
                    </span>
                    {hp.now}
                  </span>
                ) : null}
                <span className="person-note clip">
                  {[...Object.keys(actor.conditions), actor.kind === 'npc' ? actor.attitude : undefined].filter(Boolean).join(', ')}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const icon = (direction: string): ReactElement => {
  if (/down|below|descend/i.test(direction)) return <ArrowDown size={13} aria-hidden="true" />
  if (/up|above|climb/i.test(direction)) return <ArrowUp size={13} aria-hidden="true" />
  if (/north|south|east|west/i.test(direction)) return <Compass size={13} aria-hidden="true" />
  return <ArrowRight size={13} aria-hidden="true" />
}

function ExitRow({ journey, name, seen }: { journey: Journey; name: string; seen: boolean }): ReactElement {
  return (
    <li className="exit">
      {icon(journey.direction)}
      <span className="exit-name clip">{name}</span>
      <span className="exit-way clip">
        {journey.direction}
        {journey.duration ? ` · ${journey.duration}` : ''}
        {seen ? '' : ` · ${t.aheadUnseen}`}
      </span>
      {journey.risks.length > 0 && (
        <span className="exit-risks clip">
          <TriangleAlert size={12} aria-hidden="true" /> {journey.risks.join(', ')}
        </span>
      )}
    </li>
  )
}
