import { createHash } from 'node:crypto'
import type { Game, Offer, ParamDef } from '../../shared/story/game'
import { applyChanges, canonical, equal, mergePatch } from '../../shared/base/json'
import type { ActionCall, Params, ParamValue } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { GameState, type Actor } from '../../shared/story/state'
import { fraction } from '../engine/dice'
import type { AuthoredEvents } from '../engine/documents'
import { deciderOf, DM, party } from '../engine/people'
import { everybody, availabilities } from '../engine/availability'
import { verbAvailabilities } from '../engine/verb-availability'
import { offered } from '../engine/verbs'
import { Beginning, MemoryStory } from '../story/memory-story'
import { authoredFor, offersByHand, viewOf } from '../story/seats/seat-view'
import type { SavedBeat, Story } from '../story/story'
import { ledgerFaults } from './ledger.fixture'

/** A game, and the campaign in which play begins. */
export interface Table {
  name: string
  beginning: Beginning
}
/** One session of random play: its calls, how often each action was executed, and the faults in words. */
export interface Wandered {
  calls: ActionCall[]
  executed: Map<string, number>
  refusals: number
  /** A hash of the final state and of all narratives. */
  hash: string
  faults: string[]
}
type Chance = () => number

/** A session must end by itself within this many calls. */
const MAX_CALLS = 800
const WORDS = [
  'a lamp',
  'Ω',
  'the well\nand the rope',
  '[[The Count]]',
  'notes/one.md',
  'deep',
  '__proto__',
  '{actor.name}',
  '- 1',
  "'quoted': yes",
  '🕯',
  'bridge-down',
  'old-oath'
]

const streamOf = (seed: string): Chance => {
  let k = 0
  return () => fraction(`${seed} ${k++}`)
}
/** A random element; undefined for an empty list. */
export const pick = <T>(list: readonly T[], chance: Chance): T | undefined => list[Math.floor(chance() * list.length)]

/** Freezes a value deeply; skips what is already frozen. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value).forEach(frozen)
  return value
}

/** A different start for each seed, so that rare rules apply: people hurt, ill, elsewhere, angry or laden, and facts known. */
export function unsettled({ beginning: { state: start, game } }: Table, seed: string): GameState {
  const chance = streamOf(`${seed} start`)
  const places = Object.keys(start.places)
  const [players, conditions] = [party(start), Object.keys(game.conditions)]
  // The players take all conditions in turn from seed to seed, so that what depends on a single one is covered.
  const turn = Number(/\d+$/.exec(seed)?.[0] ?? 0) * players.length
  const change = ([id, actor]: [string, Actor]): object => {
    const stats = Object.entries(actor.stats).map(([stat, value]) => {
      const least = game.manifest.stats[stat]?.min ?? 0
      return [stat, chance() < 0.25 ? least + Math.floor(chance() * (value - least + 1)) : value]
    })
    const things = Object.keys(game.equipment).filter(() => chance() < 1.5 / Object.keys(game.equipment).length)
    const due = players.includes(id) ? conditions[(turn + players.indexOf(id)) % conditions.length] : undefined
    const ill = conditions.filter((condition) => condition === due || chance() < 0.4 / conditions.length)
    const minutes = start.clock.minutes
    const npc = actor.kind === 'npc'
    return {
      stats: Object.fromEntries(stats),
      inventory: Object.fromEntries(things.map((item) => [item, chance() < 0.3 ? { item, count: 2 } : { item }])),
      conditions: Object.fromEntries(ill.map((id) => [id, { since: minutes, until: minutes + 5 + Math.floor(chance() * 90) }])),
      ...(chance() < (npc ? 0.5 : 0.1) ? { location: pick(places, chance) } : {}),
      ...(npc && chance() < 0.4 ? { attitude: pick(['hostile', 'wary', 'neutral', 'friendly'], chance) } : {})
    }
  }
  const facts = Object.values(start.journeys).flatMap(({ requires }) => (requires !== undefined && chance() < 0.5 ? [[requires, true]] : []))
  return frozen(
    mergePatch(start, {
      actors: Object.fromEntries(Object.entries(start.actors).map((entry) => [entry[0], change(entry)])),
      facts: Object.fromEntries(facts) as object,
      next: { dice: { seed } }
    })
  )
}

function valueFor({ name, type, enum: values, many }: ParamDef, chance: Chance): ParamValue {
  if (name === 'note_path') return `${pick(['clues', 'people', 'odd ends'], chance)}/${Math.floor(chance() * 4)}.md`
  if (values) {
    const one = pick(values, chance) ?? ''
    return many ? [...new Set([one, pick(values, chance) ?? ''])] : one
  }
  if (type === 'number') return Math.floor(chance() * 30) - (chance() < 0.1 ? 3 : 0)
  return `${pick(WORDS, chance)}${chance() < 0.5 ? '' : ` ${Math.floor(chance() * 99)}`}`
}

/** Random parameters that fit an offer. */
export const drawn = (offer: Offer, chance: Chance): Params =>
  Object.fromEntries(offer.params.filter(({ required }) => required || chance() < 0.5).map((param) => [param.name, valueFor(param, chance)]))

/** Prefers rare actions; closing verbs become likelier with time, so that a session ends. */
function weightOf({ name }: Offer, executed: ReadonlyMap<string, number>, game: Game, { phase, scene, turns }: GameState['next']): number {
  if (game.actions[name]) return 8 / (1 + (executed.get(name) ?? 0)) ** 2
  const weights: Record<string, number> = {
    call_on: 2.5,
    end_scene: turns / 30,
    end_session: phase === 'open' ? scene / 2 : turns / 600,
    end_campaign: turns / 2000,
    open_thread: 0.1,
    close_thread: 0.1,
    start_quest: 0.1,
    advance_quest: 0.1,
    close_quest: 0.1,
    change_relationship: 0.1,
    establish: 0.1,
    open_scene: 3,
    pass: 0.6,
    record: 0.2,
    remember: 0.2,
    reseed: 0.1
  }
  return weights[name] ?? 0.4
}

function weighted(offers: readonly Offer[], weight: (offer: Offer) => number, chance: Chance): Offer | undefined {
  let left = chance() * offers.reduce((sum, offer) => sum + weight(offer), 0)
  return offers.find((offer) => (left -= weight(offer)) < 0) ?? offers.at(-1)
}

/** Plays one random session and checks all invariants after each call. */
export function wander(table: Table, seed: string): Wandered {
  const { name, beginning } = table
  const { game } = beginning
  const chance = streamOf(seed)
  const done: Wandered = { calls: [], executed: new Map(), refusals: 0, hash: '', faults: [] }
  const digest = createHash('sha1')
  let where = ''
  const fault = (words: string): void => void done.faults.push(`${where}: ${words}`)
  const story = new MemoryStory(new Beginning(beginning.files, watch(table, done, fault)), unsettled(table, seed))
  for (let tries = 0; ; tries++) {
    if (tries > MAX_CALLS) {
      fault(`the session is not over after ${MAX_CALLS} calls`)
      break
    }
    const { state } = story.snapshot
    const { next } = state
    if (next.phase === 'done' && done.calls.length > 0) break
    const who = deciderOf(state)
    const offers = offersByHand(story.snapshot, who)
    where = `${name}, seed ${seed}, call ${tries}, beat ${next.beat + 1}, ${who}`
    const offer = weighted(
      offers.filter(({ cost }) => cost !== 'look'),
      (each) => weightOf(each, done.executed, game, next),
      chance
    )
    if (!offer) break
    for (const seat of [DM, ...party(state)])
      agreeVerbs(
        state,
        game,
        seat,
        { ...authoredFor({ state, game, lore: beginning.lore }, seat), closedEnding: undefined },
        seat === who ? offers : [],
        fault
      )
    if (tries % 12 === 0) {
      agree(state, game, chance, fault)
      uninvited(story, offers, chance, fault)
    }
    const call: ActionCall = {
      kind: 'play',
      action: offer.name,
      actor: who,
      params: drawn(offer, chance),
      agent: 'hand',
      ...(offer.as ? { as: offer.as } : {})
    }
    where += ` ${offer.name} ${JSON.stringify(call.params)}`
    const saved = attempt(story, frozen(call), fault)
    if (!saved) {
      done.refusals++
      continue
    }
    const after = frozen(story.snapshot.state)
    for (const words of outcomeFaults(state, after, saved, game)) fault(words)
    if (!game.actions[offer.name]) done.executed.set(offer.name, (done.executed.get(offer.name) ?? 0) + 1)
    digest.update(toldOf(saved))
    done.calls.push(call)
    if (done.faults.length > 5) break
  }
  where = `${name}, seed ${seed}, at its end`
  const { state } = story.snapshot
  for (const seat of [DM, ...party(state)]) viewOf(story.snapshot, seat)
  const whole = GameState.safeParse(state)
  if (!whole.success) fault(`the state is not well formed: ${whole.error.issues[0]?.path.join('/')} ${whole.error.issues[0]?.message}`)
  done.hash = digest.update(JSON.stringify(canonical(state))).digest('hex')
  return done
}

/** Plays the same calls from the same start and returns the hash, which must equal that of `wander`. */
export function replayed(table: Table, seed: string, calls: readonly ActionCall[]): string {
  const digest = createHash('sha1')
  const story = new MemoryStory(table.beginning, unsettled(table, seed))
  for (const call of calls) digest.update(toldOf(story.recordBeat(call)))
  return digest.update(JSON.stringify(canonical(story.snapshot.state))).digest('hex')
}

const toldOf = ({ beat, outcome }: SavedBeat): string => `${beat.subject}\n${outcome.answer}\n`

/** The beat, or undefined if the call was refused with a reason. Any other error is a fault. */
function attempt(story: Story, call: ActionCall, fault: (words: string) => void): SavedBeat | undefined {
  try {
    return story.recordBeat(call)
  } catch (thrown) {
    const refused = thrown instanceof Problem && thrown.code === 'refused'
    if (!refused) fault(thrown instanceof Problem ? `${thrown.code}: ${thrown.message}` : String(thrown instanceof Error ? thrown.stack : thrown))
    else if (!/^\S.{5,}[.!?]$/s.test(thrown.message)) fault(`refused without a sentence: "${thrown.message}"`)
    return undefined
  }
}

/** The game with checks on each execution: the action was available, its input is unchanged, things are only moved. */
function watch({ name, beginning: { game } }: Table, done: Wandered, fault: (words: string) => void): Game {
  return {
    ...game,
    execute(state, actor, action, params, dice) {
      frozen(state)
      if (game.offers(state, actor, [action]).length !== 1) fault(`${action} was executed by ${actor} and is not available to them`)
      const result = game.execute(state, actor, action, frozen(params), dice)
      const after = mergePatch(state, result.stateDelta)
      for (const words of ledgerFaults(name, game, action, state, after)) fault(words)
      done.executed.set(action, (done.executed.get(action) ?? 0) + 1)
      return result
    }
  }
}

/** SPEC W2: the current actor can do exactly what is offered; availability for everybody else is computed without a problem. */
function agree(state: GameState, game: Game, chance: Chance, fault: (words: string) => void): void {
  const { phase, actor, mode } = state.next
  const offers = offered(state, game, deciderOf(state)).filter(({ name }) => game.actions[name])
  const sorted = (list: readonly { name: string; params: unknown }[]): string =>
    JSON.stringify(list.map(({ name, params }) => JSON.stringify([name, params])).toSorted())
  const through = offers.flatMap(({ as }) => as ?? [])
  const judged = [actor, pick(through, chance) ?? DM, pick(everybody(state), chance) ?? DM]
  for (const who of new Set(judged)) {
    const can = availabilities(state, game, who).flatMap(({ action, params, reason }) => (reason === undefined ? [{ name: action, params }] : []))
    const throughDM = phase === 'dm' && mode === 'story' && state.actors[who]?.kind === 'npc'
    if (who !== actor && !throughDM) continue
    const own = offers.filter(({ as }) => as === (state.actors[who]?.kind === 'npc' ? who : undefined))
    if (sorted(can) !== sorted(own)) fault(`${who} can do ${sorted(can)} and is offered ${sorted(own)}`)
  }
}

/** SPEC W4: a verb of the table is offered if and only if it has no unavailable reason, and every reason is in words. */
function agreeVerbs(
  state: GameState,
  game: Game,
  who: string,
  authored: AuthoredEvents,
  offers: readonly Offer[],
  fault: (words: string) => void
): void {
  const verbs = verbAvailabilities(state, game, who, authored)
  const open = verbs.flatMap(({ action, params, reason }) => (reason === undefined ? [JSON.stringify([action, params])] : []))
  const unknown = offers.flatMap(({ name, params }) => (game.actions[name] ? [] : [JSON.stringify([name, params])]))
  if (String(open.toSorted()) !== String(unknown.toSorted())) fault(`${who} has the verbs ${open.join()} and is offered ${unknown.join()}`)
  for (const { action, reason } of verbs) if (reason !== undefined && !/^\S.{7,}\.$/s.test(reason)) fault(`${action} without a reason: "${reason}"`)
}

/** SPEC P2: a call that is not offered, or offered to somebody else, is refused. */
function uninvited(story: Story, offers: readonly Offer[], chance: Chance, fault: (words: string) => void): void {
  const { state, game } = story.snapshot
  const who = deciderOf(state)
  const closed = Object.keys(game.actions).filter((name) => !offers.some((offer) => offer.name === name))
  const others = everybody(state).filter((id) => id !== who && offered(state, game, id).length === 0)
  const wrong: [string | undefined, string | undefined][] = [
    [who, pick(closed, chance)],
    [pick(others, chance), offers[0]?.name]
  ]
  for (const [actor, action] of wrong) {
    if (actor === undefined || action === undefined) continue
    if (attempt(story, { kind: 'play', action, actor, params: {}, agent: 'hand' }, fault)) fault(`${actor} was let ${action}, which is not offered`)
  }
}

/** What must hold after every call: complete states, true logs, sheets within their limits. */
function outcomeFaults(before: GameState, state: GameState, { beat: { subject }, outcome: { changes, writes } }: SavedBeat, game: Game): string[] {
  const faults: string[] = []
  if (state.next.beat !== before.next.beat + 1) faults.push(`beat ${before.next.beat} became ${state.next.beat}`)
  if (!equal(applyChanges(before, changes), state)) faults.push('the changes do not lead to the state after')
  if (subject.trim() === '' || subject.length > 100 || subject.includes('\n')) faults.push(`a subject that is not a line: "${subject}"`)
  for (const write of writes) {
    // The outcome of a thread, and what a fact says, is in the caller's own words.
    if (
      write.kind === 'log' &&
      write.entry.kind === 'system' &&
      !['close_thread', 'close_quest', 'establish', 'set-fact'].includes(write.entry.action ?? '') &&
      /undefined|NaN|\[object|\$[A-Z]\b|[{}]/.test(write.entry.text)
    )
      faults.push(`told what is not a sentence: "${write.entry.text}"`)
  }
  for (const [id, actor] of Object.entries(state.actors))
    if (before.actors[id] !== actor) faults.push(...sheetFaults(id, actor, before.actors[id], game))
  return faults
}

function sheetFaults(id: string, actor: Actor, before: Actor | undefined, game: Game): string[] {
  const faults: string[] = []
  for (const [stat, value] of Object.entries(actor.stats)) {
    const [least, most] = [game.manifest.stats[stat]?.min ?? 0, actor.max[stat] ?? Infinity]
    if (!(value >= least && value <= most)) faults.push(`${id} has ${stat} ${value} of ${least} to ${most}`)
  }
  for (const condition of Object.keys(actor.conditions))
    if (!Object.hasOwn(game.conditions, condition)) faults.push(`${id} is under the unknown ${condition}`)
  for (const [key, { item, count = 1 }] of Object.entries(actor.inventory)) {
    if (!Object.hasOwn(game.equipment, item) && before?.inventory[key]?.item !== item) faults.push(`${id} carries the unknown ${item}`)
    if (!Number.isInteger(count) || count < 1) faults.push(`${id} carries ${count} ${item}`)
  }
  return faults
}
