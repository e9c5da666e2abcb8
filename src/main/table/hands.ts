import type { Agent } from '../../shared/agents'
import type { TableSettings } from '../../shared/turns'
import { Problem } from '../../shared/problem'
import { seatOf, type SeatsGiven } from './seats'

/** For how long the designer takes a seat: until its turn is over, or until it is given back. */
export type Taken = 'turn' | 'always'

/** The seats the designer plays: those taken while the campaign is open, and those that table.yaml gives to the hand. */
export class Hands {
  readonly #taken = new Map<string, Taken>()

  constructor(private readonly seats: () => { settings: Pick<TableSettings, 'agents'>; chosen: SeatsGiven }) {}

  /** Takes a seat, or gives it back. Throws Problem when table.yaml gives it to the hand. */
  take(who: string, how: Taken | 'off'): void {
    if (how !== 'off') this.#taken.set(who, how)
    else if (!this.#taken.delete(who) && this.#isSet(who))
      throw new Problem('refused', `You play ${who} for good, as table.yaml says. Choose another agent for that seat in Settings.`, { who })
  }

  isTaken(who: string): boolean {
    return this.#taken.has(who) || this.#isSet(who)
  }

  /** Of `people`, who is played by hand. */
  of(people: readonly string[]): Record<string, Taken> {
    const held = people.filter((who) => this.isTaken(who))
    return Object.fromEntries(held.map((who) => [who, this.#taken.get(who) ?? 'always']))
  }

  /** A beat by `who` was made and `next` decides now: a seat taken for one turn is given back when that turn is over. */
  played(who: string, next: string | undefined): void {
    if (who !== next && this.#taken.get(who) === 'turn') this.#taken.delete(who)
  }

  #isSet(who: string): boolean {
    const { settings, chosen } = this.seats()
    return seatOf(settings, who, chosen).agent === 'hand'
  }
}

/** The hand needs no agent: its calls come from outside. */
export const NOBODY: Agent = { act: () => Promise.resolve() }
