import type { ActorOdds, AttackOdds, Average, Chance, InteractionOdds, JourneyOdds, Odds, Preparing } from '../../shared/analysis/odds'
import { capitalised, listed } from '../../shared/words/labels'
import type { ActorReach, PlaceReach, Reach } from '../../shared/analysis/reach'

/** Whether a rule failed while the odds were computed. */
export const failedOdds = ({ actors }: Odds): boolean =>
  actors.some(({ attacks, interactions, journeys }) => [...attacks, ...interactions, ...journeys].some(({ problem }) => problem !== undefined))

const MAX_FRACTION_CHARS = 24

/** `62.5% (5/8)`; 0% and 100% need no fraction. */
export const percentWords = ({ percent, fraction }: Chance): string =>
  /^[01]$/.test(fraction) || fraction.length > MAX_FRACTION_CHARS ? percent : `${percent} (${fraction})`
/** `2.63 (21/8)`. */
const averageWords = ({ value, fraction }: Average): string => (fraction.includes('/') ? `${Number(value.toFixed(2))} (${fraction})` : fraction)

function table(rows: readonly (readonly string[])[]): string[] {
  const wide = (column: number): number => rows.reduce((most, row) => Math.max(most, row[column]?.length ?? 0), 0)
  return rows.map((row) => `    ${row.map((cell, column) => cell.padEnd(wide(column))).join('  ')}`.trimEnd())
}
/** An indented table with a title; empty without rows. */
export const titledTable = (title: string, head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  rows.length === 0 ? [] : [`  ${title}`, ...table([head, ...rows])]

/** Exact odds as tables, one actor at a time. `detailed` adds the chance of each amount of damage. */
export const oddsWords = ({ actors, preparing }: Odds, detailed: boolean): string =>
  [...(preparing ? [preparingWords(preparing)] : []), ...actors.map((one) => actorWords(one, detailed).join('\n'))].join('\n\n')

/** The choice that players still have to make, once for all of them, and how to query one of the options. */
function preparingWords({ kind, waiting, roles: [first, ...rest] }: Preparing): string {
  const have = waiting.length === 1 ? 'has' : 'have'
  const one = first === undefined ? '' : ` Ask for one of them with --as ${[first, ...rest].map(({ id }) => quoted(id)).join(', --as ')}.`
  return `${listed(waiting)} ${have} no ${kind} yet. These are the odds of each ${kind}.${one}`
}

function actorWords({ actor, name, saves, attacks, noAttack, unasked, interactions, journeys, noJourney }: ActorOdds, detailed: boolean): string[] {
  const risky = detailed ? journeys : journeys.filter((journey) => !harmless(journey))
  const safe = journeys.length - risky.length
  const reasons =
    noAttack === noJourney
      ? [['No attacks or journeys', noAttack]]
      : [
          ['No attacks', noAttack],
          ['No journeys', noJourney]
        ]
  return [
    capitalised(name),
    ...titledTable(
      'Saves',
      ['', '', 'chance'],
      saves.map(({ label, value, chance }) => [label, String(value), percentWords(chance)])
    ),
    ...titledTable('Attacks', ['', 'mean damage', 'hurts', 'takes down', ''], attacks.map(attackRow)),
    ...(detailed ? attacks.flatMap(damageWords) : []),
    ...(unasked ? [`  Attacks: ask with --as ${quoted(actor)}; ${name} is neither hostile nor where a player is.`] : []),
    ...reasons.flatMap(([what, why]) => (why === undefined ? [] : [`  ${what} (${why}).`])),
    ...titledTable('Interactions', ['', 'success', 'failure', 'mean damage', 'takes down', 'mean damage back', ''], interactions.map(interactionRow)),
    ...titledTable('Journeys, alone', ['', 'arrives unhurt', 'arrives hurt', "doesn't arrive", 'mean damage', 'minutes', ''], risky.map(journeyRow)),
    ...(safe === 0 ? [] : [`  ${risky.length > 0 ? 'And' : 'Journeys, alone:'} ${safe} without any risk.`])
  ]
}

/** An id in the form for a shell. */
const quoted = (id: string): string => (/^[\w-]+$/.test(id) ? id : `"${id}"`)
/** A journey that certainly succeeds without damage. */
const harmless = ({ counted }: JourneyOdds): boolean => counted?.success.fraction === '1' && counted.damage.fraction === '0'

const whom = ({ name, with: what }: Pick<AttackOdds, 'name' | 'with'>): string => (what === undefined ? name : `${name}, ${what}`)

function attackRow(attack: AttackOdds): string[] {
  const { counted, why = '' } = attack
  if (!counted) return [whom(attack), '–', '–', '–', why]
  return [whom(attack), averageWords(counted.mean), percentWords(counted.hurt), percentWords(counted.down), '']
}

function interactionRow(dealing: InteractionOdds): string[] {
  const { counted, why = '' } = dealing
  if (!counted) return [whom(dealing), '–', '–', '–', '–', '–', why]
  const { success, failure, damage, down, back, label } = counted
  const stat = label === undefined ? '' : `by ${label}`
  return [whom(dealing), percentWords(success), percentWords(failure), averageWords(damage), percentWords(down), averageWords(back), stat]
}

function damageWords(attack: AttackOdds): string[] {
  if (!attack.counted) return []
  const amounts = attack.counted.damage.map(({ amount, chance }) => `${amount}: ${percentWords(chance)}`)
  return [`    Damage to ${whom(attack)}: ${amounts.join(', ')}`]
}

function journeyRow({ names, requires, counted, why = '' }: JourneyOdds): string[] {
  const ends = names.join(' → ')
  const open = requires === undefined ? [] : [`once ${requires}`]
  if (!counted) return [ends, '–', '–', '–', '–', '–', [...open, why].join('; ')]
  const { success, partial, failure, impossible, damage, minutes, label } = counted
  const notes = [...(impossible ? ['impossible'] : []), ...(label === undefined ? [] : [`by ${label}`]), ...open]
  return [
    ends,
    percentWords(success),
    percentWords(partial),
    percentWords(failure),
    averageWords(damage),
    String(Number(minutes.value.toFixed(1))),
    notes.join('; ')
  ]
}

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
    ...titledTable('Places', ['', 'ever', 'mean damage', 'minutes', 'journeys'], risky.map(row)),
    ...(safe === 0 ? [] : [`  ${risky.length > 0 ? 'And' : 'Places:'} ${safe} that ${name} can always reach unhurt.`])
  ]
}

/** Whether an actor certainly arrives, and unhurt. */
const certain = ({ chance, damage }: PlaceReach): boolean => chance?.fraction === '1' && damage === 0

function row({ name, chance, why = '', damage, minutes, route }: PlaceReach): string[] {
  if (!chance) return [name, '–', '–', '–', why]
  return [name, percentWords(chance), String(Number(damage.toFixed(2))), String(Number(minutes.toFixed(1))), route.join(', ')]
}
