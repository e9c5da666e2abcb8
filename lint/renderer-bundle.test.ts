import { gzipSync } from 'node:zlib'
import { build, type Rolldown } from 'vite'
import { beforeAll, expect, it, vi } from 'vitest'
import config from '../electron.vite.config'

/** The most that the scripts of the first screen may have, compressed, in bytes. */
const FIRST_SCREEN_BYTES = 250_000

let chunks: Rolldown.OutputChunk[] = []

beforeAll(async () => {
  const { renderer } = config as { renderer: { build: { rolldownOptions: object } } }
  // The code editor is external: the imports show which chunks would load it.
  const rolldownOptions = { ...renderer.build.rolldownOptions, external: [/^monaco-editor\//] }
  vi.stubEnv('NODE_ENV', 'production')
  const bundle = await build({ configFile: false, logLevel: 'silent', ...renderer, build: { ...renderer.build, rolldownOptions, write: false } })
  chunks = ([bundle].flat() as Rolldown.RolldownOutput[]).flatMap(({ output }) => output.flatMap((file) => (file.type === 'chunk' ? [file] : [])))
})

/** The names of all files that are loaded together with some chunks. */
function withAll(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names)
    if (!seen.has(name)) {
      seen.add(name)
      withAll(chunks.find(({ fileName }) => fileName === name)?.imports ?? [], seen)
    }
  return seen
}

const firstScreen = (): Rolldown.OutputChunk[] => {
  const first = chunks.filter(({ isEntry, name }) => isEntry || name === 'window').map(({ fileName }) => fileName)
  const all = withAll(first)
  return chunks.filter(({ fileName }) => all.has(fileName))
}

it('the window checks no schema: no module of its bundle is of zod, and none makes a schema', () => {
  const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
  expect(modules.length).toBeGreaterThan(100)
  expect(modules.filter((id) => /node_modules\/zod\//.test(id))).toEqual([])
  expect(chunks.filter(({ code }) => /ZodObject/.test(code)).map(({ fileName }) => fileName)).toEqual([])
})

it('the first screen is two scripts of at most 250 kB, compressed, and one file of the bundler', () => {
  const first = firstScreen()
  expect(first.map(({ name }) => name).toSorted()).toEqual(['index', 'rolldown-runtime', 'window'])
  expect(first.reduce((bytes, { code }) => bytes + gzipSync(code).length, 0)).toBeLessThan(FIRST_SCREEN_BYTES)
})

it('nothing of the editors, the graphs, the charts and the Arrow documents is loaded with the first screen', () => {
  const modules = firstScreen().flatMap(({ moduleIds }) => moduleIds)
  expect(modules.some((id) => id.includes('react-dom'))).toBe(true)
  expect(
    modules.filter((id) =>
      /monaco-editor|@codemirror|elkjs|@xyflow|pdf|@observablehq|\/src\/arrow\/|renderer\/(arrow|lab|workshop)\/(?!feature)/.test(id)
    )
  ).toEqual([])
})

it('the charts of the lab are loaded with a report and with nothing before it', () => {
  const withPlot = chunks.filter(({ moduleIds }) => moduleIds.some((id) => id.includes('@observablehq'))).map(({ fileName }) => fileName)
  expect(withPlot.length).toBeGreaterThan(0)
  const rests = chunks.filter(({ name }) => name === 'rest').map(({ fileName }) => fileName)
  const early = withAll(rests)
  expect(withPlot.filter((name) => early.has(name))).toEqual([])
})

it('the code editor is loaded with the workshop and with nothing before it', () => {
  const isEditor = (name: string): boolean => name.startsWith('monaco-editor/')
  const named = (wanted: string): string[] => chunks.filter(({ name }) => name === wanted).map(({ fileName }) => fileName)
  expect(named('rest').length).toBeGreaterThan(10)
  expect([...withAll([...firstScreen().map(({ fileName }) => fileName), ...named('rest')])].filter(isEditor)).toEqual([])
  expect([...withAll(named('Workshop'))].filter(isEditor).length).toBeGreaterThan(3)
})
