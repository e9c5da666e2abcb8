import { ArrowDown, ArrowRight, ArrowUp, Compass, TriangleAlert } from 'lucide-react'
import { memo, useMemo, type ReactElement } from 'react'
import { own } from '../../shared/base/json'
import type { Journey, Place, Actor, GameState } from '../../shared/story/state'
import { inspect, loreAtCursor, useSession } from '../session'
import { seenPlaces } from '../../shared/map/fog'
import { hereOf } from '../../shared/map/here'
import { hueOf } from '../../shared/story/hues'
import { PICTURES } from '../../shared/story/pictures'
import { altOf } from '../../shared/words/alt-text'
import { Blank, Scroll, ActorToken } from '../ui/Parts'
import { Picture } from '../ui/Picture'
import './play.css'

/** The party's place, the scene's aim, the characters there and the exits. Each part is rendered again only if it changes. */
export function PlaceCard(): ReactElement | null {
  const isKnown = useSession((s) => s.snapshot !== undefined)
  const actors = useSession((s) => s.snapshot?.state.actors)
  const places = useSession((s) => s.snapshot?.state.places)
  const scene = useSession((s) => s.snapshot?.state.scene)
  const here = useMemo(() => actors && places && hereOf({ actors, places, scene }), [actors, places, scene])
  if (!isKnown) return null
  const place = here && own(places, here)
  if (!here || !place)
    return <Blank title="No places yet">This campaign has no places. Add one in the Map view, or open the sample to see a world.</Blank>
  return (
    <Scroll className="place" label={place.name}>
      <About place={place} here={here} />
      <People here={here} />
      <Exits here={here} />
    </Scroll>
  )
}

const About = memo(function About({ place, here }: { place: Place; here: string }): ReactElement {
  const region = useSession((s) => own(s.snapshot?.state.regions, place.region)?.name ?? place.region)
  const aim = useSession((s) => s.snapshot?.state.scene?.aim)
  const about = useSession((s) => own(loreAtCursor(s)?.places, here))
  return (
    <div className="place-main">
      <p className="panel-over">{region}</p>
      <h1>{place.name}</h1>
      {about?.picture && <Picture path={`${PICTURES}/${about.picture.file}`} alt={altOf(about.picture)} className="place-picture" />}
      {about?.description && <p className="place-text">{about.description}</p>}
      {aim && (
        <p className="place-aim">
          <b>Aim</b> {aim}
        </p>
      )}
    </div>
  )
})

const Exits = memo(function Exits({ here }: { here: string }): ReactElement | null {
  const journeys = useSession((s) => s.snapshot?.state.journeys)
  const facts = useSession((s) => s.snapshot?.state.facts)
  const places = useSession((s) => s.snapshot?.state.places)
  const actors = useSession((s) => s.snapshot?.state.actors)
  if (!journeys || !facts || !places || !actors) return null
  const seen = seenPlaces({ places, actors })
  const exits = exitsOf({ journeys, facts }, here)
  return (
    <section className="place-exits" aria-labelledby="exits">
      <h2 id="exits">Exits</h2>
      <ul>
        {exits.map(([id, journey]) => (
          <ExitRow key={id} journey={journey} name={own(places, journey.to)?.name ?? journey.to} seen={seen.has(journey.to)} />
        ))}
      </ul>
      {exits.length === 0 && <p className="quiet">This place has no known exits.</p>}
    </section>
  )
})

const People = memo(function People({ here }: { here: string }): ReactElement | null {
  const actors = useSession((s) => s.snapshot?.state.actors)
  const lore = useSession((s) => loreAtCursor(s)?.actors)
  const selected = useSession((s) => s.inspectedActor)
  if (!actors) return null
  const ids = Object.keys(actors)
    .filter((id) => own(actors, id)?.location === here)
    .sort((a, b) => Number(own(actors, a)?.kind === 'npc') - Number(own(actors, b)?.kind === 'npc'))
  return (
    <section className="place-people" aria-labelledby="people">
      <h2 id="people">Characters here</h2>
      {ids.length === 0 && <p className="quiet">No characters are here.</p>}
      <ul>
        {ids.map((id) => {
          const actor = own(actors, id)
          if (!actor) return null
          const hp = vitals(actor)
          return (
            <li key={id}>
              <button
                type="button"
                className={`person hue-${hueOf(actors, id)}`}
                aria-pressed={selected === id}
                onClick={() => inspect(id)}
                title={own(lore, id)?.public ?? actor.name}
              >
                <ActorToken id={id} name={actor.name} hue={hueOf(actors, id)} npc={actor.kind === 'npc'} down={hp?.now === 0} />
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
})

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
      <span className="exit-way clip">{[journey.direction, journey.duration, seen ? '' : 'not seen yet'].filter(Boolean).join(' · ')}</span>
      {journey.risks.length > 0 && (
        <span className="exit-risks clip">
          <TriangleAlert size={12} aria-hidden="true" /> {journey.risks.join(', ')}
        </span>
      )}
    </li>
  )
}

/** The visible exits of a place by journey id. An exit that requires a fact is hidden until the fact is true. */
function exitsOf(state: Pick<GameState, 'journeys' | 'facts'>, here: string): [string, Journey][] {
  return Object.entries(state.journeys).filter(
    ([, one]) => one.from === here && (one.requires === undefined || own(state.facts, one.requires) === true)
  )
}

function vitals(actor: Actor): { now: number; max: number } | undefined {
  const now = actor.stats['hp']
  const max = actor.max['hp']
  return now === undefined || max === undefined ? undefined : { now: Math.max(0, now), max }
}
