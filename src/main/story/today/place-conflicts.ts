import { own } from '../../../shared/base/json'
import { pathOf, regionFolder } from '../../../shared/story/layout'
import type { Journey } from '../../../shared/story/state'
import { listed } from '../../../shared/words/labels'
import { locate } from '../../campaign/layout'
import type { Choice, OpenConflict, FileDraft } from './conflict'
import { addedPlaces, entryIn, type RemovedThing, isSpared, leaveOut, type MergeInput, nameOf, sheetOf, otherKind } from './merge-input'
import { itemCalled } from './rule-conflicts'

/** The choices that put somebody or something in a place of the new world, the nearest one first. */
function placesToGo(
  input: MergeInput,
  from: string,
  { places }: RemovedThing,
  words: (name: string) => string,
  put: (to: string) => Choice['apply'],
  edited?: string
): Choice[] {
  const { state, files } = input
  const added = addedPlaces(files)
  const all = new Map([...Object.entries(state.places).flatMap(([id, { name }]) => (places.has(id) ? [] : [[id, name] as const])), ...added])
  // A place with the same name was renamed only by its id.
  const renamed = [...added].filter(([, name]) => name === own(state.places, from)?.name).map(([id]) => id)
  const order = [...new Set([...(edited === undefined ? [] : [edited]), ...renamed, ...nearest(state.journeys, from), ...all.keys()])].filter((id) =>
    all.has(id)
  )
  return order.map((id): Choice => {
    const apply = put(id)
    return { id: `put ${id}`, words: words(all.get(id) ?? id), ...(apply ? { apply } : {}) }
  })
}

/** Places by the number of journeys from a place, in either direction. */
function nearest(journeys: Readonly<Record<string, Journey>>, from: string): string[] {
  const reached = new Set([from])
  for (const place of reached)
    for (const { from: a, to: b } of Object.values(journeys)) if (a === place || b === place) reached.add(a === place ? b : a)
  return [...reached].slice(1)
}

/** The place in which an edit put a character. */
function editedPlace({ files }: MergeInput, who: string, kind: 'player' | 'npc'): string | undefined {
  const path = sheetOf(kind, who)
  const location = entryIn(files.bytes(path), path, 'location')
  return typeof location === 'string' ? location : undefined
}

/** Puts a place back with its journeys, as they are at the beat. */
function placeBack({ state }: MergeInput, id: string): (files: FileDraft) => void {
  return (files) => {
    const region = own(state.places, id)?.region ?? ''
    files.restore(pathOf('location', { region, id }))
    const map = pathOf('map', { region })
    if (files.bytes(pathOf('region', { region })) === undefined)
      for (const path of [pathOf('region', { region }), map, `${regionFolder(region)}/journeys.yaml`]) files.restore(path)
    for (const [journey, { from, to, region: home }] of Object.entries(state.journeys)) {
      const other = from === id ? to : to === id ? from : undefined
      const path = pathOf('journeys', { region: home })
      if (other === undefined || !files.bytes(pathOf('location', { region: own(state.places, other)?.region ?? '', id: other }))) continue
      const entry = entryIn(files.before(path), path, journey)
      if (entry === undefined || entryIn(files.bytes(path), path, journey) !== undefined) continue
      if (files.bytes(path) === undefined) files.set(path, Buffer.from(''))
      files.splice(path, { keys: [journey], to: entry })
    }
    const spot = entryIn(files.before(map), map, id)
    if (spot !== undefined) files.splice(map, { keys: [id], to: spot })
  }
}

/** The people, the scene and the things in a place that is gone. */
export function placeConflicts(input: MergeInput, id: string, gone: RemovedThing): OpenConflict[] {
  const { state, where, changed } = input
  const name = nameOf(input, id)
  const back: Choice = { id: 'back', words: `Bring ${name} back`, apply: placeBack(input, id) }
  const ask = (key: string, words: string, moves: Choice[], leave: Choice[] = [], bring: Choice = back): OpenConflict => {
    const choices = [...moves, bring, ...leave]
    return { id: key, words: `${words} ${name}, which is no longer in ${where.there}.`, choices, preselected: choices[0]?.id ?? 'back' }
  }
  const people = Object.entries(state.actors).filter(([who, { location }]) => location === id && !gone.actors.has(who))
  const there = people.map(([who, { name: called, kind }]) =>
    ask(
      `at ${who}`,
      `${called} is in`,
      placesToGo(
        input,
        id,
        gone,
        (to) => `Put ${called} in ${to}`,
        (to) => (files) => {
          const sheet = [sheetOf(kind, who), sheetOf(otherKind(kind), who)].find((path) => files.bytes(path))
          if (sheet !== undefined) files.splice(sheet, { keys: ['location'], to })
        },
        editedPlace(input, who, kind)
      ),
      isSpared(input, who) ? [{ id: 'leave', words: `Leave ${called} out`, apply: leaveOut(input, who) }] : [],
      {
        ...back,
        apply: (files) => {
          back.apply?.(files)
          files.splice(sheetOf(kind, who), { keys: ['location'], to: id })
        }
      }
    )
  )
  const { scene } = state
  const scenes =
    scene?.place === id
      ? [
          ask(
            'scene',
            `The scene “${scene.title}” is set in`,
            placesToGo(
              input,
              id,
              gone,
              (to) => `Set it in ${to}`,
              (to) => (files) => files.splice(`${scene.path}/ABOUT.md`, { keys: ['place'], to })
            )
          )
        ]
      : []
  const things = Object.keys(own(state.places, id)?.inventory ?? {})
  const lying =
    things.length === 0
      ? []
      : [
          ask(
            `things ${id}`,
            `${listed(things.slice(0, 3).map((thing) => itemCalled(input, own(own(state.places, id)?.inventory, thing)?.item ?? thing)))} ${things.length === 1 ? 'lies' : 'lie'} in`,
            placesToGo(
              input,
              id,
              gone,
              (to) => `Put ${things.length === 1 ? 'it' : 'them'} in ${to}`,
              (to) => moveThings(input, id, to)
            ),
            [{ id: 'leave', words: `Leave ${things.length === 1 ? 'it' : 'them'} out` }]
          )
        ]
  const all = [...there, ...scenes, ...lying]
  if (all.length > 0 || changed.get(id) !== 'place') return all
  const leave: Choice = { id: 'leave', words: `Leave ${name} out` }
  const words = `${name} was edited ${where.here}, and is no longer in ${where.there}.`
  return [{ id: `place ${id}`, words, choices: [leave, back], preselected: leave.id }]
}

/** Moves the things of a place that is gone; one with the id of a thing there gets a new id. */
function moveThings({ state }: MergeInput, from: string, to: string): ((files: FileDraft) => void) | undefined {
  const inventory = own(state.places, from)?.inventory ?? {}
  return (files) => {
    const path = [...files.changed.keys()].find((one) => one.endsWith(`/locations/${to}.yaml`)) ?? locate(state, `/places/${to}`)?.file ?? ''
    const taken = entryIn(files.bytes(path), path, 'inventory')
    const ids = new Set(typeof taken === 'object' && taken !== null ? Object.keys(taken) : [])
    for (const [thing, item] of Object.entries(inventory)) {
      let id = thing
      for (let n = 2; ids.has(id); n++) id = `${thing}-${n}`
      ids.add(id)
      files.splice(path, { keys: ['inventory', id], to: item as never })
    }
  }
}
