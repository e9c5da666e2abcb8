import { expect, test } from 'vitest'
import { checkNarratorOutput, type NarratorViolation } from './check'
import { CORNER_OUTPUTS } from './corners.fixture'
import { MUTATION_OUTPUTS } from './mutations.fixture'
import { OUTPUTS, sceneTree } from './outputs.fixture'
import { SCENE_OUTPUTS } from './scenes.fixture'
import { TRICKY_OUTPUTS } from './tricky.fixture'

const ALL = [...OUTPUTS, ...SCENE_OUTPUTS, ...MUTATION_OUTPUTS, ...TRICKY_OUTPUTS, ...CORNER_OUTPUTS]
const line = ({ path, rule, message, code, fix }: NarratorViolation): string =>
  `${path} [${rule}] ${message}${code === undefined ? '' : ` ${code}: ${fix}`}`
const textOf = (output: unknown): string => (typeof output === 'string' ? output : JSON.stringify(output))

test.each(ALL)('$name', ({ output, wrong }) => {
  const { violations, output: read } = checkNarratorOutput(textOf(output))
  expect(violations.map(line)).toEqual(wrong)
  expect(read !== undefined).toBe(wrong.length === 0)
})

test('there are samples of every rule and of every code', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
  const violations = ALL.flatMap(({ output }) => checkNarratorOutput(textOf(output)).violations)
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['json', 'shape', 'mode', 'clickable', 'key-in-text', 'mutation', 'html']))
  const codes = new Set(violations.flatMap(({ code }) => code ?? []))
  // Without a campaign, the targets of a batch's links are unknown.
  expect(codes).toEqual(new Set(['orphaned_node', 'invalid_type', 'invalid_field', 'missing_required', 'duplicate']))
})

test('an output is read with its aliases as their own fields', () => {
  const { present: _, ...rest } = sceneTree()
  const { output } = checkNarratorOutput(JSON.stringify({ scene: { ...rest, characters: ['Bren'] }, time_elapsed: '1 hour' }))
  expect(output?.scene).toMatchObject({ present: ['Bren'] })
})

test('a reserved key reaches no object', () => {
  checkNarratorOutput('{"scene":{},"__proto__":{"polluted":1},"dialogue":[{"text":"a","__proto__":{"polluted":1}}]}')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('every violation is named, however many there are', () => {
  const narration = Array.from({ length: 1000 }, (_, i) => ({ text: 'A rope.', clickable: { [`hope${i}`]: {} } }))
  const { violations } = checkNarratorOutput(JSON.stringify({ scene: sceneTree({ narration }), time_elapsed: '1 hour' }))
  expect(violations).toHaveLength(4000)
})

test('mutations beyond the first 500 are refused as a whole, without a look at each pair', () => {
  const mutations = Array.from({ length: 20_000 }, (_, i) => ({ type: 'new_character', payload: { id: `c${i}`, name: 'C', location: 'ford' } }))
  const { violations } = checkNarratorOutput(JSON.stringify({ dialogue: [{ text: 'a' }], scene: {}, mutations }))
  expect(violations.map(line)).toEqual(['mutations [mutation] There are 20000 mutations; at most 500 are applied at once. Send fewer.'])
})
