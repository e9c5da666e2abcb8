import type { FactSource } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import { holds } from '../../../shared/story/premises'
import type { Actor, Item } from '../../../shared/story/state'
import { closedWords, placeFile, placeName, sheetOf, type Situation } from './situation'

/** One statement of the record as a sentence, with its file. `key` identifies the subject, whatever the statement says. */
export interface RecordLine {
  key: string
  text: string
  source: FactSource
}

/** The maximum length of one text of the world, in characters, and the maximum number of absent characters that are listed. */
const MAX_TEXT = 600
const MAX_ABSENT = 60

/** The record around a passage: where characters are and their state, which journeys are closed, and which secrets nobody has found out. */
export function recordLines(situation: Situation): RecordLine[] {
  const { after, lore } = situation
  const places = new Set(Object.values(after.actors).flatMap((one) => (one.kind === 'player' ? one.location : [])))
  const isHere = ([, { location, kind }]: readonly [string, Actor]): boolean => kind === 'player' || places.has(location)
  const actors = Object.entries(after.actors)
  return [
    ...actors.filter(isHere).map(([id, actor]) => line(`actor:${id}`, personWords(situation, id, actor), sheetOf(situation, id))),
    ...actors
      .filter((one) => !isHere(one))
      .slice(0, MAX_ABSENT)
      .map(([id, actor]) =>
        line(`actor:${id}`, `${actor.name} is at ${placeName(situation, actor.location)}, where nobody of the party is.`, sheetOf(situation, id))
      ),
    ...[...places].flatMap((id) => {
      const prose = own(lore.places, id)
      const things = itemWords(situation, own(after.places, id)?.inventory ?? {})
      const lies = things === '' ? '' : ` Here lies: ${things}.`
      return line(`place:${id}`, `${placeName(situation, id)}: ${clipped(prose?.description ?? '')}${lies}`, { file: placeFile(situation, id) })
    }),
    ...Object.entries(after.journeys).flatMap(([id, { from, to, region, requires }]) => {
      if (!places.has(from)) return []
      const isOpen = requires === undefined || holds(after.facts, [requires])
      const words = isOpen
        ? `The way from ${placeName(situation, from)} to ${placeName(situation, to)} is open.`
        : closedWords(situation, { from, to, requires })
      return line(`journey:${id}`, words, { file: pathOf('journeys', { region }) })
    }),
    ...secretLines(situation, places)
  ]
}

const line = (key: string, text: string, source: FactSource): RecordLine => ({ key, text: text.replace(/\s+/g, ' ').trim(), source })
const clipped = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text)

const itemWords = ({ game }: Situation, items: Readonly<Record<string, Item>>): string =>
  Object.values(items)
    .map(({ item, name, count = 1 }) => `${name ?? own(game.equipment, item)?.name ?? item}${count > 1 ? ` (${count})` : ''}`)
    .join(', ')

function personWords(situation: Situation, id: string, { name, kind, location, stats, max, conditions, inventory, attitude }: Actor): string {
  const { game, lore } = situation
  const numbers = Object.entries(stats).map(([stat, value]) => `${stat} ${value}${own(max, stat) === undefined ? '' : ` of ${own(max, stat)}`}`)
  const has = Object.keys(conditions).map((one) => own(game.conditions, one)?.name ?? one)
  const carried = itemWords(situation, inventory)
  const about = own(lore.actors, id)
  return [
    `${name} (${kind === 'player' ? 'a player’s character' : (attitude ?? 'no player’s character')}, ${about?.pronoun ?? 'they'}) is at ${placeName(situation, location)}.`,
    numbers.length === 0 ? '' : `${numbers.join(', ')}.`,
    `Conditions: ${has.join(', ') || 'none'}.`,
    `Carries: ${carried || 'nothing'}.`,
    clipped(about?.public ?? '')
  ].join(' ')
}

/** Secrets in the DM's files that nobody has found out. */
function secretLines({ after, lore }: Situation, places: ReadonlySet<string>): RecordLine[] {
  const secret = (key: string, text: string, file: string): RecordLine[] =>
    text.trim() === '' ? [] : [line(key, `Nobody has found this out yet: ${clipped(text)}`, { file })]
  const found = (fact: string | undefined): boolean => fact !== undefined && holds(after.facts, [fact])
  return [
    ...[...places].flatMap((id) => {
      const file = placeFile({ after }, id)
      const features = Object.entries(own(after.places, id)?.features ?? {})
      return [
        ...secret(`guide:${id}`, own(lore.places, id)?.gm_guide ?? '', file),
        ...features.flatMap(([key, { searched, fact, text }]) => (searched || found(fact) ? [] : secret(`feature:${id}/${key}`, text, file)))
      ]
    }),
    ...Object.entries(after.actors).flatMap(([id, { kind, location, reveals }]) =>
      places.has(location)
        ? Object.entries(reveals ?? {}).flatMap(([fact, { text }]) =>
            found(fact) ? [] : secret(`reveal:${id}/${fact}`, text, `${actorFolder(kind, id)}/${fileName('sheet')}`)
          )
        : []
    )
  ]
}
