import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../../..')
const types = readFileSync(join(ROOT, 'rules/proscenium.d.ts'), 'utf8')
const comparison = readFileSync(join(ROOT, 'rules/types/matches-schemas.ts'), 'utf8')
// Inside the checkout, so that the schemas find their packages.
mkdirSync(join(ROOT, 'out'), { recursive: true })
const home = mkdtempSync(join(ROOT, 'out', 'rule-types-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** What the compiler says of rules beside some types for authors. */
function compiled(declared: string, files: Readonly<Record<string, string>>): string {
  const dir = mkdtempSync(join(home, 'case-'))
  const options = { extends: join(ROOT, 'rules/tsconfig.json'), include: ['*.ts'], exclude: [] }
  const all = { 'proscenium.d.ts': declared, 'tsconfig.json': JSON.stringify(options), ...files }
  for (const [file, text] of Object.entries(all)) writeFileSync(join(dir, file), text)
  try {
    return execFileSync(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', dir, '--pretty', 'false'], { encoding: 'utf8' })
  } catch (thrown) {
    return (thrown as { stdout: string }).stdout
  }
}
const compared = (declared: string): string =>
  compiled(declared, { 'matches-schemas.ts': comparison.replaceAll("'../../src/", `'${ROOT.replaceAll('\\', '/')}/src/`) })

test('the types for authors are those of the schemas and of the sandbox', () => {
  expect(compared(types)).toBe('')
})

test('every type for authors is compared, but those made for authors alone', () => {
  const names = [...types.matchAll(/^(?:interface|type|declare (?:const|function)) (\w+)/gm)].map(([, name = '']) => name)
  const alone = ['Json', 'Action', 'ParamOf', 'ParamsOf', 'Patch']
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !new RegExp(`^  ${name}: \\[`, 'm').test(comparison))).toEqual(
    alone.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
  )
})

test.each<[string, string, string, string]>([
  ['a field that is missing', '  hidden?: boolean\n', '', '"Feature"'],
  ['a field of another type', '  damage?: string\n  armor', '  damage?: number\n  armor', '"Equipment"'],
  ['a field that may be absent', '  difficulty: number', '  difficulty?: number', '"GameState"'],
  ['a field of its own', '  difficulty: number', '  difficulty: number\n  toll?: number', '"GameState"'],
  ['a choice that is missing', "'refresh' | 'extend' | 'count' | 'keep'", "'refresh' | 'extend'", '"Condition"'],
  ['a list of the manifest that is missing', '  npc_actions: string[]\n', '', '"Manifest"'],
  [
    'a part of the state that a rule may not change',
    '  readonly clock?: Patch',
    "  readonly scene?: Patch<GameState['scene']>\n  readonly clock?: Patch",
    '"Delta"'
  ],
  ['a method that a draft does not have', '    setFact(id', '    forget(id: string): void\n    setFact(id', '"forget"'],
  ['a method with another argument', '    passTime(minutes: number)', '    passTime(minutes: string)', '"passTime"'],
  ['a function that is missing', '  export function span(minutes: number): string\n', '', '"span"'],
  [
    'a function with another result',
    '  export function span(minutes: number): string\n',
    '  export function span(minutes: number): number\n',
    '"span"'
  ],
  ['an argument that is missing', 'foes: readonly string[], stat?: string): void', 'foes: readonly string[]): void', '"startCombat"']
])('the compiler refuses %s', (_, from, to, named) => {
  expect(types).toContain(from)
  expect(compared(types.replace(from, to))).toContain(named)
})

const WITH = `[{ name: 'with', type: 'target', description: 'Whom', required: true }]`
const CASES: [what: string, declared: string, params: string, delta: string, refused: string][] = [
  ['no parameters', '', '[]', '{ facts: { danced: true, shy: null } }', ''],
  ['a parameter', '<{ with: string }>', WITH, "{ actors: { [params.with]: { attitude: 'friendly', conditions: { tired: null } } } }", ''],
  ['a fight that ends', '', '[]', '{ combat: null, clock: { minutes: state.clock.minutes + 5 } }', ''],
  ['a field that an actor does not have', '', '[]', "{ actors: { [actor]: { atitude: 'wary' } } }", 'atitude'],
  ['a value of another type', '', '[]', "{ actors: { [actor]: { stats: { hp: 'three' } } } }", "Type 'string' is not assignable to type 'number'"],
  ['an attitude there is not', '', '[]', "{ actors: { [actor]: { attitude: 'smitten' } } }", 'smitten'],
  ['a part that rules do not change', '', '[]', '{ journeys: {} }', 'journeys'],
  ['a parameter that is not declared', '<{ with: string }>', WITH, '{ facts: { [params.how]: true } }', 'how'],
  ['a parameter by another name', '<{ partner: string }>', WITH, '{}', 'partner'],
  ['a parameter of another type', '<{ with: number }>', WITH, '{}', 'number'],
  ['a list that is declared as one value', '<{ with: readonly string[] }>', WITH, '{}', 'many'],
  ['a parameter that must not be absent', '<{ with: string }>', WITH.replace('true', 'false'), '{}', "Type 'false' is not assignable to type 'true'"]
]
const rule = ([, declared, params, delta]: (typeof CASES)[number]): string => `export default {
  name: 'dance',
  description: 'Dance.',
  params: ${params},
  available: () => true,
  execute: (state, actor, params) => ({ stateDelta: ${delta}, narrative: '' })
} satisfies Action${declared}\n`

test('the compiler knows what a rule may change and which parameters it has', () => {
  const errors = compiled(types, Object.fromEntries(CASES.map((each, i) => [`dance-${i}.ts`, rule(each)]))).split(/\n(?=\S)/)
  for (const [i, [what, , , , refused]] of CASES.entries()) {
    const said = errors.filter((error) => error.includes(`dance-${i}.ts`)).join('\n')
    expect([what, said, said === '', said.includes(refused)]).toEqual([what, said, refused === '', true])
  }
})
