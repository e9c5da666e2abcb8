import { build, type Rolldown } from 'vite'
import { expect, test } from 'vitest'
import config from '../electron.vite.config'

test('the window checks no schema: no module of its bundle is of zod, and none makes a schema', async () => {
  const { renderer } = config as { renderer: { build: object } }
  const made = await build({ configFile: false, logLevel: 'silent', ...renderer, build: { ...renderer.build, write: false, minify: false } })
  const chunks = ([made].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [file] : [])))
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.length).toBeGreaterThan(100)
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  expect(chunks.filter(({ code }) => /ZodObject/.test(code)).map(({ fileName }) => fileName)).toEqual([])
})
