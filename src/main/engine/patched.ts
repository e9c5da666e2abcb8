import { z } from 'zod'
import type { Game } from '../../shared/game'
import { diffBy, equal, isObject, type JsonObject, mergePatch, pointer, pointerKeys, setOwn } from '../../shared/json'
import { misfits } from '../../shared/misfit'
import { Problem } from '../../shared/problem'
import { Actor, Combat, Place, type GameState } from '../../shared/state'
import { sheetFaults } from './sheet-faults'

const ROOTS = ['actors', 'places', 'facts', 'clock', 'combat']
type Failed = (what: string, path: string) => Problem
type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions'>

/**
 * The state with a rule's merge patch, checked: rules write actors, places, facts, clock and combat, and leave them well formed,
 * with sheets as the manifest has them and with conditions and things of the game's lists. Throws Problem `rule-failed`. SPEC.md P7, P10, P11.
 */
export function patched(state: GameState, delta: Record<string, unknown>, game: Lists, file: string): GameState {
  const failed: Failed = (what, path) =>
    new Problem('rule-failed', `${file} ${what} (${path || 'whole result'}); correct the rule. Nothing was changed.`, { file, path })
  for (const root of Object.keys(delta)) if (!ROOTS.includes(root)) throw failed('may not write there', `/${root}`)
  const after = mergedLately(state, delta)
  const changes = diffBy(delta, state, after)
  const touched = new Set<string>()
  for (const change of changes) {
    const [root = '', id = ''] = pointerKeys(change.path)
    touched.add(`${root}/${id}`)
    if (typeof change.to === 'number' && !Number.isFinite(change.to)) throw failed('wrote a number that is not finite', change.path)
  }
  for (const path of touched) {
    const [root = '', ...rest] = path.split('/')
    const id = rest.join('/')
    checkWhole(state, after, root, id, failed)
    checkLists(state, after, root, id, game, failed)
  }
  if (after.clock.minutes < state.clock.minutes) throw failed('turned the clock back', '/clock/minutes')
  return after
}

/** The places that were changed last, how, and what came of it: whoever counts chances changes them alike at every run, and copying thousands is dear. */
let lately: { places: GameState['places']; patch: JsonObject; after: GameState['places'] } | undefined

/** As `mergePatch`; places that are changed as they were last time are the same object as then. */
function mergedLately(state: GameState, delta: Record<string, unknown>): GameState {
  const { places: patch, ...rest } = delta
  if (!isObject(patch)) return mergePatch(state, delta)
  if (lately?.places !== state.places || !equal(lately.patch, patch)) lately = { places: state.places, patch, after: mergePatch(state.places, patch) }
  return mergePatch(lately.after === state.places ? state : { ...state, places: lately.after }, rest)
}

/** The first field of a sheet or a place that does not fit. Fields that stayed what they were fitted before, and are not looked at again. */
function misfit(schema: typeof Actor | typeof Place, before: object | undefined, after: object): { message: string; path: string[] } | undefined {
  for (const [name, field] of Object.entries(schema.shape)) {
    const now = own(after as Readonly<Record<string, unknown>>, name)
    const was = before && own(before as Readonly<Record<string, unknown>>, name)
    if (before && now === was) continue
    const { error } = field.safeParse(field instanceof z.ZodRecord && isObject(now) && isObject(was) ? newIn(was, now) : now)
    const [first] = error ? misfits(error, `\`${name}\``) : []
    if (first) return { message: first.sentence, path: [name, ...first.path] }
  }
  return undefined
}

/** The entries of a map that it did not have before; the others fitted. */
function newIn(before: JsonObject, after: JsonObject): JsonObject {
  const out: JsonObject = {}
  for (const [key, value] of Object.entries(after)) if (value !== own(before, key)) setOwn(out, key, value)
  return out
}

function checkWhole(before: GameState, state: GameState, root: string, id: string, failed: Failed): void {
  if (root === 'actors') {
    const actor = state.actors[id]
    if (actor === undefined) throw failed('removed an actor; set a condition instead', `/actors/${id}`)
    const wrong = misfit(Actor, own(before.actors, id), actor)
    if (wrong) throw failed(`left an actor that does not fit: ${wrong.message}`, `/actors/${id}/${wrong.path.join('/')}`)
    if (!(actor.location in state.places)) throw failed(`sent an actor to "${actor.location}", which is no place`, `/actors/${id}/location`)
  } else if (root === 'places') {
    const place = own(state.places, id)
    const wrong = place && misfit(Place, own(before.places, id), place)
    if (!place) throw failed('left a place that does not fit', `/places/${id}`)
    if (wrong) throw failed(`left a place that does not fit: ${wrong.message}`, `/places/${id}`)
  } else if (root === 'facts') {
    const value = state.facts[id]
    if (value !== undefined && typeof value === 'object') throw failed('wrote a fact that is neither text, number nor true or false', `/facts/${id}`)
  } else if (root === 'combat' && state.combat) {
    const fits = Combat.safeParse(state.combat)
    if (!fits.success)
      throw failed('left a fight that does not fit: it needs a number for each in "initiative", a name for each in "sides"', '/combat')
    for (const list of ['initiative', 'sides'] as const) {
      for (const who of Object.keys(state.combat[list] ?? {}))
        if (!(who in state.actors)) throw failed('put somebody into the fight who does not exist', `/combat/${list}/${who}`)
    }
  } else if (root === 'clock' && typeof state.clock.minutes !== 'number') throw failed('broke the clock', '/clock')
}

/** What was written into a sheet or an inventory is what the game's lists hold. */
function checkLists(before: GameState, after: GameState, root: string, id: string, game: Lists, failed: Failed): void {
  if (root !== 'actors' && root !== 'places') return
  const had = before[root][id]
  for (const [key, { item }] of Object.entries(after[root][id]?.inventory ?? {})) {
    if (item !== own(had?.inventory, key)?.item && !Object.hasOwn(game.equipment, item) && !holds(before, item))
      throw failed(`gave the thing "${item}", which is not in equipment/`, pointer([root, id, 'inventory', key]))
  }
  const actor = root === 'actors' ? after.actors[id] : undefined
  if (!actor) return
  const old = before.actors[id]
  for (const condition of Object.keys(actor.conditions)) {
    if (own(old?.conditions, condition) === undefined && !Object.hasOwn(game.conditions, condition))
      throw failed(`gave the condition "${condition}", which is not in conditions/`, pointer(['actors', id, 'conditions', condition]))
  }
  for (const { stat, fault } of sheetFaults(old, actor, game.manifest.stats)) throw failed(fault, pointer(['actors', id, 'stats', stat]))
}

/** Whether the world has a thing, lying about, carried, or to be found: what its author made up can be taken like any other. */
function holds({ actors, places }: GameState, item: string): boolean {
  const among = (things: GameState['places'][string]['inventory']): boolean => Object.values(things).some((one) => one.item === item)
  return (
    Object.values(places).some(({ inventory, features }) => among(inventory) || Object.values(features).some((one) => one.item === item)) ||
    Object.values(actors).some(({ inventory }) => among(inventory))
  )
}

const own = <T>(map: Readonly<Record<string, T>> | undefined, key: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, key) ? map[key] : undefined
