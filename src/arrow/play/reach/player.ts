import type { ArrowValue } from '../../document'
import { nextChance } from '../chance'
import { answerTo, askedBy, offeredBy, type Asked } from '../input'
import type { PlayAction } from '../play'
import type { Playable } from '../playable'
import { pendingNodes, type OpenNode, type PlayValue } from '../state'

/** How many of 10 inputs a random player skips. */
const SKIPS_OF_TEN = 1

/** A player with random actions by a seed: any waiting node, line or action; for an input a value at or beside one that a condition compares. */
export class RandomPlayer {
  #state: number
  readonly #doc: Playable
  readonly #compared: ReadonlyMap<number, readonly PlayValue[]>

  constructor(doc: Playable, seed: number) {
    this.#doc = doc
    this.#state = seed | 0
    this.#compared = comparedValues(doc)
  }

  /** Begins another play: the player's actions depend on its number alone. */
  begin(seed: number): void {
    this.#state = seed | 0
  }

  below(most: number): number {
    const { r, state } = nextChance(this.#state)
    this.#state = state
    return Math.floor(r * most)
  }

  /** The player's next action; undefined if nothing waits. */
  act(open: readonly OpenNode[]): PlayAction | undefined {
    const waiting = pendingNodes({ open })
    const at = waiting[waiting.length > 1 ? this.below(waiting.length) : 0]
    if (!at) return undefined
    const node = at.serial
    const options = at.shown.lines ?? at.shown.actions
    if (options) return { do: 'choose', index: this.below(options.length), node }
    if (at.type !== 'user_input') return { do: 'continue', node }
    const asked = this.#asked(at)
    const value = asked && this.below(10) >= SKIPS_OF_TEN ? this.#value(asked) : undefined
    return value === undefined ? { do: 'skip', node } : { do: 'input', value, node }
  }

  #asked({ id }: OpenNode): Asked | undefined {
    const playable = this.#doc.nodes.get(id)
    return playable && askedBy(this.#doc, playable)
  }

  #value(asked: Asked): PlayValue | undefined {
    const { variable, id, custom } = asked
    if (variable.type === 'bool') return this.below(2) === 0
    const known = this.#compared.get(id) ?? []
    const values: PlayValue[] = [offeredBy(asked), ...known]
    if (variable.type === 'num') values.push(...known.flatMap((value) => [Number(value) - 1, Number(value) + 1]), this.#within(custom))
    const fitting = values.filter((value) => 'value' in answerTo({ compat: false }, asked, value))
    return fitting[this.below(fitting.length)]
  }

  /** A number between an input's limits, on its steps. */
  #within([min, max, step]: readonly ArrowValue[]): number {
    if (typeof min !== 'number' || typeof max !== 'number' || !(min < max)) return this.below(100)
    const by = typeof step === 'number' && step !== 0 ? Math.abs(step) : 1
    return min + by * this.below(Math.floor((max - min) / by) + 1)
  }
}

/** The values that conditions compare each variable with. */
function comparedValues(doc: Playable): Map<number, PlayValue[]> {
  const values = new Map<number, PlayValue[]>()
  for (const { node } of doc.nodes.values()) {
    const [mode, value] = Array.isArray(node.data['with']) ? (node.data['with'] as readonly ArrowValue[]) : []
    const id = node.data['variable']
    if (node.type !== 'condition' || mode !== 0 || typeof id !== 'number' || (typeof value !== 'number' && typeof value !== 'string')) continue
    const known = values.get(id) ?? []
    if (known.length < 20 && !known.includes(value)) values.set(id, [...known, value])
  }
  return values
}
