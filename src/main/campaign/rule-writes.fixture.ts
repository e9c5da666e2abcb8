import { canonical, type Json, type JsonObject, setOwn } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { fraction } from '../engine/dice'
import { formatYaml } from './yaml-splice'

/** Names that files, YAML, objects or people could misread. */
export const NAMES: readonly string[] = [
  [
    '',
    ' ',
    '.',
    '..',
    'a/b',
    'a\\b',
    '../x',
    '.git',
    'CON',
    'a.yaml',
    'a ',
    ' a',
    'a\nb',
    'a\tb',
    'a\0b',
    'new-one',
    'Tobit',
    '日本',
    'e\u0301',
    'é'
  ],
  ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', 'kind', 'region', 'description', 'senses', 'name', 'from_id'],
  [
    'Wren',
    'wren',
    'WREN',
    'inn',
    'INN',
    'hill',
    'DM',
    'dm',
    'system',
    'true',
    'null',
    'yes',
    '1',
    '1e3',
    '-',
    '- x',
    '#',
    'a #b',
    ': ',
    'a: b',
    '"',
    "'"
  ],
  ['~', 'a~1b', '~0', '\u2028', '\ufeff', '\ud800', '\u202e', '&a', '*a', '!!binary', '!tag', '|', '>', '%', '@', '`', '[', '{', '---', '...'],
  ['x'.repeat(120), 'x'.repeat(121), 'x'.repeat(300), 'é'.repeat(120)]
].flat()
const TEXTS = [
  'inn',
  'cave',
  'hill',
  'player',
  'npc',
  'hostile',
  'axe',
  'two\nlines',
  'trail \n\n',
  'x'.repeat(5000),
  '2026-01-01T00:00:00Z',
  '0x10',
  '=',
  '<<'
]
const NUMBERS = [0, -0, 1, -1, 1.5, 1e21, 1e300, 5e-324, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY]
const OBJECTS = [{}, { a: null }, { a: {} }, { item: 'axe' }, { item: 'axe', count: 2 }, { since: 3 }, { name: 'x', text: 'y' }]
const VALUES: readonly unknown[] = [TEXTS, NUMBERS, OBJECTS, [true, false, null, null, undefined], [[], [null], [[1]], ['a', 'b']]].flat()
const SHEET = { kind: 'npc', name: 'Tobit', location: 'inn', stats: { STR: 9 }, max: { STR: 9 }, conditions: {}, inventory: {}, tags: {} }
const PLACE = { name: 'The Loft', region: 'hill', features: {}, inventory: {}, tags: {} }
const FIELDS = {
  actors: ['kind', 'name', 'location', 'stats', 'max', 'conditions', 'inventory', 'tags', 'attitude', 'reveals'],
  places: ['name', 'region', 'features', 'inventory', 'tags', 'description', 'gm_guide', 'senses']
}
const THERE = { actors: ['Ghoul', 'Mira', 'Oswin', 'Wren'], places: ['cave', 'cellar', 'inn'] }

/** Random results of rules, most of which don't fit. The same for the same seed. */
export class RandomWrites {
  #drawn = 0
  constructor(private readonly seed: string) {}

  #below(most: number): number {
    return Math.floor(fraction(`${this.seed} ${this.#drawn++}`) * most)
  }

  #of<T>(list: readonly T[]): T {
    return list[this.#below(list.length)] as T
  }

  #name(): string {
    return this.#of(NAMES)
  }

  #value(depth = 0): unknown {
    if (depth > 2 || this.#below(3) > 0) return this.#below(4) === 0 ? this.#name() : this.#of(VALUES)
    if (this.#below(4) === 0) return [this.#value(depth + 1), this.#value(depth + 1)]
    return object([this.#below(3) === 0 ? this.#of(Object.values(FIELDS).flat()) : this.#name(), this.#value(depth + 1)])
  }

  #whole(root: 'actors' | 'places'): JsonObject {
    const whole = structuredClone<JsonObject>(root === 'actors' ? SHEET : PLACE)
    if (this.#below(2) === 0) setOwn(whole, this.#below(3) === 0 ? this.#name() : this.#of(FIELDS[root]), this.#value() as Json)
    return whole
  }

  /** The result of one rule. */
  delta(): Record<string, unknown> {
    const root = this.#of(['actors', 'actors', 'places', 'places', 'facts', 'facts', 'clock', 'combat', 'other'] as const)
    if (root === 'actors' || root === 'places') {
      if (this.#below(2) === 0) return { [root]: object([this.#below(3) > 0 ? this.#name() : this.#of(['Tobit', 'loft']), this.#whole(root)]) }
      const field = this.#below(4) === 0 ? this.#name() : this.#of(FIELDS[root])
      return { [root]: object([this.#of(THERE[root]), object([field, this.#value()])]) }
    }
    if (root === 'facts') return { facts: object([this.#name(), this.#value(2)]) }
    if (root === 'clock') return { clock: object([this.#of(['minutes', 'start', 'minutes', this.#name()]), this.#value(2)]) }
    if (root === 'combat') return { combat: object(['initiative', object([this.#of([...THERE.actors, this.#name()]), this.#value(2)])]) }
    return object([this.#name(), this.#value()])
  }
}

function object([key, value]: readonly [string, unknown]): JsonObject {
  const out: JsonObject = {}
  setOwn(out, key, value as Json)
  return out
}

const text = (value: unknown): Buffer => Buffer.from(formatYaml(canonical(value) as Json))

/** The files of a campaign with this state. */
export function filesOfState(state: GameState): Map<string, Buffer> {
  const { clock, facts, quests, factions, relationships, threads } = state
  const files = new Map([
    ['ABOUT.md', Buffer.from('---\ntitle: Tiny\n---\n')],
    ['next', text(state.next)],
    ['current-scene', Buffer.from(state.scene ? `${state.scene.path}\n` : '')],
    ['world/STATE.yaml', text({ clock, facts, quests, factions, relationships, threads })]
  ])
  for (const [id, { kind, ...sheet }] of Object.entries(state.actors))
    files.set(`world/${kind === 'npc' ? 'npcs' : 'players'}/${id}/STATS.yaml`, text(sheet))
  for (const [id, { name }] of Object.entries(state.regions)) files.set(`world/regions/${id}/ABOUT.md`, Buffer.from(`---\nname: ${name}\n---\n`))
  for (const [id, { region, ...place }] of Object.entries(state.places)) files.set(`world/regions/${region}/locations/${id}.yaml`, text(place))
  for (const region of Object.keys(state.regions)) {
    const regionJourneys = Object.entries(state.journeys).filter(([, journey]) => journey.region === region)
    files.set(
      `world/regions/${region}/journeys.yaml`,
      text(Object.fromEntries(regionJourneys.map(([id, { region: _region, ...rest }]) => [id, rest])))
    )
  }
  if (state.scene) {
    const { path, ...front } = state.scene
    files.set(`${path}/ABOUT.md`, Buffer.from(`---\n${text(front).toString()}---\n# ${front.title}\n`))
  }
  return files
}
