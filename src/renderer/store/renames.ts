import { own } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import type { WorldEdit } from '../../shared/contract/world-edits'
import { withMovedDrafts } from './drafts'
import type { MapItem, MapState, Rename } from './map-state'

const MAX_RENAMES = 100

type World = Pick<GameState, 'regions' | 'places' | 'journeys'>

/** The key of an item of the map, in the outline and in its drafts: `place:hill`. */
export const keyOf = ({ what, id }: MapItem): string => `${what}:${id}`

function has(world: World, { what, id }: MapItem): boolean {
  const ids = what === 'region' ? world.regions : what === 'place' ? world.places : world.journeys
  return Object.hasOwn(ids, id)
}

/** The renames with those of an edit that is about to be made. */
export function withRenames(renames: readonly Rename[], edits: readonly WorldEdit[]): readonly Rename[] {
  const more = edits.flatMap((edit): Rename[] => (edit.op === 'rename' ? [{ what: edit.what, ids: [edit.id, edit.to] }] : []))
  return more.length === 0 ? renames : [...more, ...renames].slice(0, MAX_RENAMES)
}

/** The id of an item in a world that doesn't have it under the given id, if it is known. */
export function currentId(world: World, renames: readonly Rename[], one: MapItem): MapItem {
  if (has(world, one)) return one
  for (const { what, ids } of renames) {
    if (what !== one.what || !ids.includes(one.id)) continue
    const now = { what, id: ids[0] === one.id ? ids[1] : ids[0] }
    if (has(world, now)) return now
  }
  return one
}

/** An edit that was prepared before a rename, with the current ids. */
export function editIn(world: World, renames: readonly Rename[], edit: WorldEdit): WorldEdit {
  const id = (what: MapItem['what'], old: string): string => currentId(world, renames, { what, id: old }).id
  switch (edit.op) {
    case 'rename':
    case 'remove':
      return { ...edit, id: id(edit.what, edit.id) }
    case 'put-place':
      return {
        ...edit,
        ...(edit.id === undefined ? {} : { id: id('place', edit.id) }),
        ...(edit.region === undefined ? {} : { region: id('region', edit.region) })
      }
    case 'put-region':
      return edit.id === undefined ? edit : { ...edit, id: id('region', edit.id) }
    case 'put-journey': {
      const { from, to } = edit.fields
      const ends = { ...(from === undefined ? {} : { from: id('place', from) }), ...(to === undefined ? {} : { to: id('place', to) }) }
      return { ...edit, ...(edit.id === undefined ? {} : { id: id('journey', edit.id) }), fields: { ...edit.fields, ...ends } }
    }
    case 'spots':
      return { ...edit, spots: Object.fromEntries(Object.entries(edit.spots).map(([place, spot]) => [id('place', place), spot])) }
    case 'put-actor':
      return { ...edit, place: id('place', edit.place) }
    default:
      return edit
  }
}

/** The key of a field (`place:hill/name`) in a world. */
export function fieldIn(world: World, renames: readonly Rename[], field: string): string {
  const [, what, id, rest] = /^(place|region|journey):([^/]*)(\/.*)$/.exec(field) ?? []
  if (what === undefined || id === undefined || rest === undefined) return field
  return keyOf(currentId(world, renames, { what: what as MapItem['what'], id })) + rest
}

/** Selection, drafts, folds and naming under new ids; undefined if no id changed. `forms` maps a form to its first key, its identity. */
export function renamedFrom(before: World, now: World, mapState: MapState): Partial<MapState> | undefined {
  if (before === now || mapState.renames.length === 0) return undefined
  const pairs = mapState.renames.flatMap(({ what, ids }) => [
    [
      { what, id: ids[0] },
      { what, id: ids[1] }
    ] as const,
    [
      { what, id: ids[1] },
      { what, id: ids[0] }
    ] as const
  ])
  const moves = pairs.filter(([old, other]) => has(before, old) && !has(now, old) && has(now, other) && !has(before, other))
  if (moves.length === 0) return undefined
  let { selection, drafts, folds, forms, naming } = mapState
  for (const [one, other] of moves) {
    const [old, key] = [keyOf(one), keyOf(other)]
    selection = selection.map((at) => (keyOf(at) === old ? other : at))
    drafts = withMovedDrafts(drafts, old, key)
    const fold = own(folds, old)
    if (fold !== undefined) folds = { ...folds, [key]: fold }
    forms = { ...forms, [key]: own(forms, old) ?? old }
    if (naming === old) naming = key
  }
  return { selection, drafts, folds, forms, naming }
}
