import { diff } from '../../../shared/base/json'
import type { ChangeLine } from '../../../shared/analysis/compare'
import type { Game } from '../../../shared/story/game'
import type { Lore } from '../../../shared/story/lore'
import type { Dice, Params, Roll } from '../../../shared/story/play'
import { toProblem, type ProblemData } from '../../../shared/base/problem'
import type { GameState } from '../../../shared/story/state'
import { execute, type ExecutedAction } from '../../engine/actions'
import { statusOf } from '../../engine/exercised'
import { changeLines } from '../compare/changes'
import { inCampaign } from './drafted-snapshot'

/** A call to try in a state, with checked parameters. */
export interface Trial {
  state: GameState
  lore: Lore
  game: Game
  actor: string
  action: string
  params: Params
}

/** The outcome of one or many runs. Equal outcomes have equal keys. */
export interface TrialOutcome {
  key: string
  status?: string | undefined
  /** The other members of the rule's result. */
  result: Record<string, unknown>
  followed: string[]
  /** The changes to the story, as lines. */
  lines: ChangeLine[]
  problem?: ProblemData
}

/** Runs a trial outside any beat: no turn moves on, and no hook runs. Throws Problem `refused` or `rule-failed`. */
export const runTrial = ({ state, game, actor, action, params }: Trial, dice: Dice): { state: GameState; done: ExecutedAction[] } =>
  execute(state, game, dice, actor, action, params)

/** The changes to the story between two states as lines, without those to the table's own counters. */
export const storyLines = ({ lore, game }: Pick<Trial, 'lore' | 'game'>, before: GameState, after: GameState): ChangeLine[] =>
  changeLines({ state: before, lore, game }, { state: after, lore, game }).filter(({ bookkeeping }) => !bookkeeping)

/** A point in a run: the next roll, and the point after each way it can fall; or the outcome of the run. */
interface Point {
  asks?: Parameters<Dice['roll']>
  falls: Map<string, Point>
  outcome?: TrialOutcome
}

/** Distinguishes the outcomes of one trial, and describes each once. */
export class Outcomes {
  readonly #known = new Map<string, TrialOutcome>()
  readonly #start: Point = { falls: new Map() }

  constructor(private readonly trial: Trial) {}

  /** The outcome of a run. `dice` returns equal dice at each call. If all rolls fall as in an earlier run, returns that run's outcome. */
  run(dice: () => Dice): TrialOutcome {
    const ahead = dice()
    let at: Point | undefined = this.#start
    while (at?.asks) at = at.falls.get(facesOf(ahead.roll(...at.asks)))
    if (at?.outcome) return at.outcome
    const real = dice()
    let point = this.#start
    const roll: Dice['roll'] = (...asks) => {
      const fallen = real.roll(...asks)
      const faces = facesOf(fallen)
      const next: Point = point.falls.get(faces) ?? { falls: new Map() }
      point.asks = asks
      point.falls.set(faces, next)
      point = next
      return fallen
    }
    try {
      return (point.outcome = this.of({ roll }))
    } catch (thrown) {
      return (point.outcome = this.#failed(thrown))
    }
  }

  /** The outcome of a run with these dice. Throws Problem if it fails. Reads nothing of the rolls but their outcomes, so odds can count it. */
  of(dice: Dice): TrialOutcome {
    const { state: after, done } = runTrial(this.trial, dice)
    const { state } = this.trial
    const [first, ...more] = done
    const status = statusOf(first?.result, first?.rolls ?? [])
    const followed = more.map(({ action }) => action)
    const changes = diff({ ...state, next: 0 }, { ...after, next: 0 }).map(({ path, to }) => [path, to])
    const key = JSON.stringify([changes, status, first?.result, followed])
    const known = this.#known.get(key)
    if (known) return known
    const outcome: TrialOutcome = { key, status, result: first?.result ?? {}, followed, lines: storyLines(this.trial, state, after) }
    this.#known.set(key, outcome)
    return outcome
  }

  #failed(thrown: unknown): TrialOutcome {
    const problem = inCampaign(toProblem(thrown).toJSON())
    const key = `${problem.code} ${problem.message}`
    const known = this.#known.get(key) ?? {
      key,
      status: problem.code === 'refused' ? 'refused' : 'failed',
      result: {},
      followed: [],
      lines: [],
      problem
    }
    this.#known.set(key, known)
    return known
  }
}

const facesOf = ({ dice }: Roll): string => dice.join()
