import { own } from '../../../shared/base/json'
import type { Reading } from './situation'
import { stem, wordsOf } from './text'

/** A location phrase: a preposition with its noun. */
const WHERE =
  /\b(?:among|between|at|on|onto|from|beside|behind|under|through|across|against|over|by|into)\s+(?:the|an?|its|their)\s+((?:\p{Ll}[\p{Ll}-]*\s+){0,2}?\p{Ll}[\p{Ll}-]{2,})(?=[,.;:!?"]|\s+(?:and|but|as|with|of|to|in|at|on|like|where|while|one|his|her|their|the)\b|\s*$)/giu
/** Nouns that occur in most places. */
const ANYWHERE = new Set(
  'door window wall floor light dark step stair table roof night chair bench corner shadow ground air wind hand head way room house end edge top side other rest others water rain quiet silence stone rope hill rock sea cold sound'
    .split(' ')
    .map(stem)
)

const stemsCache = new WeakMap<object, Map<string, ReadonlySet<string>>>()

/** Stems of all words that describe a place as it is seen. */
function stemsOfPlace({ after, lore }: Pick<Reading, 'after' | 'lore'>, id: string): ReadonlySet<string> {
  const place = own(after.places, id)
  const prose = own(lore.places, id)
  const key = Object.values(place?.features ?? {})
    .map(({ name }) => name)
    .join('\n')
  const owner = prose ?? lore
  const cached = stemsCache.get(owner)?.get(`${id}\n${key}`)
  if (cached) return cached
  const stems = new Set(wordsOf(`${place?.name ?? ''} ${prose?.description ?? ''} ${prose?.senses.join(' ') ?? ''} ${key}`).map(stem))
  stemsCache.set(owner, (stemsCache.get(owner) ?? new Map<string, ReadonlySet<string>>()).set(`${id}\n${key}`, stems))
  return stems
}

/** Whether words locate an action at a thing that a place of the party has and `place` doesn't. */
export function hereIn(reading: Reading, said: string, place: string): boolean {
  return [...said.matchAll(WHERE)].some(({ 1: words = '' }) => {
    const noun = stem(wordsOf(words).at(-1) ?? '')
    if (noun.length < 3 || ANYWHERE.has(noun) || stemsOfPlace(reading, place).has(noun)) return false
    return [...reading.places].some((id) => stemsOfPlace(reading, id).has(noun))
  })
}
