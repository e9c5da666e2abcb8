import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { router } from '../shared/api'
import { Problem } from '../shared/problem'
import type { Deeds } from './cli/deeds'
import { run } from './cli/program'
import { terminal, type ExitCode } from './cli/terminal'
import { environmentKeys } from './keys'
import { APP_ROOT, VERSION } from './place'

const HOME = process.env['PROSCENIUM_HOME'] ?? join(homedir(), 'Proscenium')

/** What most commands work with is loaded when one of them is run: asking for help needs none of it. */
const reading = () => import('./studio/terminal')

/** Lets a Studio of this process work through the checked calls of the contract, and closes it afterwards. */
async function withStudio<Result>(work: (calls: ReturnType<typeof router.createCaller>) => Promise<Result>): Promise<Result> {
  const [{ createStudio }, { problemFrom, router }] = await Promise.all([import('./studio'), import('../shared/api')])
  const studio = createStudio({ kind: 'terminal', version: VERSION, home: HOME, resources: APP_ROOT, keys: environmentKeys(process.env) })
  try {
    return await work(router.createCaller({ studio }))
  } catch (thrown) {
    throw problemFrom(thrown)
  } finally {
    await studio.dispose()
  }
}

/** Runs a script of the checkout to its end. */
function script(name: string, args: string[]): Promise<ExitCode> {
  const path = join(APP_ROOT, 'scripts', name)
  if (!existsSync(path)) throw new Problem('not-found', `This copy of Proscenium has no ${name}. Run the command in a checkout.`, { file: path })
  const child = spawn(process.execPath, [path, ...args], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => done(code ? 1 : 0))
  })
}

async function serve(dir: string | undefined, port: number | undefined, onOpen: (url: string) => void) {
  const { startServer } = await import('./server')
  const server = await startServer({ root: join(APP_ROOT, 'out/renderer'), home: HOME, port, open: dir })
  onOpen(server.url)
  await new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })
  await server.close()
}

const deeds: Deeds = {
  create: (input) => withStudio((calls) => calls.create(input)),
  step: (dir) =>
    withStudio(async (calls) => {
      await calls.open({ dir })
      return calls.step()
    }),
  play: async (dir, limits, onBeat) => (await reading()).playMany(dir, limits, onBeat),
  log: async (dir) => (await reading()).storyLog(dir),
  state: async (dir, rev) => (await reading()).stateAt(dir, rev),
  actions: async (dir, as, rev) => (await reading()).actionsAt(dir, as, rev),
  odds: async (dir, as, rev) => (await reading()).oddsAt(dir, as, rev),
  verify: (dir) =>
    withStudio(async (calls) => {
      await calls.open({ dir })
      return calls.verify()
    }),
  check: async (dir) => (await import('./studio/check')).checkDir(dir),
  serve,
  async openApp(dir) {
    // A folder that cannot be opened is said here, before a window comes up.
    if (dir !== undefined) await withStudio((calls) => calls.open({ dir }))
    return script('start.mjs', dir === undefined ? [] : [dir])
  },
  bench: (args) => script('bench.mjs', args)
}

process.exitCode = await run(process.argv.slice(2), deeds, terminal, VERSION)
