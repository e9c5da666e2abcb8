import { flushSync } from 'react-dom'
import { arrange, notify, updateMap, useSession } from '../session'
import { run, type Command } from '../ui/commands'
import { own } from '../../shared/base/json'
import type { Spots, World } from '../../shared/map/drawing'
import { editWorld } from '../fields/save-edits'
import { isEditable } from '../editing'
import { setFolded, foldedRegions } from './folded-regions'
import { startLayout } from './layout/spots'
import { arrangedSpots, placesIn, spotsToSave, type Order } from './positions'
import { requestOnMap } from './map-requests'
import { spotsNow } from './layout/spots-now'
import { mapTexts as t } from './texts'

/** The character whose sheet is open, else the one whose turn it is, else a player. */
function actorWithOdds(): string | undefined {
  const { inspectedActor, snapshot } = get()
  const actors = snapshot?.state.actors ?? {}
  const [player] = Object.keys(actors).filter((id) => own(actors, id)?.kind === 'player')
  return [inspectedActor, snapshot?.state.next.actor, player].find((id) => id !== undefined && own(actors, id) !== undefined)
}

/** The commands of the odds on the map. */
export const oddsCommands: readonly Command[] = [
  {
    id: 'map.odds',
    group: 'Map',
    label: 'Show odds on the map',
    when: () => actorWithOdds() !== undefined,
    run: () => {
      updateMap({ odds: actorWithOdds() })
      arrange({ view: 'map' })
    }
  }
]

const get = useSession.getState
const isMapShown = (): boolean => get().present !== undefined && get().desk.view === 'map'

function positionsNow(): { world: World; hand: Spots; spots: Spots } | undefined {
  const { present } = get()
  if (!present) return undefined
  return { world: present.state, ...spotsNow(present.state, present.lore) }
}

/** The selected places, including those of selected regions. */
function selectedPlaces(): string[] {
  const { present, mapState } = get()
  return present ? placesIn(mapState.selection, present.state) : []
}

/** Saves positions as one beat. Resolves when it is shown or refused. */
export async function savePositions(moved: Spots): Promise<void> {
  const now = positionsNow()
  if (now && moved.size > 0) await editWorld([{ op: 'spots', spots: spotsToSave(now.world, now.hand, now.spots, moved) }])
}

const inOrder = (order: Order) => async (): Promise<void> => {
  const now = positionsNow()
  if (now) await savePositions(arrangedSpots(selectedPlaces(), now.spots, order))
}

/** Saves every automatic position, so that the map never moves a place by itself. */
async function fixAllPositions(): Promise<void> {
  const now = positionsNow()
  if (!now) return
  const free = [...now.spots].filter(([id]) => !now.hand.has(id))
  if (free.length === 0) return notify('Every place already has a fixed position.')
  await editWorld([{ op: 'spots', spots: Object.fromEntries(free) }])
}

async function autoPlaceSelected(): Promise<void> {
  const { present } = get()
  const placed = selectedPlaces().filter((id) => own(present?.lore.map, id))
  if (placed.length === 0) return notify('The map already chooses the positions of all selected places.')
  await editWorld([{ op: 'spots', spots: Object.fromEntries(placed.map((id) => [id, null])) }])
}

function layOutAgain(): void {
  const { present } = get()
  if (present) startLayout(present.state, new Map(Object.entries(present.lore.map)))
}

function find(): void {
  if (!isMapShown()) flushSync(() => arrange({ view: 'map' }))
  requestOnMap('find')
}

function foldSelected(): void {
  const { snapshot, mapState } = get()
  const last = mapState.selection.at(-1)
  if (!snapshot || !last) return
  const place = last.what === 'journey' ? own(snapshot.state.journeys, last.id)?.from : last.id
  const region = last.what === 'region' ? last.id : own(snapshot.state.places, place ?? '')?.region
  if (region !== undefined) setFolded(region, !foldedRegions().includes(region))
}

const hasSeveralSelected = (): boolean => isMapShown() && isEditable() && selectedPlaces().length > 1
const ORDERS: readonly [Order, string][] = [
  ['left', 'Align left'],
  ['across', 'Align in a column'],
  ['right', 'Align right'],
  ['top', 'Align top'],
  ['down', 'Align in a row'],
  ['bottom', 'Align bottom'],
  ['spread-across', 'Distribute across'],
  ['spread-down', 'Distribute down']
]

/** The commands of the map. */
export const mapCommands: readonly Command[] = [
  { id: 'map.find', group: t.group, label: t.find, shortcut: 'mod+f', when: () => get().present !== undefined, run: find },
  {
    id: 'map.fog',
    group: t.group,
    label: 'Hide places the party has not seen',
    when: isMapShown,
    run: () => updateMap({ fog: !get().mapState.fog })
  },
  { id: 'map.fit', group: t.group, label: t.fit, when: isMapShown, run: () => requestOnMap('fit') },
  {
    id: 'map.fit-selection',
    group: t.group,
    label: 'Show selection on the map',
    when: () => isMapShown() && get().mapState.selection.length > 0,
    run: () => requestOnMap('selection')
  },
  {
    id: 'map.remove',
    group: t.group,
    label: 'Remove selection',
    shortcut: 'delete',
    when: () => isMapShown() && get().mapState.selection.length > 0,
    run: () => run('world.remove')
  },
  {
    id: 'map.fold',
    group: t.group,
    label: 'Fold or unfold selected region',
    when: () => isMapShown() && get().mapState.selection.length > 0,
    run: foldSelected
  },
  ...ORDERS.map(([order, label]) => ({ id: `map.${order}`, group: t.group, label, when: hasSeveralSelected, run: inOrder(order) })),
  { id: 'map.again', group: t.group, label: 'Lay out again', when: isMapShown, run: layOutAgain },
  { id: 'map.keep', group: t.group, label: 'Keep all positions', when: () => isMapShown() && isEditable(), run: fixAllPositions },
  {
    id: 'map.forget',
    group: t.group,
    label: 'Auto-place selected places',
    when: () => isMapShown() && isEditable() && get().mapState.selection.length > 0,
    run: autoPlaceSelected
  }
]
