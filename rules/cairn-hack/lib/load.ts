import { called, type Draft, fill, itemName, slotsUsed } from 'proscenium'

/** Belongs to a body, or is the tiredness in it: never dropped, given or lost. */
export const bodily = (entry: Item): boolean => entry.tags?.['natural'] === true || game.equipment[entry.item]?.tags?.['natural'] === true
/** Slots somebody has left. */
export const room = (actor: Actor): number => (game.manifest.slots ?? 99) - slotsUsed(actor, game)
/** Slots that a thing takes, however many there are of it. */
export const bulk = (entry: Item): number => (game.equipment[entry.item]?.slots ?? 1) * (entry.count ?? 1)
/** What somebody carries and could part with, by its key, with words for people. */
export const portable = (actor: Actor | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(actor?.inventory ?? {}).flatMap(([key, entry]) => (bodily(entry) ? [] : [[key, itemName(entry)]])))

/** Names of people who are offered a thing, with those whose last slot it would fill marked. */
export const laden = (state: GameState, people: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(called(state, people)).map(([id, name]) => [
      id,
      room(state.actors[id] ?? ({ inventory: {} } as Actor)) > 1 ? name : `${name}, whose last slot it would fill`
    ])
  )

/** Whoever has just taken on the tenth slot is too laden to turn any harm aside. */
export function weigh(draft: Draft, id: string): void {
  const actor = draft.actor(id)
  if (room(actor) > 0 || draft.base(id, 'hp') === 0) return
  draft.setStat(id, 'hp', 0)
  draft.say(fill('With that, $A is laden to the last strap, and open to every blow.', { A: actor.name }))
}

/** A slot of weariness, when there is one to be had; without one, the weary are deprived. */
export function tire(draft: Draft, id: string): void {
  if (draft.roomFor(id, { item: 'fatigue' })) {
    draft.addItem(id, 'fatigue', { item: 'fatigue' })
    weigh(draft, id)
  } else draft.addCondition(id, 'deprived')
}
/** Sleep takes all weariness away. */
export function refresh(draft: Draft, id: string): void {
  for (const [key, entry] of Object.entries(draft.actor(id).inventory)) if (entry.item === 'fatigue') draft.removeItem(id, key)
}
