import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ACTION_KINDS } from '../../shared/story/guide'
import { VERBS } from '../../shared/story/names'
import { bundledFiles } from '../rules/bundled.fixture'
import { readGame } from '../rules/read-game'
import { BUNDLED } from './samples.fixture'

const FOLDER = join(import.meta.dirname, '../agents/offline')
/** The built-in table's code, without its tests and phrases. */
const SOURCES = readdirSync(FOLDER).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.fixture.ts'))

const GAMES = BUNDLED.map((name) => readGame(bundledFiles(name)))
const ACTIONS = new Set(GAMES.flatMap(({ rules, yaml }) => [...rules, ...yaml].map(({ name }) => name)))
const ITEMS = new Map(GAMES.flatMap(({ equipment }) => Object.entries(equipment)))
const FUNCTION_WORDS: readonly string[] = ['with', 'without', 'what']
/** Words of the items' ids and names that are not also words for kinds of actions. */
const ITEM_WORDS = new Set(
  [...ITEMS]
    .flatMap(([id, { name }]) => `${id} ${name}`.toLowerCase().match(/[a-z]{4,}/g) ?? [])
    .filter((word) => !Object.hasOwn(ACTION_KINDS, word) && !FUNCTION_WORDS.includes(word))
)

/** Occasions of the lines under `says` in a character's ABOUT.md that are also names of actions. */
const OCCASIONS: readonly string[] = ['travel']
/** Words that only look like names of items: a long sleep is neither an axe nor a lullaby. */
const LENGTHS_OF_REST: readonly string[] = ['long', 'sleep']

interface Literal {
  file: string
  line: number
  text: string
}
/** Strings and regular expressions in the code, without comments. */
const literals = (kind: RegExp): Literal[] =>
  SOURCES.flatMap((file) =>
    readFileSync(join(FOLDER, file), 'utf8')
      .split('\n')
      .flatMap((source, i) => [...source.replace(/^\s*(\/\/|\/?\*).*$/, '').matchAll(kind)].map(([, text = '']) => ({ file, line: i + 1, text })))
  )
const TEXT = /'((?:[^'\\]|\\.)*)'/g
const PATTERN = /(?<=[(=,!&|] ?)\/((?![*/])(?:[^/\\\n]|\\.)+)\/[a-z]*/g
const placed = ({ file, line, text }: Literal): string => `${file}:${line} ${text}`

it('looks at literals', () => {
  expect(SOURCES.length).toBeGreaterThan(15)
  expect([ACTIONS.size > 30, ITEMS.size > 60]).toEqual([true, true])
  expect([literals(TEXT).length > 300, literals(PATTERN).length > 10]).toEqual([true, true])
})

it('the built-in table knows no action of a bundled game by name', () => {
  // A word for a kind may also be the name of an action; the compiler rejects it as a name, because offers are found by verb or by kind.
  const known = literals(TEXT).filter(({ text }) => ACTIONS.has(text) && !Object.hasOwn(ACTION_KINDS, text) && !OCCASIONS.includes(text))
  expect(known.map(placed)).toEqual([])
  const compared = SOURCES.flatMap((file) =>
    [
      ...readFileSync(join(FOLDER, file), 'utf8').matchAll(
        /(?:offer|use|entry|call)\.(?:name|tool|action) [!=]== '([\w-]+)'|offerOf\(\w+, '([\w-]+)'/g
      )
    ].map(([, a, b]) => a ?? b ?? '')
  )
  expect(compared.length).toBeGreaterThan(10)
  expect(compared.filter((name) => !(VERBS as readonly string[]).includes(name))).toEqual([])
})

it('the built-in table knows no item of a bundled game by name', () => {
  expect(
    literals(TEXT)
      .filter(({ text }) => ITEMS.has(text))
      .map(placed)
  ).toEqual([])
  const words = literals(PATTERN).flatMap((literal) =>
    (literal.text.match(/[a-z]{4,}/gi) ?? []).map((text) => ({ ...literal, text: text.toLowerCase() }))
  )
  expect(words.filter(({ text }) => ITEM_WORDS.has(text) && !LENGTHS_OF_REST.includes(text)).map(placed)).toEqual([])
})
