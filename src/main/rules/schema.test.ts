import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bundledFiles } from './bundled.fixture'
import { kindReference, reference, schemas } from './schema.fixture'
import { conditions } from './vm/conditions'
import { effects } from './vm/effects'
import { readYamlFile } from './yaml-file'

const RULES = join(import.meta.dirname, '../../../rules')

it.each(Object.entries(schemas()))('rules/schema/%s is what the vocabulary says; else run npm run schema', async (file, schema) => {
  await expect(`${JSON.stringify(schema, null, 1)}\n`).toMatchFileSnapshot(join(RULES, 'schema', file))
})

it('the references in rules/README.md are what the vocabulary and the kinds say; else run npm run schema', async () => {
  const file = join(RULES, 'README.md')
  let readme = readFileSync(file, 'utf8')
  for (const [what, text] of [
    ['words', reference()],
    ['kinds', kindReference()]
  ] as const) {
    const [start, end] = [`<!-- ${what}: written by npm run schema -->\n`, `<!-- end of ${what} -->\n`]
    const [from, to] = [readme.indexOf(start) + start.length, readme.indexOf(end)]
    expect([from > start.length, to >= from]).toEqual([true, true])
    readme = readme.slice(0, from) + text + '\n' + readme.slice(to)
  }
  await expect(readme).toMatchFileSnapshot(file)
})

/** The schema of an action as a standard JSON Schema validator, not our own. */
const action = z.fromJSONSchema(schemas()['action.json'] as Parameters<typeof z.fromJSONSchema>[0])
const valid = (text: string): boolean => action.safeParse(readYamlFile(text, 'actions/do.yaml').value).success
const doing = (available: string, execute: string): string => `name: do\ndescription: Do it.\navailable: ${available}\nexecute: ${execute}\n`

it('the schema takes every word with its example', () => {
  for (const [word, { example }] of Object.entries(conditions))
    expect([word, valid(doing(`{ ${word}: ${example} }`, '{ say: Done. }'))]).toEqual([word, true])
  for (const [word, { example, beside }] of Object.entries(effects)) {
    const other = beside === undefined ? '' : `${beside}: { fact: a }, `
    expect([word, valid(doing('true', `{ ${other}${word}: ${example} }`))]).toEqual([word, true])
  }
})

it('the schemas take the other files of the games', () => {
  const folders = { conditions: 'condition.json', tables: 'table.json' } as const
  for (const [folder, file] of Object.entries(folders)) {
    const schema = JSON.stringify(schemas()[file]).replaceAll('action.json#', '#')
    const whole = { ...(JSON.parse(schema) as object), definitions: schemas()['action.json']?.['definitions'] }
    const check = z.fromJSONSchema(whole)
    const files = [...bundledFiles('cairn-hack')].filter(([path]) => path.startsWith(`${folder}/`))
    expect(files.length).toBeGreaterThan(0)
    expect(files.map(([path, text]) => [path, check.safeParse(readYamlFile(text, path).value).success])).toEqual(files.map(([path]) => [path, true]))
    expect(check.safeParse({ title: 'Nothing of the kind' }).success).toBe(false)
  }
})

it('the schema takes the actions of the games', () => {
  const yaml = [...bundledFiles('cairn-hack')].filter(([path]) => path.startsWith('actions/') && path.endsWith('.yaml'))
  expect(yaml.map(([path, text]) => [path, valid(text)])).toEqual(yaml.map(([path]) => [path, true]))
})

it.each<[string, string, string]>([
  ['a condition there is not', '{ has_voice: true }', '{ say: La. }'],
  ['a condition within conditions there is not', '{ all: [{ not: { has_voice: true } }] }', '{ say: La. }'],
  ['an effect there is not', 'true', '{ explode: now }'],
  ['an effect within effects there is not', 'true', '{ save: { stat: WIL, failure: { explode: now } } }'],
  ['a field there is not', 'true', '{ damage: { dice: d6, much: true } }'],
  ['a field that is missing', 'true', '{ save: { success: { say: La. } } }'],
  ['something else than dice', 'true', '{ heal: some }']
])('the schema refuses %s', (_, available, execute) => {
  expect(valid(doing(available, execute))).toBe(false)
})
