import { own, type Json } from '../../shared/base/json'
import type { Item } from '../../shared/story/state'
import type { RemovedNames } from '../../shared/contract/language-calls'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { api } from '../client'
import { ifEditable, savedEdit } from '../editing'
import { freeId } from '../fields/field-values'
import { factId, NEW } from '../fields/find-names'
import { chosenName } from '../fields/names'
import { editWorld, removeNames } from '../fields/save-edits'
import { runCall } from '../run-call'
import { useSession } from '../session'
import type { Holder } from './items'
import { droppedBefore, nextAfter } from '../ui/row-selection'
import { focusStory, select, selectNew, useStory } from './state'

const eventIds = (): string[] => useSession.getState().present?.lore.story.map(({ id }) => id) ?? []

/** Selects new items or tables and waits until they are listed, so that the next action finds them. */
async function selectListed(tab: 'items' | 'tables', ids: readonly string[]): Promise<void> {
  selectNew(tab, ids)
  const isListed = (): boolean => ids.every((id) => useStory.get()[tab]?.some((one) => one.id === id))
  if (isListed()) return
  await new Promise<void>((done) => {
    const leave = useSession.subscribe(() => (isListed() || useStory.get().unread !== undefined || useStory.get().tab !== tab) && finish())
    const finish = (): void => {
      leave()
      done()
    }
  })
}

/** Creates a story event and selects it. */
export async function createEvent(title: string): Promise<void> {
  const created = await editWorld([{ op: 'put-event', title }])
  if (created) selectNew('events', created)
  focusStory()
}

/** Changes the title of a story event; the id stays. */
export const retitleEvent = (id: string, title: string): Promise<unknown> => editWorld([{ op: 'put-event', id, title }])

/** Copies story events as one beat and selects the copies. */
export async function copyEvents(ids: readonly string[]): Promise<void> {
  const created = await editWorld(ids.map((id) => ({ op: 'copy-event', id })))
  if (created) selectNew('events', created)
}

/** Removes story events as one beat; the next one is selected. */
export async function removeEvents(ids: readonly string[]): Promise<void> {
  const next = nextAfter(eventIds(), ids)
  if (await editWorld(ids.map((id) => ({ op: 'remove-event', id })))) select('events', next === undefined ? [] : [next])
  focusStory()
}

/** Moves story events above or below another one, in their order, as one beat. */
export async function moveEvents(moved: readonly string[], target: string, isBelow: boolean): Promise<void> {
  const ids = eventIds()
  const before = droppedBefore(ids, moved, target, isBelow)
  if (before === undefined) return
  const inOrder = ids.filter((id) => moved.includes(id))
  await editWorld(inOrder.map((id): WorldEdit => ({ op: 'move-event', id, ...(before === null ? {} : { before }) })))
}

/** Moves story events one position up or down. */
export async function stepEvents(moved: readonly string[], by: 1 | -1): Promise<void> {
  const ids = eventIds()
  const places = moved.map((id) => ids.indexOf(id))
  const target = ids[by < 0 ? Math.min(...places) - 1 : Math.max(...places) + 1]
  if (target !== undefined) await moveEvents(moved, target, by > 0)
}

/** Creates a fact that doesn't hold yet and selects it; one that exists is only selected. Words that can't be its id become its title too. */
export async function createFact(typed: string): Promise<void> {
  const id = factId(typed)
  const isKnown = own(useSession.getState().present?.state.facts ?? {}, id) !== undefined
  const title = typed.trim() === id ? {} : { title: typed.trim() }
  if (isKnown || (await editWorld([{ op: 'put-fact', id, value: false, was: null, ...title }]))) selectNew('facts', [id])
  focusStory()
}

/** Creates a fact with the same value as each of these, as one beat, and selects them. */
export async function copyFacts(ids: readonly string[]): Promise<void> {
  const { facts = {} } = useSession.getState().present?.state ?? {}
  const taken = new Set([...Object.keys(facts), ...(useStory.get().uses ?? []).map(({ id }) => id)])
  const copies = ids.map((id): WorldEdit => {
    const copy = freeId(id.replace(/-\d+$/, ''), (one) => taken.has(one))
    taken.add(copy)
    return { op: 'put-fact', id: copy, value: own(facts, id) ?? false, was: null }
  })
  const created = await editWorld(copies)
  if (created) selectNew('facts', created)
}

/** Removes rows of a tab as one beat; the next one is selected. */
const removeFrom =
  (tab: 'facts' | 'items' | 'tables', kind: RemovedNames['kind']) =>
  async (ids: readonly string[], shown: readonly string[]): Promise<void> => {
    const next = nextAfter(shown, ids)
    if (await removeNames({ kind, ids: [...ids] })) select(tab, next === undefined ? [] : [next])
    focusStory()
  }
export const removeFacts = removeFrom('facts', 'fact')
export const removeItems = removeFrom('items', 'item')
export const removeTables = removeFrom('tables', 'table')

/** Puts one fact in place of another one everywhere, as one beat. */
export const mergeFact = (id: string, to: string): Promise<unknown> =>
  ifEditable(async () => {
    const beat = await runCall(() => api.mergeFacts.mutate({ id, to, drafts: {} }))
    if (!beat) return
    await savedEdit(beat)
    selectNew('facts', [to])
  })

/** Changes the title of a fact; the id stays. */
export const retitleFact = (id: string, title: string): Promise<unknown> => editWorld([{ op: 'put-fact', id, title: title === id ? null : title }])

/** Creates an item of the game and selects it. */
export async function createItem(name: string): Promise<void> {
  const id = await chosenName('item', NEW + name)
  if (id !== undefined) selectNew('items', [id])
  focusStory()
}

/** Changes the name of an item; the id stays. */
export const renameItem = (id: string, name: string): Promise<unknown> => editWorld([{ op: 'put-item', id, about: [{ keys: ['name'], to: name }] }])

/** Copies items as one beat and selects the copies. */
export async function copyItems(ids: readonly string[]): Promise<void> {
  const created = await editWorld(ids.map((id) => ({ op: 'copy-item', id })))
  if (created) await selectListed('items', created)
}

/** Creates a table of the game and selects it. */
export async function createTable(name: string): Promise<void> {
  const created = await editWorld([{ op: 'put-table', name }])
  if (created) selectNew('tables', created)
  focusStory()
}

/** Changes the name of a table; the id stays. */
export const renameTable = (id: string, name: string): Promise<unknown> => editWorld([{ op: 'put-table', id, name }])

/** Copies tables as one beat and selects the copies. */
export async function copyTables(ids: readonly string[]): Promise<void> {
  const created = await editWorld(ids.map((id) => ({ op: 'copy-table', id })))
  if (created) await selectListed('tables', created)
}

type Inventory = Readonly<Record<string, Item>>

/** The edits that write a holder's entry of an item; null removes it. */
function inventoryEdit(what: Holder['what'], id: string, key: string, inventory: Inventory, to: Item | null): WorldEdit {
  if (what === 'character')
    return { op: 'put-character', id, sheet: [{ keys: ['inventory', key], to: to as Json, was: (own(inventory, key) ?? null) as Json }] }
  const { [key]: _, ...others } = inventory
  return { op: 'put-place', id, fields: { inventory: to === null ? others : { ...others, [key]: to } } }
}

const inventoryOf = (what: Holder['what'], id: string): Inventory => {
  const { actors = {}, places = {} } = useSession.getState().present?.state ?? {}
  return (what === 'character' ? own(actors, id)?.inventory : own(places, id)?.inventory) ?? {}
}

/** Gives somebody an item, or puts it in a place; who has it gets one more. */
export const giveItem = (item: string, what: Holder['what'], id: string): Promise<unknown> =>
  editWorld(() => {
    const inventory = inventoryOf(what, id)
    const [key, entry] = Object.entries(inventory).find(([, one]) => one.item === item) ?? []
    return key === undefined || !entry
      ? [
          inventoryEdit(
            what,
            id,
            freeId(item, (one) => Object.hasOwn(inventory, one)),
            inventory,
            { item }
          )
        ]
      : [inventoryEdit(what, id, key, inventory, { ...entry, count: (entry.count ?? 1) + 1 })]
  })

/** Takes an item from whoever has it. */
export const takeItem = ({ what, id, key }: Holder): Promise<unknown> => editWorld(() => [inventoryEdit(what, id, key, inventoryOf(what, id), null)])
