import { flushSync } from 'react-dom'
import { arrange, news, updateMap, useSession } from '../session'
import { run, type Command } from '../ui/commands'
import { own } from '../../shared/json'
import type { Spots, World } from '../../shared/map/drawing'
import { editWorld } from './edit/edit-world'
import { isEditable } from '../editing'
import { fold, foldedNow } from './folding'
import { fresh } from './layout/spots'
import { ordered, placesIn, spotsToSave, type Order } from './moving'
import { ask } from './on-screen'
import { spotsNow } from './layout/spots-now'
import { mapTexts as t } from './texts'

const get = useSession.getState
const onMapNow = (): boolean => get().present !== undefined && get().desk.view === 'map'

/** The world as it is now, where hands put its places, and where they stand. */
function standingNow(): { world: World; hand: Spots; spots: Spots } | undefined {
  const { present } = get()
  if (!present) return undefined
  return { world: present.state, ...spotsNow(present.state, present.lore) }
}

/** The places that are chosen, those of chosen regions included. */
function chosenPlaces(): string[] {
  const { present, mapState } = get()
  return present ? placesIn(mapState.selection, present.state) : []
}

/** Writes where places stand as one beat. Resolves when that is shown or was refused. */
export async function put(moved: Spots): Promise<void> {
  const now = standingNow()
  if (now && moved.size > 0) await editWorld([{ op: 'spots', spots: spotsToSave(now.world, now.hand, now.spots, moved) }])
}

const inOrder = (order: Order) => async (): Promise<void> => {
  const now = standingNow()
  if (now) await put(ordered(chosenPlaces(), now.spots, order))
}

/** Makes every position one made by hand, so that nothing is ever laid out anew by itself. */
async function keepAll(): Promise<void> {
  const now = standingNow()
  if (!now) return
  const free = [...now.spots].filter(([id]) => !now.hand.has(id))
  if (free.length === 0) return news(t.keptAlready)
  await editWorld([{ op: 'spots', spots: Object.fromEntries(free) }])
}

async function forget(): Promise<void> {
  const { present } = get()
  const placed = chosenPlaces().filter((id) => own(present?.lore.map, id))
  if (placed.length === 0) return news(t.forgotAlready)
  await editWorld([{ op: 'spots', spots: Object.fromEntries(placed.map((id) => [id, null])) }])
}

function again(): void {
  const { present } = get()
  if (present) fresh(present.state)
}

function find(): void {
  if (!onMapNow()) flushSync(() => arrange({ view: 'map' }))
  ask('find')
}

function foldChosen(): void {
  const { shown, mapState } = get()
  const last = mapState.selection.at(-1)
  if (!shown || !last) return
  const place = last.what === 'journey' ? own(shown.state.journeys, last.id)?.from : last.id
  const region = last.what === 'region' ? last.id : own(shown.state.places, place ?? '')?.region
  if (region !== undefined) fold(region, !foldedNow().includes(region))
}

const several = (): boolean => onMapNow() && isEditable() && chosenPlaces().length > 1
const ORDERS: readonly [Order, string][] = [
  ['left', t.left],
  ['across', t.across],
  ['right', t.right],
  ['top', t.top],
  ['down', t.down],
  ['bottom', t.bottom],
  ['spread-across', t.spreadAcross],
  ['spread-down', t.spreadDown]
]

/** Everything that can be done with the drawn map, from the palette, with a key or with a button. */
export const mapCommands: readonly Command[] = [
  { id: 'map.find', group: t.group, label: t.find, shortcut: 'mod+f', when: () => get().present !== undefined, run: find },
  {
    id: 'map.fog',
    group: t.group,
    label: t.fog,
    when: onMapNow,
    run: () => updateMap({ fog: !get().mapState.fog })
  },
  { id: 'map.fit', group: t.group, label: t.fit, when: onMapNow, run: () => ask('fit') },
  {
    id: 'map.chosen',
    group: t.group,
    label: t.showChosen,
    when: () => onMapNow() && get().mapState.selection.length > 0,
    run: () => ask('selection')
  },
  {
    id: 'map.remove',
    group: t.group,
    label: t.remove,
    shortcut: 'delete',
    when: () => onMapNow() && get().mapState.selection.length > 0,
    run: () => run('world.remove')
  },
  { id: 'map.fold', group: t.group, label: t.foldChosen, when: () => onMapNow() && get().mapState.selection.length > 0, run: foldChosen },
  ...ORDERS.map(([order, label]) => ({ id: `map.${order}`, group: t.group, label, when: several, run: inOrder(order) })),
  { id: 'map.again', group: t.group, label: t.again, when: onMapNow, run: again },
  { id: 'map.keep', group: t.group, label: t.keep, when: () => onMapNow() && isEditable(), run: keepAll },
  { id: 'map.forget', group: t.group, label: t.forget, when: () => onMapNow() && isEditable() && get().mapState.selection.length > 0, run: forget }
]
