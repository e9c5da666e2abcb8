import type { ToolCall } from '../../shared/story/play'
import type { Seat } from '../../shared/table/turns'
import { STANDS_IN } from '../engine/verbs'

/** After this many failed turns in a row, a seat's model isn't called again in that scene. */
const MAX_FAILURES = 2

/** Models that failed repeatedly. The built-in table plays their seats until the scene is over or the designer resumes play. */
export class StandingIn {
  readonly #failures = new Map<string, { seat: string; scene: string; times: number }>()

  /** Records the result of a turn of a model's seat. Returns true if this turn is the one after which the model isn't called any more. */
  note(who: string, seat: Seat, scene: string, calls: readonly ToolCall[]): boolean {
    const failed = calls.some(({ input, beat }) => beat !== undefined && input[STANDS_IN] === true)
    if (!failed) {
      this.#failures.delete(who)
      return false
    }
    const times = this.#times(who, seat, scene) + 1
    this.#failures.set(who, { seat: JSON.stringify(seat), scene, times })
    return times === MAX_FAILURES
  }

  /** Why a seat's model isn't called in this scene; undefined if it is. */
  why(who: string, seat: Seat, scene: string): string | undefined {
    return this.#times(who, seat, scene) < MAX_FAILURES
      ? undefined
      : `It failed ${MAX_FAILURES} times in a row, and is not asked again in this scene.`
  }

  /** Call it when the designer resumes play. Every model is called again. */
  resume(): void {
    this.#failures.clear()
  }

  #times(who: string, seat: Seat, scene: string): number {
    const failure = this.#failures.get(who)
    return failure && failure.scene === scene && failure.seat === JSON.stringify(seat) ? failure.times : 0
  }
}
