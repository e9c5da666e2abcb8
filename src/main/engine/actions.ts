import { own } from '../../shared/base/json'
import type { Game, Manifest, Offer } from '../../shared/story/game'
import { Problem } from '../../shared/base/problem'
import type { ActionResult, Dice, FollowUp, InlineAction, Params, Roll } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { settle } from './durations'
import { conditionsApplied, exercised, statusOf } from './exercised'
import { checkParams, targetsOf } from './params'
import { patched } from './patched'
import { nameOf } from './people'
import { rowUsed } from './uses'

/** One executed action, in the order of execution. */
export interface ExecutedAction {
  actor: string
  action: string
  narrative: string
  /** The actors whom its parameters name as targets. */
  targets: string[]
  rolls: Roll[]
  /** The state that the step and the conditions that ended with it left. */
  after: GameState
  /** What the rule returns to the caller. */
  result?: Record<string, unknown>
}

/** A point in a fight or a turn for which the manifest can name an action (a hook). */
export type Hook = keyof Manifest['hooks']

/** `asked`: the requested action, already checked. `follows`: a follow-up, which must be available. `hook`: skipped when it isn't available. */
interface Step {
  actor: string
  action: string
  params: Params
  targets: string[]
  kind: 'asked' | 'follows' | 'hook'
  /** What an action did that ran together with the one before it. */
  ran?: { answer: ActionResult; rolls: Roll[] }
}

const MAX_FOLLOW_UPS = 16

/**
 * Everything the rules do in one beat: the requested action, its follow-ups, and the hooks that the beat passes. Each step starts from the state
 * that the previous step left. If one is refused, all are. SPEC.md P6, H1–H5.
 */
export class Run {
  readonly rolls: Roll[] = []
  readonly done: ExecutedAction[] = []
  /** Keys of the tables that were rolled on and of the rows that came up, as summaries count them. */
  readonly tables: string[] = []
  readonly dice: Dice
  #followed = 0

  constructor(
    readonly game: Game,
    dice: Dice
  ) {
    const recorded = (roll: Roll, table: string | undefined): Roll => {
      this.rolls.push(roll)
      if (table === undefined || !Object.hasOwn(game.tables, table)) return roll
      const row = rowUsed(game, table, roll.total)
      this.tables.push(`table:${table}`, ...(row === undefined ? [] : [row]))
      return roll
    }
    const watch = dice.watch?.bind(dice)
    this.dice = { roll: (expr, options) => recorded(dice.roll(expr, options), options?.table) }
    if (watch) {
      this.dice.watch = (expr, options, ranges) => {
        const fallen = watch(expr, options, ranges)
        recorded(fallen.roll, options.table)
        return fallen
      }
    }
  }

  /** Runs the requested action. If the rules narrate nothing, the log says who did what. Throws Problem `refused` or `rule-failed`. SPEC.md P16. */
  act(state: GameState, actor: string, action: string, params: Params, targets: string[] = []): GameState {
    const first = this.done.length
    const after = this.#all(state, [{ actor, action, params, targets, kind: 'asked' }])
    const steps = this.done.slice(first)
    const requested = steps[0]
    if (requested && steps.every(({ narrative }) => narrative === ''))
      requested.narrative = `${nameOf(state, actor)}: ${action.replaceAll(/[-_]/g, ' ')}.`
    return after
  }

  /** Runs the action that the manifest names for this hook. Does nothing if there is none, or if it isn't available now. */
  hook(state: GameState, hook: Hook, actor: string): GameState {
    const action = this.game.manifest.hooks[hook]
    return action === undefined ? state : this.#all(state, [{ actor, action, params: {}, targets: [], kind: 'hook' }])
  }

  /** Ends the conditions that have run out and runs the actions that their ends trigger. */
  settle(state: GameState): GameState {
    return this.#all(state, [])
  }

  #all(state: GameState, steps: readonly Step[]): GameState {
    const queue = [...steps]
    let now = queue.length === 0 ? this.#settled(state, queue) : state
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      const ready = step.kind === 'asked' || step.ran ? step : this.#ready(now, step)
      if (ready === undefined) continue
      if (step.kind !== 'asked' && ++this.#followed > MAX_FOLLOW_UPS)
        throw new Problem(
          'rule-failed',
          `${step.action} can't follow, because a beat has at most ${MAX_FOLLOW_UPS} follow-up actions. End the chain.`,
          { action: step.action }
        )
      const { done, followUp } = this.#execute(now, ready)
      now = done.after = this.#settled(done.after, queue, followUp.length)
      queue.push(...followUp)
    }
    return now
  }

  /** Ends the conditions that have run out, as long as the beat has room for their actions beside `waiting` further steps. */
  #settled(state: GameState, queue: Step[], waiting = 0): GameState {
    const settled = settle(state, this.game, MAX_FOLLOW_UPS - this.#followed - queue.length - waiting)
    queue.push(...settled.follow.map((end): Step => ({ ...end, params: {}, targets: [], kind: 'hook' })))
    return settled.state
  }

  /** The step with its parameters checked; undefined for a hook that isn't available. Throws Problem. */
  #ready(state: GameState, step: Step): Step | undefined {
    const { actor, action, kind } = step
    const offer: Offer | undefined = this.game.offers(state, actor, [action])[0]
    if (offer) {
      const params = checkParams(offer, step.params)
      return { ...step, params, targets: targetsOf(offer, params) }
    }
    if (kind === 'hook') return undefined
    throw new Problem('refused', `${action} must follow this action but isn't possible now, so nothing happened. Try something else.`, {
      action,
      actor
    })
  }

  #execute(state: GameState, { actor, action, params, targets, ran }: Step): { done: ExecutedAction; followUp: Step[] } {
    const first = this.rolls.length
    const table = this.tables.length
    const answer: ActionResult = ran?.answer ?? this.game.execute(state, actor, action, params, this.dice)
    const all = ran?.rolls ?? this.rolls.slice(first)
    const { rolls, followUp } = followedBy(answer, actor, all)
    const after = patched(state, answer.stateDelta, this.game, own(this.game.actions, action)?.file ?? action)
    const used = [action, ...this.tables.slice(table), ...conditionsApplied(state, after)]
    const executed: ExecutedAction = {
      actor,
      action,
      narrative: answer.narrative.trim(),
      targets: targets.filter((id) => Object.hasOwn(state.actors, id)),
      rolls,
      after: exercised(after, used, [action, statusOf(answer.result, rolls)]),
      ...(answer.result === undefined ? {} : { result: answer.result })
    }
    this.done.push(executed)
    return { done: executed, followUp }
  }
}

/** The steps that follow an action, and its own rolls: those of actions that ran together with it are theirs. */
function followedBy({ followUp = [] }: ActionResult, actor: string, all: readonly Roll[]): { rolls: Roll[]; followUp: Step[] } {
  const inline = followUp.reduce((sum, next) => sum + (isInline(next) ? next.rolls : 0), 0)
  const rolls = all.slice(0, all.length - inline)
  let at = rolls.length
  const steps = followUp.map((next): Step => {
    if (typeof next === 'string') return { actor, action: next, params: {}, targets: [], kind: 'follows' }
    if (!isInline(next)) return { actor: next.actor ?? actor, action: next.action, params: next.params ?? {}, targets: [], kind: 'follows' }
    const ran = { answer: next.ran, rolls: all.slice(at, (at += next.rolls)) }
    return { actor: next.actor, action: next.action, params: {}, targets: [], kind: 'follows', ran }
  })
  return { rolls, followUp: steps }
}

const isInline = (next: FollowUp | InlineAction): next is InlineAction => typeof next === 'object' && 'ran' in next

/** Runs an action and its follow-ups outside a beat, without hooks. Never changes the given state. Throws Problem `refused` or `rule-failed`. */
export function execute(
  state: GameState,
  game: Game,
  dice: Dice,
  actor: string,
  action: string,
  params: Params
): { state: GameState; done: ExecutedAction[] } {
  const run = new Run(game, dice)
  return { state: run.act(state, actor, action, params), done: run.done }
}
