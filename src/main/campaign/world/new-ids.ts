import { badId } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import type { GameState, Place } from '../../../shared/story/state'
import type { JourneyFields, PlaceFields } from '../../../shared/contract/world-edits'

/** Checks a fact that expressions will use, with `:` and its subject or a `!` before it, as `!defeated:Patience`. Throws Problem `bad-input`. */
export function checkFact(id: string): void {
  for (const part of id.replace(/^!/, '').split(':')) if (badId(part) !== undefined) checkId('fact', id)
}

/** Checks an id. The Problem uses the words of the forms' hint. Throws Problem `bad-input`. */
export function checkId(what: string, id: string): void {
  const why = badId(id)
  if (why !== undefined) throw new Problem('bad-input', `"${id}" can't be the id of a ${what}: ${why}. Choose another id.`, { id })
}

const factsOf = (features: Place['features'] = {}): string[] =>
  Object.values(features).flatMap(({ fact, after = [] }) => [...(fact === undefined ? [] : [fact]), ...after])

/** Checks the new ids in a place's fields: features, items and facts. Ids that the place or the story already has are accepted. */
export function checkPlaceIds({ features = {}, inventory = {} }: PlaceFields, before: Place | undefined, facts: GameState['facts']): void {
  for (const id of Object.keys(features)) if (!before || !Object.hasOwn(before.features, id)) checkId('feature', id)
  for (const id of Object.keys(inventory)) if (!before || !Object.hasOwn(before.inventory, id)) checkId('thing', id)
  const known = new Set([...Object.keys(facts), ...factsOf(before?.features)])
  for (const id of factsOf(features)) if (!known.has(id)) checkFact(id)
}

/** Checks the fact that a journey requires, unless the journey or the story already has it. */
export function checkJourneyIds({ requires }: JourneyFields, before: string | undefined, facts: GameState['facts']): void {
  if (requires != null && requires !== before && !Object.hasOwn(facts, requires)) checkFact(requires)
}
