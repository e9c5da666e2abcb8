import type { ActorReach, PlaceReach, Reach } from '../../shared/analysis/reach'
import { listed } from '../../shared/words/labels'
import { chanceWords, part } from './odds-words'

/** How far actors can get, and findings on the journeys, in words; empty if there is nothing to say. */
export function reachWords({ actors, findings }: Reach): string {
  const said = actors.map(whoWords).filter((lines) => lines.length > 0)
  return [...said, ...(findings.length === 0 ? [] : [['Findings about journeys', ...findings.map(({ sentence }) => `  ${sentence}`)]])]
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}

function whoWords({ name, from, stats, places, why }: ActorReach): string[] {
  if (why !== undefined) return []
  const open = places.filter((place) => place.open === 'now' && place.place !== from)
  const risky = open.filter((place) => !certain(place))
  const safe = open.length - risky.length
  const names = new Map(places.map((place) => [place.place, place.name]))
  return [
    `How far ${name} gets alone, from ${names.get(from) ?? from}${stats.length === 0 ? '' : ` with ${listed(stats.map(({ label, now, rested }) => `${label} ${now} of ${rested}`))}`}`,
    ...part('Places', ['', 'ever', 'mean damage', 'minutes', 'journeys'], risky.map(row)),
    ...(safe === 0 ? [] : [`  ${risky.length > 0 ? 'And' : 'Places:'} ${safe} that ${name} can always reach unhurt.`])
  ]
}

/** Whether an actor certainly arrives, and unhurt. */
const certain = ({ chance, damage }: PlaceReach): boolean => chance?.fraction === '1' && damage === 0

function row({ name, chance, why = '', damage, minutes, route }: PlaceReach): string[] {
  if (!chance) return [name, '–', '–', '–', why]
  return [name, chanceWords(chance), String(Number(damage.toFixed(2))), String(Number(minutes.toFixed(1))), route.join(', ')]
}
