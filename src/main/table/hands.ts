import type { Agent } from '../../shared/table/agents'
import type { TableSettings } from '../../shared/table/turns'
import { Problem } from '../../shared/base/problem'
import { seatOf, type SeatsGiven } from './seats'

/** How long the designer plays a seat: until its turn is over, or until it is given back. */
export type Taken = 'turn' | 'always'

/** The manual seats: those taken over while the campaign is open, and those with the agent `hand` in table.yaml. */
export class Hands {
  readonly #taken = new Map<string, Taken>()

  constructor(private readonly seats: () => { settings: Pick<TableSettings, 'agents'>; chosen: SeatsGiven }) {}

  /** Takes over a seat, or gives it back. Throws Problem if its agent in table.yaml is `hand`. */
  take(who: string, how: Taken | 'off'): void {
    if (how !== 'off') this.#taken.set(who, how)
    else if (!this.#taken.delete(who) && this.#isSet(who))
      throw new Problem('refused', `You play ${who} for good, as table.yaml says. Choose another agent for that seat in Settings.`, { who })
  }

  isTaken(who: string): boolean {
    return this.#taken.has(who) || this.#isSet(who)
  }

  /** Those of `people` whom the designer plays. */
  of(people: readonly string[]): Record<string, Taken> {
    const held = people.filter((who) => this.isTaken(who))
    return Object.fromEntries(held.map((who) => [who, this.#taken.get(who) ?? 'always']))
  }

  /** Call it after a beat by `who`, when it is `next`'s turn. A seat that was taken over for one turn is given back when that turn is over. */
  played(who: string, next: string | undefined): void {
    if (who !== next && this.#taken.get(who) === 'turn') this.#taken.delete(who)
  }

  #isSet(who: string): boolean {
    const { settings, chosen } = this.seats()
    return seatOf(settings, who, chosen).agent === 'hand'
  }
}

/** A manual seat has no agent of its own: its calls come from the designer. */
export const NOBODY: Agent = { act: () => Promise.resolve() }
