import { diff } from '../../../shared/json'
import type { ChangeLine } from '../../../shared/compare'
import type { Game } from '../../../shared/game'
import type { Lore } from '../../../shared/lore'
import type { Dice, Params, Roll } from '../../../shared/play'
import { toProblem, type ProblemData } from '../../../shared/problem'
import type { GameState } from '../../../shared/state'
import { execute, type Executed } from '../../engine/actions'
import { statusOf } from '../../engine/exercised'
import { changeLines } from '../compare/changes'
import { inCampaign } from './bench'

/** A call to try, and where. Its parameters are checked. */
export interface Trial {
  state: GameState
  lore: Lore
  game: Game
  actor: string
  action: string
  params: Params
}

/** What one or many runs came to. Runs with the same key came to the same. */
export interface Came {
  key: string
  status?: string | undefined
  /** What the rule returned besides. */
  result: Record<string, unknown>
  /** The actions that followed. */
  followed: string[]
  /** What changed in the story, in words. */
  lines: ChangeLine[]
  problem?: ProblemData
}

/** Runs a trial outside any beat: no turn moves on, and no hook runs. Throws Problem `refused` or `rule-failed`. */
export const ran = ({ state, game, actor, action, params }: Trial, dice: Dice): { state: GameState; done: Executed[] } =>
  execute(state, game, dice, actor, action, params)

/** What changed in the story between two states, in words, without what the table counts for itself. */
export const storyLines = ({ lore, game }: Pick<Trial, 'lore' | 'game'>, before: GameState, after: GameState): ChangeLine[] =>
  changeLines({ state: before, lore, game }, { state: after, lore, game }).filter(({ bookkeeping }) => !bookkeeping)

/** A point in a run: the roll that follows and where each way it can fall leads, or what the run came to. */
interface Point {
  asks?: Parameters<Dice['roll']>
  falls: Map<string, Point>
  came?: Came
}

/** Tells apart what runs of one trial come to, and puts each into words once. */
export class Outcomes {
  readonly #known = new Map<string, Came>()
  readonly #start: Point = { falls: new Map() }

  constructor(private readonly trial: Trial) {}

  /** What a run with these dice comes to. `dice` makes the same dice again at each call. Rolls that fall as in an earlier run lead to its end. */
  run(dice: () => Dice): Came {
    const ahead = dice()
    let at: Point | undefined = this.#start
    while (at?.asks) at = at.falls.get(facesOf(ahead.roll(...at.asks)))
    if (at?.came) return at.came
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
      return (point.came = this.of({ roll }))
    } catch (thrown) {
      return (point.came = this.#failed(thrown))
    }
  }

  /** What a run with these dice comes to. Throws Problem if it fails. Reads nothing of the rolls but their outcomes, so that odds can count it. */
  of(dice: Dice): Came {
    const { state: after, done } = ran(this.trial, dice)
    const { state } = this.trial
    const [first, ...more] = done
    const status = statusOf(first?.result, first?.rolls ?? [])
    const followed = more.map(({ action }) => action)
    const changes = diff({ ...state, next: 0 }, { ...after, next: 0 }).map(({ path, to }) => [path, to])
    const key = JSON.stringify([changes, status, first?.result, followed])
    const known = this.#known.get(key)
    if (known) return known
    const came: Came = { key, status, result: first?.result ?? {}, followed, lines: storyLines(this.trial, state, after) }
    this.#known.set(key, came)
    return came
  }

  #failed(thrown: unknown): Came {
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
