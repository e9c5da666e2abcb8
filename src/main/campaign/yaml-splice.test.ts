import { expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { applyChanges, equal, pointer, valueAt, type Json, type JsonObject } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { layoutOf, parseFully } from './yaml/parse'
import { scan } from './yaml/scan'
import { formatYaml, parseYaml, splice, spliceSlowly, type FileChange } from './yaml-splice'

const sheet = `# Wren's sheet
location: well-top
stats: # hand made
  STR: 8
  hp: 4   # wounded

conditions: {}
inventory:
  rope: { item: rope, count: 2 }
tags:
  brave: true
`
const set = (text: string, path: string, to: Json | undefined) => splice(text, [{ keys: path.split('.'), to }])

it('replaces one value and leaves the rest of the line', () => {
  expect(set(sheet, 'stats.hp', 3)).toBe(sheet.replace('hp: 4   # wounded', 'hp: 3   # wounded'))
  expect(set(sheet, 'inventory.rope.count', 1)).toBe(sheet.replace('count: 2', 'count: 1'))
})

it('adds to an empty map, a missing map and a full one', () => {
  expect(set(sheet, 'conditions.prone', { since: 5 })).toBe(sheet.replace('conditions: {}', 'conditions:\n  prone: { since: 5 }'))
  expect(set(sheet, 'stats.WIL', 12)).toBe(sheet.replace('# wounded\n', '# wounded\n  WIL: 12\n'))
  expect(set(sheet, 'max.hp', 6)).toBe(`${sheet}max:\n  hp: 6\n`)
  expect(set(sheet, 'inventory.rope.tags.wet', true)).toBe(sheet.replace('count: 2', 'count: 2, tags: { wet: true }'))
})

it("leaves {} in place of a map's last key", () => {
  expect(set(sheet, 'tags.brave', undefined)).toBe(sheet.replace('tags:\n  brave: true', 'tags: {}'))
  expect(set(sheet, 'conditions', undefined)).toBe(sheet.replace('conditions: {}\n', ''))
  expect(set('a: 1\n', 'a', undefined)).toBe('{}\n')
  expect(set('{}\n', 'a', 1)).toBe('a: 1\n')
})

it('changes only different values when a map replaces a map', () => {
  expect(set(sheet, 'stats', { hp: 4, DEX: 9 })).toBe(sheet.replace('  STR: 8\n', '').replace('# wounded\n', '# wounded\n  DEX: 9\n'))
  expect(set(sheet, 'tags', {})).toBe(sheet.replace('tags:\n  brave: true', 'tags: {}'))
})

it('quotes keys and words that YAML could read as another type', () => {
  const bare = 'yes|1|1e3|null|2026-06-16|~|| x|a: b|a #b|- a|[|Ünïcode|日本|"|🎲'.split('|')
  const texts = ['two\nlines', 'a long text, of several words: all of them plain', 'first part\nsecond part # no remark\n\nthird part\n']
  for (const word of [...bare, ...texts, "it's", '\u2028']) {
    const text = set(sheet, `tags.${word.replaceAll('.', '')}`, word)
    expect(parseYaml(text, 'f')).toEqual({
      ...(parseYaml(sheet, 'f') as JsonObject),
      tags: { brave: true, [word.replaceAll('.', '')]: word }
    })
  }
  expect(set('facts: {}\n', 'facts.defeated:goblin', true)).toBe('facts:\n  "defeated:goblin": true\n')
})

it('accepts texts without content, without a last line end and with Windows line ends', () => {
  expect(set('', 'a.b', 1)).toBe('a:\n  b: 1\n')
  expect(set('# only this', 'a', 1)).toBe('# only this\na: 1\n')
  expect(set('a: 1', 'b', 2)).toBe('a: 1\nb: 2\n')
  expect(set('a: 1\r\nb: 2\r\n', 'a', 3)).toBe('a: 3\nb: 2\n')
  expect(set('a:\nb: 2\n', 'a', 'x')).toBe('a: x\nb: 2\n')
})

it('does nothing for an equal value or the removal of a missing key', () => {
  expect(set(sheet, 'stats.hp', 4)).toBe(sheet)
  expect(set(sheet, 'stats.nothing.here', undefined)).toBe(sheet)
  expect(set(sheet, 'location.deeper', undefined)).toBe(sheet)
})

it("reads with the full parser what the scanner doesn't support", () => {
  expect(() => parseYaml('a: !!int 1\n', 'f')).toThrow(Problem)
  const odd = '? a\n: >-\n  folded\n  text\n"b": {x: [1,\n  2], "y":"z"}\n'
  expect(scan(odd)).toBeUndefined()
  expect(parseYaml(odd, 'f')).toEqual({ a: 'folded text', b: { x: [1, 2], y: 'z' } })
  expect(set(odd, 'b.y', 'w')).toBe(odd.replace('"z"', ' w'))
  const source = 'a: |+\n  text\nb: 1\n\nc: 2\n'
  expect(parseYaml(set(source, 'b', undefined), 'f')).toEqual({ a: 'text\n', c: 2 })
})

it('writes a list of items as a map by id before it changes one of them', () => {
  for (const list of ['[chest, rope, rope]', '\n  - chest\n  - rope\n  - {id: rope}']) {
    const text = `name: Cave # dark\ninventory: ${list}\ntags: {}\n`
    const items = { chest: { item: 'chest' }, rope: { item: 'rope', count: 2 } }
    expect(parseYaml(set(text, 'inventory.chest', undefined), 'f')).toEqual({ name: 'Cave', inventory: { rope: items.rope }, tags: {} })
    expect(parseYaml(set(text, 'inventory.rope.count', 1), 'f')).toMatchObject({
      inventory: { chest: items.chest, rope: { item: 'rope', count: 1 } }
    })
    expect(set(text, 'tags.wet', true)).toBe(text.replace('tags: {}', 'tags:\n  wet: true'))
    expect(set(text, 'inventory.chest', undefined)).toContain('name: Cave # dark\n')
    expect(set(text, 'inventory.chest', undefined)).toBe(spliceSlowly(text, [{ keys: ['inventory', 'chest'], to: undefined }]))
  }
})

it('refuses to change what is not a map', () => {
  for (const text of ['[]\n', '- a\n- b\n', 'just words\n', '? [a]\n: b\n']) expect(() => set(text, 'a', 1)).toThrow(Problem)
})

it.each<[string, number, string]>([
  ['a: 1\na: 2\n', 2, 'twice'],
  ['a:\n\tb: 1\n', 2, 'tab'],
  ['a: "open\n', 2, 'quote'],
  ['a: *x\n', 1, 'anchor'],
  ['a: 1\nb: &x [*x]\n', 2, 'anchor'],
  ['a: &x 1\nb:\n  <<: *x\n', 3, '<<'],
  [`a0: &a0 [1, 1, 1]\n${Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]\n`).join('')}`, 10, 'aliases'],
  ['a: !!js/function x\n', 1, 'YAML'],
  ['a: !!str 1\n', 1, 'tag'],
  ['a: 1\n---\nb: 2\n', 2, 'second document'],
  ['[a]: 1\n', 1, 'list or a map'],
  ['a: b: c\n', 1, 'quotes'],
  ['a: 1\n  b: 2\n', 1, 'indentation'],
  ['a: \u0000\n', 1, 'text'],
  [`a: ${'['.repeat(50)}${']'.repeat(50)}\n`, 1, 'deep'],
  [`a: ${'['.repeat(900_000)}`, 1, 'deep'],
  ['a: [1, 2\n', 2, 'bracket'],
  ['a: .inf\n', 1, 'number']
])('refuses text %#', (text, line, word) => {
  let problem: unknown
  try {
    parseYaml(text, 'world/STATE.yaml')
  } catch (thrown) {
    problem = thrown
  }
  expect(problem).toBeInstanceOf(Problem)
  expect((problem as Problem).code).toBe('bad-file')
  expect((problem as Problem).data).toEqual({ file: 'world/STATE.yaml', line })
  expect((problem as Problem).message).toContain(word)
})

it('reads aliases and merge keys, and changes only one of the places that share a value', () => {
  const text =
    'goblin: &goblin # small\n  hp: 4\n  str: 8\nstats: *goblin\nchief:\n  <<: *goblin\n  hp: 9 # tough\nscout: { <<: [{ dex: 14 }, *goblin] }\n'
  const value = { goblin: { hp: 4, str: 8 }, stats: { hp: 4, str: 8 }, chief: { hp: 9, str: 8 }, scout: { dex: 14, hp: 4, str: 8 } }
  expect(parseYaml(text, 'f')).toEqual(value)
  expect(set(text, 'chief.hp', 7)).toBe(text.replace('hp: 9', 'hp: 7'))
  const plain =
    'goblin:  # small\n  hp: 3\n  str: 8\nstats: { hp: 4, str: 8 }\nchief:\n  str: 8\n  hp: 9 # tough\nscout: { dex: 14, hp: 4, str: 8 }\n'
  expect(set(text, 'goblin.hp', 3)).toBe(plain)
  expect(parseYaml(set(text, 'stats.hp', 1), 'f')).toEqual({ ...value, stats: { hp: 1, str: 8 } })
  expect(parseYaml(set(text, 'chief.str', undefined), 'f')).toEqual({ ...value, chief: { hp: 9 } })
  expect(parseYaml('"<<": 1\na: &x\nb: *x\n', 'f')).toEqual({ '<<': 1, a: null, b: null })
})

it('keeps dangerous keys as plain entries', () => {
  const value = parseYaml('__proto__: { polluted: true }\nconstructor: 1\n', 'f') as JsonObject
  expect(Object.keys(value)).toEqual(['__proto__', 'constructor'])
  expect(({} as JsonObject)['polluted']).toBeUndefined()
  expect(parseYaml(set('a: 1\n', '__proto__.x', 1), 'f')).toEqual(JSON.parse('{"a":1,"__proto__":{"x":1}}'))
})

/** The number of random texts. */
const SEEDS = sizeOf(import.meta.filename, 'seeds')

/** Numbers in [0, 1) from a seed. */
function seeded(seed: number): () => number {
  let a = seed
  return () => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const KEYS = ['a', 'b', 'STR', 'Old Tom', 'yes', '1', '1-3', 'defeated:goblin', 'ключ', 'with "quotes"', '#x', 'c.d', "it's", '']

const WORDS: Json[] = [
  1,
  -2.5,
  0,
  1e21,
  true,
  false,
  '',
  'x',
  'well-top',
  'yes',
  '12',
  '2026-06-16T12:00:00Z',
  'a: b',
  'He said "no", twice.',
  'x #y',
  '- z',
  'a long text, of several words: all of them plain',
  'first part\nsecond part # no remark\n\nthird part\n',
  'two\nlines',
  'end\n',
  '\n\n',
  '  pad ',
  '日本 🎲',
  '{',
  'a, b',
  '\ttab',
  'null',
  '~',
  '0x1f',
  '.5',
  '-',
  '@',
  '`',
  "'",
  '%',
  '1-3',
  '\u0085'
]

/** Returns whether a value can be written as a block scalar. */
const asBlock = (value: Json): value is string => typeof value === 'string' && /^\w/.test(value) && !/[\u0085\n]{2}$|\u0085/.test(value)

/** Random values, and texts that hold them in every layout people may have used. */
class Author {
  constructor(private readonly chance: () => number) {}
  below = (n: number): number => Math.floor(this.chance() * n)
  pick = <T>(list: readonly T[]): T => list[this.below(list.length)] as T

  value(depth: number): Json {
    const kind = this.below(depth > 2 ? 3 : 6)
    if (kind >= 4) return this.map(depth + 1)
    if (kind === 3) return Array.from({ length: this.below(4) }, () => this.value(depth + 2))
    return this.pick(WORDS)
  }
  map(depth: number): JsonObject {
    return Object.fromEntries(Array.from({ length: this.below(5) }, () => [this.pick(KEYS), this.value(depth)]))
  }

  #scalar(value: Json, flow: boolean): string {
    const quoted = JSON.stringify(value)
    if (typeof value !== 'string') return quoted
    if (this.below(3) === 0 && !/[\n\t\u0085]/.test(value)) return `'${value.replaceAll("'", "''")}'`
    return this.below(2) === 0 && /^[\p{L}][\p{L}\d -]*$/u.test(value) && !/^(yes|null)$/.test(value) && !(flow && value === '')
      ? value.trim()
      : quoted
  }
  #key(key: string): string {
    return /^[\p{L}\d][\p{L}\d. :-]*$/u.test(key) && this.below(3) > 0 ? key : this.#scalar(key, true) === key ? key : JSON.stringify(key)
  }
  flow(value: Json): string {
    const pad = this.pick(['', ' '])
    if (Array.isArray(value)) return `[${pad}${value.map((item) => this.flow(item)).join(this.pick([', ', ',  ']))}${pad}]`
    if (typeof value !== 'object' || value === null) return this.#scalar(value, true)
    return `{${pad}${Object.entries(value)
      .map(([key, inner]) => `${this.#key(key)}: ${this.flow(inner)}`)
      .join(', ')}${pad}}`
  }
  #note = (): string => this.pick(['', '', '', ' # note', '   # a: b'])
  #line = (pad: string): string =>
    this.pick(['', '', '', '', `${pad}# remark: x\n`, '\n', '# far left\n', this.#literalAbove ? '' : `${pad}      # deep\n`])

  /** `isItem`: the first key follows a dash. */
  block(map: JsonObject, pad: string, isItem = false): string {
    return Object.entries(map)
      .map(([key, value], n) => `${isItem && n === 0 ? '' : `${this.#line(pad)}${pad}`}${this.#key(key)}:${this.#tail(value, pad)}`)
      .join('')
  }
  /** A comment indented deeper than a literal block's text above it would become part of the text. */
  #literalAbove = false
  #tail(value: Json, pad: string): string {
    this.#literalAbove = false
    const deeper = pad + this.pick(['  ', '    '])
    const full = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (full && !Array.isArray(value) && this.below(3) > 0) return `${this.#note()}\n${this.block(value, deeper)}`
    if (full && Array.isArray(value) && this.below(2) === 0) {
      const dash = this.pick([pad, deeper])
      return `${this.#note()}\n${value.map((item) => this.#item(item, dash)).join('')}`
    }
    if (this.below(2) === 0 && asBlock(value)) return this.#blockScalar(value, deeper)
    if (value === null) return `${this.#note()}\n`
    return ` ${this.flow(value)}${this.#note()}\n`
  }
  #item(value: Json, dash: string): string {
    this.#literalAbove = false
    if (this.below(2) === 0 && asBlock(value)) return `${dash}-${this.#blockScalar(value, `${dash}  `)}`
    const gap = this.pick([' ', '   '])
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0 && this.below(2) === 0)
      return `${dash}-${gap}${this.block(value, `${dash} ${gap}`, true)}`
    return `${dash}- ${this.flow(value)}${this.#note()}\n`
  }
  /** A literal block, or a folded one with lines broken at random spaces. */
  #blockScalar(value: string, pad: string): string {
    this.#literalAbove = true
    const folded = this.below(2) === 0 && !/\n[ \n]/.test(value)
    const body = value.endsWith('\n') ? value.slice(0, -1) : value
    const text = folded ? body.replaceAll('\n', '\n\n').replace(/(?<=\S) (?=\S)/g, () => this.pick([' ', '\n'])) : body
    const lines = text.split('\n').map((line) => (line === '' ? '' : pad + line))
    return ` ${folded ? '>' : '|'}${value.endsWith('\n') ? '' : '-'}\n${lines.join('\n')}\n`
  }

  document(): { text: string; value: Json } {
    const value = this.map(0)
    const text =
      this.pick(['', '', '# head\n', '---\n']) +
      (this.below(8) === 0 || Object.keys(value).length === 0 ? `${this.flow(value)}\n` : this.block(value, ''))
    const tail = this.pick(['', '', '\n', '# end\n'])
    return { text: tail === '' && this.below(4) === 0 ? text.replace(/\n$/, '') : text + tail, value }
  }

  changes(value: Json): FileChange[] {
    return Array.from({ length: 1 + this.below(4) }, () => {
      const keys: string[] = []
      let at: Json | undefined = value
      do {
        const names: string[] = typeof at === 'object' && at !== null && !Array.isArray(at) ? Object.keys(at) : []
        const key = names.length > 0 && this.below(4) > 0 ? this.pick(names) : this.pick(KEYS)
        keys.push(key)
        at = typeof at === 'object' && at !== null && !Array.isArray(at) && Object.hasOwn(at, key) ? at[key] : undefined
      } while (this.below(3) > 0 && keys.length < 4)
      return { keys, to: this.below(4) === 0 ? undefined : this.value(1) }
    })
  }
}

function expected(value: Json, changes: readonly FileChange[]): Json {
  let out = value
  for (const { keys, to } of changes) {
    const path = pointer(keys)
    if (to === undefined && valueAt(out, path) === undefined) continue
    out = applyChanges(out, [to === undefined ? { path, op: 'remove' } : { path, op: 'update', to }])
  }
  return out
}

/** The content of a text, or why it can't be read. */
function readable(text: string): Json {
  try {
    return parseYaml(text, 'f')
  } catch (thrown) {
    return String(thrown)
  }
}

it('random texts: both readers agree, changes come out right, the rest keeps its bytes', () => {
  const wrong: string[] = []
  let scanned = 0
  let anew = 0
  for (let seed = 1; seed <= SEEDS; seed++) {
    const author = new Author(seeded(seed))
    const { text, value } = author.document()
    const changes = author.changes(value)
    const out = splice(text, changes)
    const wanted = expected(value, changes)
    const blame = (what: string, holds: boolean) => {
      if (!holds) wrong.push(`${what}, seed ${seed}\n${text}\n${JSON.stringify(changes)}\n=>\n${out}`)
    }
    blame('the full parser misreads', equal(parseFully(text, 'f')?.value ?? {}, value))
    const fast = scan(text)
    if (fast) scanned++
    blame('the scanner misreads', fast === undefined || equal(fast.value, value))
    blame('wrong value', equal(readable(out), wanted))
    if (out === formatYaml(wanted)) {
      anew++
      continue
    }
    blame('the two readers write differently', fast === undefined || out === spliceSlowly(text, changes))
    // Root entries that no change names keep their text and order.
    const root = layoutOf(text, 'f')
    if (root?.kind !== 'map' || !root.block) continue
    let from = 0
    for (const [key, entry] of root.entries) {
      if (changes.some((change) => change.keys[0] === key)) continue
      const index = out.indexOf(text.slice(entry.start, entry.node.end), from)
      blame(`lost ${key}`, index >= 0)
      from = Math.max(index, 0)
    }
  }
  expect(wrong.slice(0, 3)).toEqual([])
  expect({ scanned: scanned > SEEDS / 4, anew: anew < SEEDS / 5 }).toEqual({ scanned: true, anew: true })
})

it('writes whole files that read back with the keys in the given order', () => {
  for (let seed = 1; seed <= 200; seed++) {
    const value = new Author(seeded(seed)).map(0)
    expect(parseYaml(formatYaml(value), 'f')).toEqual(value)
    expect(Object.keys(parseYaml(formatYaml(value), 'f') as JsonObject)).toEqual(Object.keys(value))
  }
  expect(formatYaml({ beat: 3, waiting: ['Wren'], spent: {}, dice: { seed: '7' }, rows: [{ a: 1 }] })).toBe(
    'beat: 3\nwaiting: [Wren]\nspent: {}\ndice:\n  seed: "7"\nrows:\n  - { a: 1 }\n'
  )
})
