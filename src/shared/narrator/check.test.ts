import { expect, it } from 'vitest'
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

it.each(ALL)('N2, N3, N4, N5, N6, N7 and N8 hold for an output with $name', ({ output, wrong }) => {
  const { violations, output: read } = checkNarratorOutput(textOf(output))
  expect(violations.map(line)).toEqual(wrong)
  expect(read !== undefined).toBe(wrong.length === 0)
})

it('the samples cover every rule and every code', () => {
  expect(ALL.length).toBeGreaterThanOrEqual(60)
  expect(new Set(ALL.map(({ name }) => name)).size).toBe(ALL.length)
  const violations = ALL.flatMap(({ output }) => checkNarratorOutput(textOf(output)).violations)
  expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(['json', 'shape', 'mode', 'clickable', 'key-in-text', 'mutation', 'html']))
  const codes = new Set(violations.flatMap(({ code }) => code ?? []))
  // Without a campaign, the targets of a batch's links are unknown.
  expect(codes).toEqual(new Set(['orphaned_node', 'invalid_type', 'invalid_field', 'missing_required', 'duplicate']))
})

it('N7 an alias is read as the field that it stands for', () => {
  const { present: _, ...rest } = sceneTree()
  const { output } = checkNarratorOutput(JSON.stringify({ scene: { ...rest, characters: ['Bren'] }, time_elapsed: '1 hour' }))
  expect(output?.scene).toMatchObject({ present: ['Bren'] })
})

it('N7 a reserved key changes no object', () => {
  checkNarratorOutput('{"scene":{},"__proto__":{"polluted":1},"dialogue":[{"text":"a","__proto__":{"polluted":1}}]}')
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

it('N1 every violation is reported, however many there are', () => {
  const narration = Array.from({ length: 1000 }, (_, i) => ({ text: 'A rope.', clickable: { [`hope${i}`]: {} } }))
  const { violations } = checkNarratorOutput(JSON.stringify({ scene: sceneTree({ narration }), time_elapsed: '1 hour' }))
  expect(violations).toHaveLength(4000)
})

it('N6 a batch of more than 500 mutations is refused as a whole', () => {
  const mutations = Array.from({ length: 20_000 }, (_, i) => ({ type: 'new_character', payload: { id: `c${i}`, name: 'C', location: 'ford' } }))
  const { violations } = checkNarratorOutput(JSON.stringify({ dialogue: [{ text: 'a' }], scene: {}, mutations }))
  expect(violations.map(line)).toEqual(['mutations [mutation] There are 20000 mutations; at most 500 are applied at once. Send fewer.'])
})
