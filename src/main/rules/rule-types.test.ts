import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { grown } from '../story/wizards/answers.fixture'
import { bundledFiles } from './bundled.fixture'
import { readGame } from './read-game'

const ROOT = resolve(import.meta.dirname, '../../..')
const types = readFileSync(join(ROOT, 'rules/proscenium.d.ts'), 'utf8')
const comparison = readFileSync(join(ROOT, 'rules/types/matches-schemas.ts'), 'utf8')

/** Mistakes in the types for authors: the text, its replacement, and what the compiler's error names. */
const MISTAKES: [what: string, text: string, mistake: string, named: string][] = [
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
]

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

/** The actions that a wizard writes in TypeScript for a game, with every answer and every name. */
function wizardActions(name: string): string[] {
  const files = bundledFiles(name)
  const { texts } = grown({ ...readGame(files), actions: {}, guide: () => ({ actions: {}, items: {}, conditions: {} }) }, files)
  return [...texts].flatMap(([path, text]) => (/^actions\/.*\.ts$/.test(path) && !files.has(path) ? [text] : []))
}
/** In a game with saves and in one without. */
const WRITTEN = [...wizardActions('cairn-hack'), ...wizardActions('totm').filter((text) => text.includes("roll('2d6'"))]

/** The comparison as one module with the types that it compares, so that one run of the compiler reads many of them. */
const compared = (declared: string): string =>
  declared.replace("declare module 'proscenium'", 'declare namespace library') + comparison.replace(/^import type .* from 'proscenium'\n/m, '')

/** The compiler's errors for each file. All are compiled in one run, because a run takes as long for one file as for thirty. */
const errors = new Map<string, string>()
beforeAll(() => {
  const options = { extends: join(ROOT, 'rules/tsconfig.json'), include: ['*.ts'], exclude: [] }
  const files: [file: string, text: string][] = [
    ['proscenium.d.ts', types],
    ['matches-schemas.ts', comparison],
    ['same.ts', compared(types)],
    ...MISTAKES.map(([, text, mistake], i): [string, string] => [`mistake-${i}.ts`, compared(types.replace(text, mistake))]),
    ...CASES.map((each, i): [string, string] => [`dance-${i}.ts`, rule(each)]),
    ...WRITTEN.map((text, i): [string, string] => [`wizard-${i}.ts`, text])
  ]
  // Inside the checkout, so that the schemas find their packages.
  mkdirSync(join(ROOT, 'out'), { recursive: true })
  const dir = mkdtempSync(join(ROOT, 'out', 'rule-types-'))
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(options))
  for (const [file, text] of files) writeFileSync(join(dir, file), text.replaceAll("'../../src/", `'${ROOT.replaceAll('\\', '/')}/src/`))
  const { stdout } = spawnSync(process.execPath, [join(ROOT, 'node_modules/typescript/lib/tsc.js'), '-p', dir, '--pretty', 'false'], {
    encoding: 'utf8'
  })
  rmSync(dir, { recursive: true, force: true })
  for (const error of stdout.split(/\n(?=\S)/).filter((text) => text !== '')) {
    const file = /^(?:.*\/)?([\w.-]+)\(\d/.exec(error)?.[1] ?? 'no file'
    errors.set(file, `${errors.get(file) ?? ''}${error}\n`)
  }
})

it('the types for authors are those of the schemas and of the sandbox', () => {
  const expected = [...MISTAKES.map((_, i) => `mistake-${i}.ts`), ...CASES.flatMap(([, , , , refused], i) => (refused === '' ? [] : `dance-${i}.ts`))]
  expect(Object.fromEntries([...errors].filter(([file]) => file.startsWith('wizard-')))).toEqual({})
  expect(WRITTEN.length).toBeGreaterThan(180)
  expect([...errors.keys()].toSorted()).toEqual(expected.toSorted())
})

it('every type for authors is compared, but those made for authors alone', () => {
  const names = [...types.matchAll(/^(?:interface|type|declare (?:const|function)) (\w+)/gm)].map(([, name = '']) => name)
  const alone = ['Json', 'Action', 'ParamOf', 'ParamsOf', 'Patch', 'console']
  expect(names.length).toBeGreaterThan(25)
  expect(names.filter((name) => !new RegExp(`^  ${name}: \\[`, 'm').test(comparison))).toEqual(
    alone.toSorted((a, b) => names.indexOf(a) - names.indexOf(b))
  )
})

it.each(MISTAKES.map(([what, text, , named], i) => ({ what, text, named, file: `mistake-${i}.ts` })))(
  'the compiler refuses $what',
  ({ text, named, file }) => {
    expect(types).toContain(text)
    expect(errors.get(file)).toContain(named)
  }
)

it.each(CASES.map(([what, , , , refused], i) => ({ what, refused, file: `dance-${i}.ts` })))('a rule with $what', ({ refused, file }) => {
  const said = errors.get(file)
  expect([said === undefined, said?.includes(refused) ?? true]).toEqual([refused === '', true])
})
