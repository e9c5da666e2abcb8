import type { GameState } from '../../../shared/story/state'
import type { WorldEdit } from '../../../shared/contract/world-edits'
import { chanceStream } from '../../engine/dice'

/** Names that are difficult for ids, files and YAML. */
const NAMES = ['Mill Pond', 'mill pond', 'Öde Höhle', '-', 'yes', '# no', 'a: b', '"quoted"', '  spaced  ', '雪の谷', 'x'.repeat(150), '1e3', 'null']
const TEXTS = [
  '',
  'One line.',
  'Two\nlines',
  '  indented\n\n# not a title\n',
  '{not: a map}',
  '- not a list',
  'Zeile\twith tab',
  '---\nname: no\n---\n'
]

/** Random edits from a seed; most of them fit the world. */
export class RandomEdits {
  readonly #chance: () => number

  constructor(seed: string) {
    this.#chance = chanceStream(seed, 'policy', 'designer', 0)
  }

  #of<T>(list: readonly T[]): T {
    return list[Math.floor(this.#chance() * list.length)] as T
  }
  #maybe<T extends object>(value: T): T | object {
    return this.#chance() < 0.5 ? value : {}
  }
  #number(most: number): number {
    return Math.floor(this.#chance() * most)
  }

  /** One to four random steps that suit a state. */
  next(state: GameState): WorldEdit[] {
    return Array.from({ length: 1 + this.#number(4) }, () => this.#step(state))
  }

  #step(state: GameState): WorldEdit {
    const places = Object.keys(state.places)
    const journeys = Object.keys(state.journeys)
    const regions = Object.keys(state.regions)
    const fields = {
      ...this.#maybe({ description: this.#of(TEXTS) }),
      ...this.#maybe({ gm_guide: this.#of(TEXTS) }),
      ...this.#maybe({ senses: [this.#of(TEXTS), 'wind'] }),
      ...this.#maybe({ tags: { [this.#of(['dark', 'safe', 'odd: tag', 'visited'])]: this.#of([true, 'yes', 3]) } }),
      ...this.#maybe({ inventory: { [this.#of(['rope', 'lamp'])]: { item: 'rope', count: 1 + this.#number(3) } } }),
      ...this.#maybe({ features: { door: { name: 'a door', text: this.#of(TEXTS), hidden: this.#chance() < 0.5 } } })
    }
    const journey = {
      ...this.#maybe({ direction: this.#of(['north', 'down', '"up"']) }),
      ...this.#maybe({ duration: this.#of(['1 minute', '1-2 hours', '3 days']) }),
      ...this.#maybe({ difficulty: this.#number(9) }),
      ...this.#maybe({ risks: [this.#of(['slippery stones', 'dark, deep', 'trap: none'])] }),
      ...this.#maybe({ requires: this.#of(['door-open', null]) }),
      ...this.#maybe({ description: this.#of(TEXTS) })
    }
    const ends = { from: this.#of(places), to: this.#of(places) }
    const spot = { x: this.#number(900) / 2, y: -this.#number(900) }
    switch (this.#number(11)) {
      case 0:
        return { op: 'put-region', name: this.#of(NAMES), ...this.#maybe({ about: this.#of(TEXTS) }) }
      case 1:
        return { op: 'put-region', id: this.#of(regions), ...this.#maybe({ name: this.#of(NAMES) }), ...this.#maybe({ about: this.#of(TEXTS) }) }
      case 2:
        return { op: 'put-place', region: this.#of(regions), fields: { name: this.#of(NAMES), ...fields }, ...this.#maybe({ spot }) }
      case 3:
        return { op: 'put-place', id: this.#of(places), fields, ...this.#maybe({ region: this.#of(regions) }), ...this.#maybe({ spot }) }
      case 4:
        return { op: 'put-journey', fields: { ...ends, ...journey, requires: 'door-open' } }
      case 5:
        return { op: 'put-journey', id: this.#of(journeys), fields: { ...journey, ...this.#maybe(ends) } }
      case 6:
        return { op: 'spots', spots: { [this.#of(places)]: this.#of([spot, null]), [this.#of(places)]: spot } }
      case 7:
        return { op: 'rename', what: 'place', id: this.#of(places), to: `place-${this.#number(30)}` }
      case 8:
        return {
          op: 'rename',
          what: this.#of(['journey', 'region'] as const),
          id: this.#of([...journeys, ...regions]),
          to: `way-${this.#number(99)}`
        }
      case 9:
        return { op: 'remove', what: this.#of(['place', 'journey', 'region'] as const), id: this.#of([...places, ...journeys]), to: this.#of(places) }
      default:
        return { op: 'put-actor', id: this.#of(Object.keys(state.actors)), place: this.#of(places) }
    }
  }
}
