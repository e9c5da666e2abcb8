import { called, type Draft, fill, itemName, slotsUsed } from 'proscenium'

/** Natural weapons and weariness belong to a body: they are never dropped, given or lost. */
export const bodily = (entry: Item): boolean => entry.tags?.['natural'] === true || game.equipment[entry.item]?.tags?.['natural'] === true
/** A character's free slots. */
export const room = (actor: Actor): number => (game.manifest.slots ?? 99) - slotsUsed(actor, game)
/** The slots that an item takes, whatever its count. */
export const bulk = (entry: Item): number => (game.equipment[entry.item]?.slots ?? 1) * (entry.count ?? 1)
/** Labels of the items that a character carries and could part with, by key. */
export const portable = (actor: Actor | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(actor?.inventory ?? {}).flatMap(([key, entry]) => (bodily(entry) ? [] : [[key, itemName(entry)]])))

/** Labels of characters who could be given an item. They mark those whose last slot it would fill. */
export const laden = (state: GameState, people: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    Object.entries(called(state, people)).map(([id, name]) => [
      id,
      room(state.actors[id] ?? ({ inventory: {} } as Actor)) > 1 ? name : `${name}, whose last slot it would fill`
    ])
  )

/** A character who has just filled the tenth slot is too laden to avoid harm. */
export function weigh(draft: Draft, id: string): void {
  const actor = draft.actor(id)
  if (room(actor) > 0 || draft.base(id, 'hp') === 0) return
  draft.setStat(id, 'hp', 0)
  draft.say(fill('With that, $A is laden to the last strap, and open to every blow.', { A: actor.name }))
}

/** Adds a slot of weariness if there is a free one. Otherwise the character becomes deprived. */
export function tire(draft: Draft, id: string): void {
  if (draft.roomFor(id, { item: 'fatigue' })) {
    draft.addItem(id, 'fatigue', { item: 'fatigue' })
    weigh(draft, id)
  } else draft.addCondition(id, 'deprived')
}
/** Sleep removes all weariness. */
export function refresh(draft: Draft, id: string): void {
  for (const [key, entry] of Object.entries(draft.actor(id).inventory)) if (entry.item === 'fatigue') draft.removeItem(id, key)
}
