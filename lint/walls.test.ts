import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'proscenium-walls-'))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** A module of each part of the app, as the target of a forbidden import. */
const MODULES = [
  'src/shared/base/problem',
  'src/main/engine/project',
  'src/main/rules/load-game',
  'src/main/rules/vm/watched',
  'src/main/odds/odds',
  'src/main/campaign/history',
  'src/main/campaign/git/refs',
  'src/main/agents/agent-turn',
  'src/main/agents/offline/offline',
  'src/main/agents/context/budget',
  'src/main/agents/anthropic/failures',
  'src/main/transcript/document',
  'src/main/studio/studio',
  'src/main/studio/events',
  'src/main/story/story',
  'src/main/table/table',
  'src/main/machine/keys',
  'src/main/machine/save-file',
  'src/main/arrow/assistant',
  'src/arrow/index',
  'src/main/arrow/model/index',
  'src/main/arrow-server',
  'src/main/running',
  'bench/main',
  'src/page-player/draw',
  'src/main/place',
  'src/main/index',
  'src/main/window',
  'src/main/server',
  'src/main/cli',
  'src/main/cli/program',
  'src/main/core',
  'src/main/worker',
  'src/main/pipe'
]
const WINDOW = [
  'src/preload/index',
  'src/renderer/session',
  'src/renderer/features',
  'src/renderer/frame/Stage',
  'src/renderer/ui/Parts',
  'src/renderer/store/beats',
  'src/renderer/canvas/Canvas',
  'src/renderer/world/WorldMap',
  'src/renderer/scene/Row',
  'src/renderer/fields/DraftField'
]
/** The renderer's files that every feature may use. */
const COMMON = [
  'ui',
  'prose',
  'files',
  'fields',
  'store',
  'session',
  'client',
  'contradictions',
  'director-notes',
  'line-spot',
  'writers',
  'branch-operations',
  'editing',
  'sync',
  'problem-of',
  'registry',
  'run-call',
  'edited-files',
  'kept-drafts',
  'proposed-message',
  'slice',
  'subjects',
  'operations'
].map((name) => `src/renderer/${name}`)

const under = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

/** The folders in ARCHITECTURE's table, with their right column and whether they are pure. */
function rooms(): { room: string; allowed: string[]; pure: boolean }[] {
  const rows: { room: string; allowed: string[]; pure: boolean }[] = []
  for (const line of readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8').split('\n')) {
    const [row, folder = '', column = ''] = /^\| `(src\/[^`{]+)`(?:, `[^`]+`)? \|.*\| (.*) \|$/.exec(line) ?? []
    if (row === undefined || column === 'tests only') continue
    const room = folder.replace(/\.ts$/, '')
    const above = column.includes('all of the above') ? rows.map((one) => one.room) : []
    const named = [...column.matchAll(/`(src\/[^`]+)`/g)].map(([, path = '']) => path)
    rows.push({ room, allowed: [room, ...above, ...named], pure: /\(pure\b/.test(column) })
  }
  const feature = {
    room: 'src/renderer/world',
    allowed: ['src/shared', 'src/arrow', 'src/renderer/world', 'src/renderer/canvas', ...COMMON],
    pure: false
  }
  // Only the agents that call a model reach the network; they may import no more of the app than the others.
  const asking = { room: 'src/main/agents/anthropic', allowed: ['src/shared', 'src/main/engine', 'src/main/agents'], pure: false }
  const chat = { room: 'src/main/agents/openai', allowed: ['src/shared', 'src/main/agents'], pure: false }
  const assistant = {
    room: 'src/main/arrow/model',
    allowed: ['src/shared', 'src/arrow', 'src/main/arrow', 'src/main/agents/context', 'src/main/agents/anthropic'],
    pure: false
  }
  return [...rows, asking, chat, assistant, feature, { room: 'src/renderer/store', allowed: ['src/shared', 'src/renderer/store'], pure: false }]
}

/** The files of hosts and threads in src/main, and what they share. The command line has a row in ARCHITECTURE. */
const HOSTS = readdirSync(join(ROOT, 'src/main'))
  .filter((file) => /^[\w-]+\.ts$/.test(file) && file !== 'cli.ts')
  .map((file) => `src/main/${file.slice(0, -3)}`)
  .concat('src/main/work')

/** The parts that may import only the packages on their list. */
const LISTED_PACKAGES = [
  ...['agents/anthropic', 'agents/openai', 'arrow/model', 'read-pdf', 'lines', 'menu', 'window', 'index'].map((name) => `src/main/${name}`),
  'src/page-player',
  'src/preload',
  'src/renderer/store'
]

/** Forbidden uses of the outside world, each of which a simpler rule would miss. */
const IMPURE = [
  'export const x = Math.random()',
  'const { random } = Math\nexport const x = random()',
  "export const x = Math['random']()",
  'export const x = globalThis.Math.random()',
  'export const x = Date.now()',
  'export const x = new Date()',
  'export const x = Date()',
  'export const x = performance.now()',
  'export const x = process.env',
  'export const x = crypto.randomUUID()',
  'export const x = fetch',
  'export const x = setTimeout',
  'export const x = document',
  "export const x = import('node:fs')",
  "import 'node:fs'",
  "import 'electron'",
  "export * from 'isomorphic-git'"
]
/** Similar code that is allowed everywhere. */
const PURE =
  'export const x = (at: number) => [Math.floor(at), new Date(at), Date.UTC(2026, 1), JSON.stringify({ process: at, random: at }), Number.isNaN(at)]'

/** The ways to import a module. */
const importForms = (module: string): string[] => [
  `import type {} from '${module}'`,
  `export * from '${module}'`,
  `export {} from '${module}'`,
  `export type X = import('${module}').X`
]

/** The files (path and content) that lint rejects because of a wall. */
function refused(files: ReadonlyMap<string, string>): Set<string> {
  cpSync(join(ROOT, 'lint'), join(scratch, 'lint'), { recursive: true })
  cpSync(join(ROOT, '.oxlintrc.json'), join(scratch, '.oxlintrc.json'))
  for (const [path, content] of files) {
    mkdirSync(dirname(join(scratch, path)), { recursive: true })
    writeFileSync(join(scratch, path), `${content}\n`)
  }
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint')
  let report: string
  try {
    report = execFileSync(process.execPath, [oxlint, '--format=json', 'src', 'bench'], {
      cwd: scratch,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'pipe']
    })
  } catch (error) {
    report = (error as { stdout: string }).stdout
  }
  const { diagnostics } = JSON.parse(report) as { diagnostics: { code: string; filename: string }[] }
  return new Set(diagnostics.filter(({ code }) => code === 'walls(walls)').map(({ filename }) => filename.replace(/^\.\//, '')))
}

it('lint refuses every import over a wall of ARCHITECTURE, and in pure parts clock, chance and I/O, in nested folders too', () => {
  const planted = new Map<string, string>()
  const wrong = new Set<string>()
  const plant = (path: string, content: string, forbidden: boolean): void => {
    planted.set(path, content)
    if (forbidden) wrong.add(path)
  }
  for (const { room, allowed, pure } of rooms()) {
    const folder = `${room}/planted/deeper`
    for (const [at, module] of [...MODULES, ...WINDOW].entries()) {
      const path = `${folder}/import-${at}.ts`
      const content = importForms(relative(dirname(path), module))[at % 4] ?? ''
      // A new folder in the renderer is a feature; `src/renderer/world` below stands for any feature.
      if (room !== 'src/renderer' || !under(module, room)) plant(path, content, !allowed.some((prefix) => under(module, prefix)))
    }
    plant(`${folder}/react-flow.ts`, "import '@xyflow/react/dist/base.css'", room !== 'src/renderer/canvas')
    if (room === 'src/renderer/canvas') plant(`${folder}/store.ts`, "import 'zustand'", true)
    plant(`${folder}/electron.ts`, "import 'electron'", room !== 'src/preload')
    if (/^src\/(renderer|preload|page-player)|anthropic$|arrow\/model$/.test(room)) plant(`${folder}/node.ts`, "import 'node:fs'", true)
    if (pure) for (const [at, content] of IMPURE.entries()) plant(`${folder}/impure-${at}.ts`, content, true)
    plant(`${folder}/unnamed.ts`, 'export const x = (name: string) => import(name)', true)
    plant(`${folder}/pure.ts`, PURE, false)
  }
  // No host reaches past the contract to the engine, and none to the window; neither do the threads.
  for (const host of [...HOSTS, 'bench'])
    for (const module of host === 'bench' ? ['src/renderer/session'] : ['src/main/engine/scribe', 'src/renderer/session'])
      plant(`${host}/planted/${basename(module)}.ts`, `import type {} from '${relative(`${host}/planted`, module)}'`, true)
  // Without its entry, lint would reject every file of a host, and the SDK where a model is called.
  for (const host of [...HOSTS, 'bench']) plant(`${host}/planted/pure.ts`, PURE, false)
  for (const room of ['src/main/agents/anthropic', 'src/main/agents/openai', 'src/main/arrow/model'])
    plant(`${room}/planted/sdk.ts`, "import '@anthropic-ai/sdk'", false)
  for (const room of LISTED_PACKAGES) plant(`${room}/planted/package.ts`, "import 'isomorphic-git'", true)
  // Files that features share use no feature, no graph canvas and nothing of Node.
  for (const room of COMMON.filter((path) => path !== 'src/renderer/store')) {
    plant(`${room}/planted/feature.ts`, `import type {} from '${relative(`${room}/planted`, 'src/renderer/world/WorldMap')}'`, true)
    plant(`${room}/planted/canvas.ts`, `import type {} from '${relative(`${room}/planted`, 'src/renderer/canvas/Canvas')}'`, true)
    plant(`${room}/planted/node.ts`, "import 'node:fs'", true)
  }
  // A top-level file that features don't share lists the features and renders the window: it may import all of them, and nothing behind the contract.
  for (const [at, module] of MODULES.entries())
    plant(`src/renderer/planted-${at}.ts`, `import type {} from '../${module.slice(4)}'`, !under(module, 'src/shared') && !under(module, 'src/arrow'))
  // A room with doors is entered by them alone.
  for (const [module, forbidden] of [
    ['arrow', false],
    ['arrow/schemas', false],
    ['arrow/document', true],
    ['arrow/play/state', true]
  ] as const)
    plant(`src/main/arrow/planted-${basename(module)}.ts`, `import type {} from '../../${module}'`, forbidden)
  plant('src/renderer/planted-node.ts', "import 'node:fs'", true)
  plant('src/main/nobody/knows.ts', PURE, true)
  // Only one module computes the outcome of a call and checks its notes; a replay may skip that check.
  for (const [path, forbidden] of [
    ['src/main/engine/planted', false],
    ['src/main/story/planted', true],
    ['src/main/story/turns/planted', true],
    ['src/main/campaign/planted', true],
    ['src/main/agents/offline/planted', true]
  ] as const)
    plant(`${path}.ts`, `import type {} from './${relative(dirname(path), 'src/main/engine/play')}'`, forbidden)
  const walls = JSON.parse(readFileSync(join(ROOT, 'lint/walls.json'), 'utf8')) as { rooms: { room: string | string[] }[] }
  const named = walls.rooms.flatMap(({ room }) => room).filter((room) => !room.endsWith('*'))
  expect(named.filter((room) => ![...wrong].some((path) => under(path, room)))).toEqual([])
  const refusals = refused(planted)
  expect([...wrong].filter((path) => !refusals.has(path)).map((path) => `${path}: ${planted.get(path)}`)).toEqual([])
  expect([...refusals].filter((path) => !wrong.has(path)).map((path) => `${path}: ${planted.get(path)}`)).toEqual([])
  expect(wrong.size).toBeGreaterThan(150)
})
