import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { checkNarratorOutput } from './check'
import { MUTATION_OUTPUTS } from './mutations.fixture'
import { NarratorOutput } from './output'
import { OUTPUTS } from './outputs.fixture'
import { SCENE_OUTPUTS } from './scenes.fixture'

const FILE = join(import.meta.dirname, '../../../resources/schemas/narrator-output.json')

it('resources/schemas/narrator-output.json is what the schemas say; else run npm run schema', async () => {
  const schema = z.toJSONSchema(NarratorOutput, { target: 'draft-7', reused: 'ref' })
  await expect(`${JSON.stringify(schema, null, 1)}\n`).toMatchFileSnapshot(FILE)
})

it('a standard validator with that file takes the good outputs and refuses those of a wrong shape', () => {
  const schema = z.fromJSONSchema(JSON.parse(readFileSync(FILE, 'utf8')) as Parameters<typeof z.fromJSONSchema>[0])
  // Aliases, reserved keys and texts that are not JSON are for the checker alone.
  const samples = [...OUTPUTS, ...SCENE_OUTPUTS, ...MUTATION_OUTPUTS].filter(
    ({ name, output }) => typeof output !== 'string' && !/^aliases|reserved/.test(name)
  )
  const verdicts = samples.flatMap(({ name, output }) => {
    const text = JSON.stringify(output)
    const { violations } = checkNarratorOutput(text)
    const fits = schema.safeParse(JSON.parse(text)).success
    if (violations.length === 0) return [[name, 'good', fits]]
    return violations.some(({ rule }) => rule === 'shape') ? [[name, 'bad', fits]] : []
  })
  expect(verdicts.filter(([, what, fits]) => fits !== (what === 'good'))).toEqual([])
  expect(verdicts.filter(([, what]) => what === 'good').length).toBeGreaterThan(10)
})
