import { hash } from 'node:crypto'
import { own } from '../../shared/base/json'
import type { Watched } from '../../shared/lab/plan'
import type {
  ActionRow,
  BeatRow,
  OutcomeKind,
  OutcomeRow,
  RollRow,
  SessionEnd,
  SessionRow,
  SessionRows,
  ValueRow,
  VisitRow
} from '../../shared/lab/rows'
import { evaluate } from '../../shared/predicate/evaluate'
import type { Expression } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import type { EntryChanges } from '../../shared/story/entry-changes'
import type { Game, Offer } from '../../shared/story/game'
import type { ActionCall, LogEntry, ToolCall } from '../../shared/story/play'
import { isOver } from '../../shared/story/premises'
import type { Actor, GameState } from '../../shared/story/state'
import { ableness } from '../engine/changes'
import { statusOf } from '../engine/exercised'
import { party } from '../engine/people'
import { countExercised } from '../story/coverage/count-beat'
import type { SavedBeat, StorySnapshot } from '../story/story'

/** The number of words from which on an entry of the log counts as said again if its words were said before. */
const MIN_WORDS = 6
/** Parts of a state that every beat may change: whose turn it is, the time, and how far a prepared scene is. */
const PASSING = /^\/(?:next|clock|plays|scene)(?:\/|$)/

type About = Pick<SessionRow, 'session' | 'seed' | 'party'>

/** Collects the rows of a session while it is played. */
export class Measures {
  readonly #beats: BeatRow[] = []
  readonly #actions: ActionRow[] = []
  readonly #visits: VisitRow[] = []
  readonly #rolls: RollRow[] = []
  readonly #outcomes: OutcomeRow[] = []
  readonly #values: ValueRow[] = []
  readonly #exercised = new Map<string, { times: number; first: number }>()
  readonly #offers = new Map<string, { offered: number; taken: number }>()
  /** The stay of each member of the party, and whether anything came about since they arrived. */
  readonly #stays = new Map<string, VisitRow & { isFruitful: boolean }>()
  /** The row of each value as it is now. */
  readonly #current = new Map<string, ValueRow>()
  readonly #said = new Set<string>()
  readonly #digested: string[] = []
  readonly #startMinutes: number
  #scene = 0
  #repeated = 0
  #refused = 0
  #failures = 0
  #lastEvent = ''
  /** The number of the last beat that changed something, and the longest stretch without one. */
  #lastChange = 0
  #stuck = { beats: 0, from: 0 }

  constructor(
    private readonly about: About,
    start: Pick<StorySnapshot, 'state' | 'game'>,
    private readonly watch: readonly { name: Watched['name']; expression: Expression }[]
  ) {
    const { state } = start
    this.#startMinutes = state.clock.minutes
    this.#scene = state.scene ? 1 : 0
    for (const id of party(state)) this.#arrive(id, own(state.actors, id)?.location ?? '', '')
    this.#measure(start, 0)
  }

  /** The number of beats so far. */
  get beats(): number {
    return this.#beats.length
  }

  /** Counts what the seat whose turn it is is offered. */
  offered(offers: readonly Offer[]): void {
    for (const name of new Set(offers.map((offer) => offer.name))) this.#offer(name).offered++
  }

  #offer(action: string): { offered: number; taken: number } {
    const known = this.#offers.get(action) ?? { offered: 0, taken: 0 }
    this.#offers.set(action, known)
    return known
  }

  /** Adds the calls of a turn that were refused. */
  turn(calls: readonly ToolCall[], { state }: Pick<StorySnapshot, 'state'>): void {
    for (const { tool, by, as, input, problem, file, line } of calls) {
      if (problem === undefined) continue
      this.#refused++
      if (file !== undefined) this.#failures++
      this.#actions.push({
        ...this.#at(this.beats + 1),
        actor: as ?? by,
        action: tool,
        targets: targetsOf(input, state),
        ok: false,
        problem,
        place_in_rules: file === undefined ? '' : line === undefined ? file : `${file}:${line}`
      })
    }
  }

  /** Adds a beat. */
  beat(call: ActionCall, before: StorySnapshot, after: StorySnapshot, { beat, outcome }: SavedBeat): void {
    const n = this.beats + 1
    const { state, game, lore } = after
    const actor = call.as ?? call.actor
    const { rolls, results, changes } = outcome
    if (state.scene && state.scene.path !== before.state.scene?.path) {
      this.#scene++
      this.#outcome(n, 'scene', state.scene.story ?? '', state.scene.title, '', state.scene.place)
    }
    const place = own(state.actors, actor)?.location ?? state.scene?.place ?? ''
    const lasting = changes.filter(({ path }) => !PASSING.test(path)).length
    this.#beats.push({
      ...this.#at(n),
      scene: state.scene ? this.#scene : 0,
      actor,
      action: call.action,
      place,
      minutes: state.clock.minutes - this.#startMinutes,
      status: statusOf(results[0]?.result, rolls) ?? '',
      changes: lasting,
      fight: state.combat !== undefined
    })
    // What a game outside sets is no action of anyone.
    if (call.kind !== 'edit') {
      this.#actions.push({
        ...this.#at(n),
        actor,
        action: call.action,
        targets: targetsOf(call.params, state),
        ok: true,
        problem: '',
        place_in_rules: ''
      })
      this.#offer(call.action).taken++
    }
    for (const { expr, total, label = '', need, outcome: came = '' } of rolls)
      this.#rolls.push({ ...this.#at(n), actor, action: call.action, label, dice: expr, total, need: need ?? null, outcome: came })
    this.#digested.push(JSON.stringify([call.action, call.actor, call.as, call.params, rolls.map(({ total }) => total)]))
    const entries = outcome.writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
    for (const entry of entries) this.#entry(n, entry, state)
    for (const event of lore.story) {
      if (!isOver(event, state) || isOver(event, before.state)) continue
      this.#lastEvent = event.id
      this.#outcome(n, 'event-over', event.id, event.title, '', place)
    }
    countExercised(before.state, state, beat, call.params, game, (key, times = 1) => {
      const [kind = '', id = ''] = key.split(/ (.*)/s)
      const known = this.#exercised.get(key)
      if (kind === 'event' && !known) this.#outcome(n, 'event-began', id, lore.story.find((event) => event.id === id)?.title ?? id, '', place)
      if (known) known.times += times
      else this.#exercised.set(key, { times, first: n })
    })
    this.#move(n, before.state, state)
    this.#measure(after, n)
    if (lasting > 0) this.#lastChange = n
    else if (n - this.#lastChange > this.#stuck.beats) this.#stuck = { beats: n - this.#lastChange, from: this.#lastChange }
  }

  #at(beat: number): { session: number; beat: number } {
    return { session: this.about.session, beat }
  }

  #outcome(beat: number, kind: OutcomeKind, id: string, value: string, actor = '', place = ''): void {
    this.#outcomes.push({ ...this.#at(beat), scene: this.#scene, kind, id, value, actor, place })
    if (kind !== 'scene' && kind !== 'turned-back') for (const stay of this.#stays.values()) if (stay.place === place) stay.isFruitful = true
  }

  #entry(n: number, { kind, text, changes, by }: LogEntry, state: GameState): void {
    if ((kind === 'narration' || kind === 'speech') && text.split(/\s+/).length >= MIN_WORDS) {
      const words = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
      if (this.#said.has(words)) this.#repeated++
      this.#said.add(words)
    }
    if (changes) this.#changes(n, changes, own(state.actors, by)?.location ?? state.scene?.place ?? '', state)
  }

  #changes(n: number, { actors = {}, facts = {}, quests = {}, fight }: EntryChanges, here: string, state: GameState): void {
    for (const [id, value] of Object.entries(facts)) this.#outcome(n, 'fact', id, value === null ? '' : String(value), '', here)
    for (const [id, { status, name }] of Object.entries(quests)) if (status !== undefined) this.#outcome(n, 'quest', id, status, name, here)
    if (fight === 'begins') this.#outcome(n, 'fight', here, '', '', here)
    for (const [id, { now, gained = [], lost = [], conditions = [] }] of Object.entries(actors)) {
      const at = own(state.actors, id)?.location ?? ''
      const isPlayer = own(state.actors, id)?.kind === 'player'
      if (now) this.#outcome(n, now, id, isPlayer ? 'player' : 'npc', id, at)
      if (!isPlayer) continue
      for (const { item } of gained) this.#outcome(n, 'gained', item, '', id, at)
      for (const { item } of lost) this.#outcome(n, 'lost', item, '', id, at)
      for (const { condition, on } of conditions) this.#outcome(n, on ? 'condition' : 'condition-over', condition, '', id, at)
    }
  }

  #arrive(actor: string, place: string, from: string, n = 0): void {
    this.#stays.set(actor, { session: this.about.session, actor, place, came_from: from, arrived: n, departed: n, isFruitful: false })
  }

  #leave(actor: string, n: number): (VisitRow & { isFruitful: boolean }) | undefined {
    const stay = this.#stays.get(actor)
    if (!stay) return undefined
    const { isFruitful: _, ...visit } = stay
    this.#visits.push({ ...visit, departed: n })
    this.#stays.delete(actor)
    return stay
  }

  #move(n: number, before: GameState, after: GameState): void {
    if (before.actors === after.actors) return
    for (const id of party(after)) {
      const to = own(after.actors, id)?.location ?? ''
      if (own(before.actors, id)?.location === to) continue
      const stay = this.#leave(id, n)
      if (stay && !stay.isFruitful && stay.came_from === to) this.#outcome(n, 'turned-back', stay.place, to, id, stay.place)
      this.#arrive(id, to, stay?.place ?? '', n)
    }
  }

  #measure({ state, game }: Pick<StorySnapshot, 'state' | 'game'>, n: number): void {
    let items = 0
    for (const id of party(state)) {
      const actor = own(state.actors, id)
      if (!actor) continue
      this.#value(n, `Hit points of ${actor.name}`, hitPoints(actor, game))
      items += Object.values(actor.inventory).reduce((sum, { count = 1 }) => sum + count, 0)
    }
    this.#value(n, 'Items of the party', items)
    for (const { name, expression } of this.watch) {
      const value = evaluate(expression.root, partsOf(state))
      if (typeof value === 'number') this.#value(n, name, value)
      else if (typeof value === 'boolean') this.#value(n, name, Number(value))
    }
  }

  #value(beat: number, name: string, value: number): void {
    const before = this.#current.get(name)
    if (before?.value === value) return
    if (before) before.until = beat
    const row = { ...this.#at(beat), name, value, until: beat }
    this.#current.set(name, row)
    this.#values.push(row)
  }

  /** All rows, once the session has ended. */
  rows(ending: SessionEnd, { state, game }: Pick<StorySnapshot, 'state' | 'game'>, problem = ''): SessionRows {
    const { session } = this.about
    for (const id of this.#stays.keys()) this.#leave(id, this.beats)
    for (const row of this.#current.values()) row.until = this.beats + 1
    const living = party(state).map((id) => ableness(own(state.actors, id), game))
    const count = (as: string): number => living.filter((one) => one === as).length
    return {
      session: {
        ...this.about,
        ending,
        last_event: this.#lastEvent,
        beats: this.beats,
        scenes: this.#scene,
        story_sessions: new Set(this.#beats.flatMap(({ action, beat }) => (action === 'open_session' ? [beat] : []))).size,
        minutes: state.clock.minutes - this.#startMinutes,
        able: count('able'),
        down: count('down'),
        dead: count('dead'),
        stuck: this.#stuck.beats,
        stuck_from: this.#stuck.from,
        refused: this.#refused,
        failures: this.#failures,
        repeated: this.#repeated,
        problem,
        digest: hash('sha1', this.#digested.join('\n'))
      },
      beat: this.#beats,
      action: this.#actions,
      visit: this.#visits,
      roll: this.#rolls,
      outcome: this.#outcomes,
      exercise: [...this.#exercised].map(([key, { times, first }]) => {
        const [kind = '', id = ''] = key.split(/ (.*)/s)
        return { session, kind, id, times, first }
      }),
      offer: [...this.#offers].map(([action, counts]) => ({ session, action, ...counts })),
      value: this.#values
    }
  }
}

const hitPoints = ({ stats }: Actor, { manifest }: Game): number => {
  const points = manifest.odds.hit_points
  return (points.length > 0 ? points : ['hp']).reduce((sum, id) => sum + (own(stats, id) ?? 0), 0)
}

/** The actors, places and things that parameters name. */
function targetsOf(params: ActionCall['params'], { actors, places }: GameState): string[] {
  const values = Object.values(params).flatMap((value) => (Array.isArray(value) ? value : [value]))
  return [
    ...new Set(
      values.filter(
        (value): value is string => typeof value === 'string' && value.length <= 120 && (Object.hasOwn(actors, value) || Object.hasOwn(places, value))
      )
    )
  ]
}
