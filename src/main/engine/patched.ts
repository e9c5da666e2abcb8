import { z } from 'zod'
import type { Game, Manifest } from '../../shared/story/game'
import { diffBy, equal, isObject, type Json, type JsonObject, mergePatch, pointer, pointerKeys, setOwn, own } from '../../shared/base/json'
import { misfits, misfitWords } from '../../shared/base/schema-errors'
import { Problem } from '../../shared/base/problem'
import { statFault } from '../../shared/story/sheet'
import { badName, fold, RESERVED_ACTORS } from '../../shared/story/names'
import { Actor, Clock, Combat, Flag, MAX_ID_LENGTH, Place, type GameState } from '../../shared/story/state'
import { badStoryId, newStoryFaults } from '../../shared/story/story-faults'
import { STORY_PARTS, type StoryPart } from '../../shared/story/story-state'

/** Texts of a place's file that are not part of the state. */
const PROSE = ['description', 'gm_guide', 'senses', 'picture'] as const
const PROTO = 'used the name "__proto__", which cannot be kept'
const ROOTS: readonly string[] = ['actors', 'places', 'facts', 'clock', 'combat', ...Object.values(STORY_PARTS)]
type Failed = (what: string, path: string) => Problem
type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions'>

/**
 * Applies a rule's merge patch and checks the result. Rules write actors, places, facts, clock, combat, quests, factions, relationships and threads,
 * and must leave them well-formed, with sheets that match the manifest and with conditions and items from the game's lists. Throws Problem
 * `rule-failed`. SPEC.md P7, P10, P11.
 */
export function patched(state: GameState, delta: Record<string, unknown>, game: Lists, file: string): GameState {
  const failed: Failed = (what, path) =>
    new Problem('rule-failed', `${file} ${what} (${path || 'whole result'}). Nothing was changed. Correct the rule.`, { file, path })
  for (const root of Object.keys(delta)) if (!ROOTS.includes(root)) throw failed("can't write there", `/${root}`)
  const after = mergePatchCached(state, delta)
  const changes = diffBy(delta, state, after)
  const touched = new Set<string>()
  for (const change of changes) {
    const [root = '', id = ''] = pointerKeys(change.path)
    touched.add(`${root}/${id}`)
    const why = pointerKeys(change.path).includes('__proto__') ? PROTO : unkeepable(change.to)
    if (why !== undefined) throw failed(why, change.path)
  }
  for (const path of touched) {
    const [root = '', ...rest] = path.split('/')
    const id = rest.join('/')
    checkWhole(state, after, root, id, failed)
    checkLists(state, after, root, id, game, failed)
  }
  const [wrong] = Object.values(STORY_PARTS).some((part) => Object.hasOwn(delta, part)) ? newStoryFaults(state, after) : []
  if (wrong) throw failed(`broke an invariant of the story: ${wrong.sentence.replace(/\.$/, '')}`, wrong.path)
  return after
}

/** The last change to places and its result. Counting odds makes the same change in every run, and copying thousands of places is slow. */
let lastPlacesMerge: { places: GameState['places']; patch: JsonObject; after: GameState['places'] } | undefined

/** Like `mergePatch`, but a repeated change to places returns the same object as last time. */
function mergePatchCached(state: GameState, delta: Record<string, unknown>): GameState {
  const { places: patch, ...rest } = delta
  if (!isObject(patch)) return mergePatch(state, delta)
  if (lastPlacesMerge?.places !== state.places || !equal(lastPlacesMerge.patch, patch))
    lastPlacesMerge = { places: state.places, patch, after: mergePatch(state.places, patch) }
  return mergePatch(lastPlacesMerge.after === state.places ? state : { ...state, places: lastPlacesMerge.after }, rest)
}

/** The first field of a sheet or a place that doesn't fit the schema. Skips unchanged fields, which were checked before. */
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

/** The entries of a map that are new. The others were checked before. */
function newIn(before: JsonObject, after: JsonObject): JsonObject {
  const out: JsonObject = {}
  for (const [key, value] of Object.entries(after)) if (value !== own(before, key)) setOwn(out, key, value)
  return out
}

/** Returns why a value can't be stored in a file, or undefined if it can. */
function unkeepable(value: Json | undefined): string | undefined {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'wrote a number that is not finite'
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, '__proto__')) return PROTO
  for (const inner of Object.values(value)) {
    const why = unkeepable(inner)
    if (why !== undefined) return why
  }
  return undefined
}

/** Checks that the id of a new actor or place can be a file name beside the existing ones. */
function checkNewId(what: string, id: string, ids: readonly string[], failed: Failed, path: string): void {
  const why = id.length > MAX_ID_LENGTH ? `it is longer than ${MAX_ID_LENGTH} characters` : badName(id)
  if (why !== undefined) throw failed(`added ${what} "${id.slice(0, 60)}", but ${why}`, path)
  const twin = ids.find((other) => other !== id && fold(other) === fold(id))
  if (twin !== undefined) throw failed(`added ${what} "${id}", which some systems can't tell from "${twin}"`, path)
}

function checkActor(before: GameState, state: GameState, id: string, failed: Failed): void {
  const path = pointer(['actors', id])
  const actor = own(state.actors, id)
  const was = own(before.actors, id)
  if (actor === undefined) throw failed('removed an actor, but a rule can only set a condition', path)
  const wrong = misfit(Actor, was, actor)
  if (wrong) throw failed(`left an invalid actor: ${wrong.message}`, `${path}/${wrong.path.join('/')}`)
  if (!Object.hasOwn(state.places, actor.location)) throw failed(`sent an actor to "${actor.location}", which is not a place`, `${path}/location`)
  if (was && was.kind !== actor.kind) throw failed('changed the kind of an actor, but a rule can only add a new actor', `${path}/kind`)
  if (was) return
  checkNewId('the actor', id, Object.keys(state.actors), failed, path)
  const voice = RESERVED_ACTORS.find((name) => fold(name) === fold(id))
  if (voice !== undefined) throw failed(`added the actor "${id}", but ${voice} is reserved for the table`, path)
}

function checkPlace(before: GameState, state: GameState, id: string, failed: Failed): void {
  const path = pointer(['places', id])
  const place = own(state.places, id)
  const was = own(before.places, id)
  if (!place) throw failed('left an invalid place', path)
  const wrong = misfit(Place, was, place)
  if (wrong) throw failed(`left an invalid place: ${wrong.message}`, path)
  const prose = PROSE.find((key) => Object.hasOwn(place, key))
  if (prose !== undefined) throw failed(`changed the ${prose} of a place, but only notes and edits can`, `${path}/${prose}`)
  if (was && was.region !== place.region) throw failed('moved a place to another region, but only edits can', `${path}/region`)
  if (was) return
  if (!Object.hasOwn(state.regions, place.region)) throw failed(`added a place in "${place.region}", which is not a region`, `${path}/region`)
  checkNewId('the place', id, Object.keys(state.places), failed, path)
}

const isStoryPart = (root: string): root is StoryPart => Object.values(STORY_PARTS).some((part) => part === root)

function checkWhole(before: GameState, state: GameState, root: string, id: string, failed: Failed): void {
  if (root === 'actors') checkActor(before, state, id, failed)
  else if (root === 'places') checkPlace(before, state, id, failed)
  else if (root === 'facts') {
    const path = pointer(['facts', id])
    const value = own(state.facts, id)
    if (id === '' || id.length > MAX_ID_LENGTH) throw failed(`set a fact whose name is empty or longer than ${MAX_ID_LENGTH} characters`, path)
    if (value !== undefined && !Flag.safeParse(value).success)
      throw failed('set a fact to something other than a text, a number, true or false', path)
  } else if (isStoryPart(root) && own(before[root], id) === undefined && own(state[root], id) !== undefined) {
    const why = badStoryId(id)
    if (why !== undefined) throw failed(`added "${id.slice(0, 60)}" to the ${root}, but ${why}`, pointer([root, id]))
  } else if (root === 'combat' && state.combat) {
    const fits = Combat.safeParse(state.combat)
    if (!fits.success) throw failed('left an invalid fight: "initiative" needs a number for each character, "sides" a name', '/combat')
    for (const list of ['initiative', 'sides'] as const) {
      for (const who of Object.keys(state.combat[list] ?? {}))
        if (!Object.hasOwn(state.actors, who)) throw failed('added a character to the fight who does not exist', `/combat/${list}/${who}`)
    }
  } else if (root === 'clock') {
    const { minutes } = state.clock
    if (typeof minutes === 'number' && minutes < before.clock.minutes) throw failed('turned the clock back', '/clock/minutes')
    const strange = Object.keys(state.clock).find((key) => !Object.hasOwn(Clock.shape, key))
    if (strange !== undefined) throw failed('added an unknown field to the clock, which has only start and minutes', pointer(['clock', strange]))
    const fits = Clock.safeParse(state.clock)
    if (!fits.success) throw failed(`broke the clock: ${misfitWords(fits.error, 'the clock')}`, '/clock')
  }
}

/** Checks that a rule wrote only conditions and items that the game lists into a sheet or an inventory. */
function checkLists(before: GameState, after: GameState, root: string, id: string, game: Lists, failed: Failed): void {
  if (root !== 'actors' && root !== 'places') return
  const previous = own<Actor | Place>(before[root], id)
  for (const [key, { item }] of Object.entries(own<Actor | Place>(after[root], id)?.inventory ?? {})) {
    if (item !== own(previous?.inventory, key)?.item && !Object.hasOwn(game.equipment, item) && !hasItem(before, item))
      throw failed(`gave the item "${item}", which is not in equipment/`, pointer([root, id, 'inventory', key]))
  }
  const actor = root === 'actors' ? own(after.actors, id) : undefined
  if (!actor) return
  const old = own(before.actors, id)
  for (const condition of Object.keys(actor.conditions)) {
    if (own(old?.conditions, condition) === undefined && !Object.hasOwn(game.conditions, condition))
      throw failed(`gave the condition "${condition}", which is not in conditions/`, pointer(['actors', id, 'conditions', condition]))
  }
  for (const { stat, fault } of sheetFaults(old, actor, game.manifest.stats)) throw failed(fault, pointer(['actors', id, 'stats', stat]))
}

/** Returns whether the world has an item, lying about, carried or hidden. An item that the author made up can be taken like any other. */
function hasItem({ actors, places }: GameState, item: string): boolean {
  const among = (things: GameState['places'][string]['inventory']): boolean => Object.values(things).some((one) => one.item === item)
  return (
    Object.values(places).some(({ inventory, features }) => among(inventory) || Object.values(features).some((one) => one.item === item)) ||
    Object.values(actors).some(({ inventory }) => among(inventory))
  )
}

type Stats = Manifest['stats']
type Sheet = Pick<Actor, 'stats' | 'max'>

/**
 * The stats that a rule left invalid, each with the end of a sentence about the rule. A rule may bring a stat that was already out of bounds closer
 * to them. If the game declares no stats, none is checked. SPEC.md P10.
 */
function sheetFaults(before: Sheet | undefined, after: Sheet, stats: Stats): { stat: string; fault: string }[] {
  if (Object.keys(stats).length === 0 || (before?.stats === after.stats && before.max === after.max)) return []
  const names = [...new Set([...Object.keys(before?.stats ?? {}), ...Object.keys(after.stats), ...Object.keys(after.max)])].toSorted()
  return names.flatMap((stat) => {
    const written = own(before?.stats, stat) !== own(after.stats, stat) || own(before?.max, stat) !== own(after.max, stat)
    const fault = written ? faultOf(before, after, stat, stats) : undefined
    return fault === undefined ? [] : [{ stat, fault }]
  })
}

function faultOf(before: Sheet | undefined, after: Sheet, stat: string, stats: Stats): string | undefined {
  const rule = own(stats, stat)
  if (!rule) return `set "${stat}", which isn't a stat in the manifest`
  const previous = own(before?.stats, stat)
  const value = own(after.stats, stat)
  if (value === undefined) return previous === undefined ? undefined : `removed "${stat}" from a sheet, but the manifest lists it as a stat`
  const broken = statFault(before, after, stat, rule)
  if (broken === undefined) return undefined
  const max = broken.is === 'fraction of max' ? 'the maximum of ' : ''
  const why =
    broken.is === 'below'
      ? `below its minimum ${broken.limit}`
      : broken.is === 'above'
        ? `above its maximum ${broken.limit}`
        : "which isn't a whole number"
  return `set ${max}"${stat}" to ${broken.value}, ${why}`
}
