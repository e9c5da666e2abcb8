import { build, type Rolldown } from 'vite'
import { beforeAll, expect, it } from 'vitest'
import config from '../electron.vite.config'

let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  const { renderer } = config as { renderer: { build: { rolldownOptions: object } } }
  // The code editor is external: the imports show which chunks would load it.
  const rolldownOptions = { ...renderer.build.rolldownOptions, external: [/^monaco-editor\//] }
  const bundle = await build({
    configFile: false,
    logLevel: 'silent',
    ...renderer,
    build: { ...renderer.build, rolldownOptions, write: false, minify: false }
  })
  chunks = ([bundle].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [file] : [])))
})

it('the window checks no schema: no module of its bundle is of zod, and none makes a schema', () => {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.length).toBeGreaterThan(100)
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  expect(chunks.filter(({ code }) => /ZodObject/.test(code)).map(({ fileName }) => fileName)).toEqual([])
})

it('the code editor is loaded with the workshop and with nothing before it', () => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** All chunks that are loaded together with some chunks. */
  const withAll = (names: readonly string[], seen = new Set<string>()): Set<string> => {
    for (const name of names)
      if (!seen.has(name)) {
        seen.add(name)
        withAll(byName.get(name)?.imports ?? [], seen)
      }
    return seen
  }
  const isEditor = (name: string): boolean => name.startsWith('monaco-editor/')
  const first = chunks.filter(({ isEntry, name }) => isEntry || name === 'window').map(({ fileName }) => fileName)
  expect(first.length).toBeGreaterThan(1)
  expect([...withAll(first)].filter(isEditor)).toEqual([])
  const workshop = chunks.filter(({ name }) => name === 'Workshop').map(({ fileName }) => fileName)
  expect([...withAll(workshop)].filter(isEditor).length).toBeGreaterThan(3)
})
