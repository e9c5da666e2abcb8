import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { router } from '../shared/api'
import { Problem } from '../shared/problem'
import type { Deeds, Seats } from './cli/deeds'
import { run } from './cli/program'
import { terminal, type ExitCode } from './cli/terminal'
import { environmentAddress, environmentKeys, environmentTokens } from './machine/keys'
import { APP_ROOT, VERSION } from './place'
import type { MachineGiven } from './machine/machine'

const HOME = process.env['PROSCENIUM_HOME'] ?? join(homedir(), 'Proscenium')

/** What most commands work with is loaded when one of them is run: asking for help needs none of it. */
const reading = () => import('./studio/terminal')

const KEYS = environmentKeys(process.env)
const GIT_TOKEN = process.env['PROSCENIUM_GIT_TOKEN'] || undefined

/** A folder may name any server, so a token in the environment needs the name of the one it is for. Throws Problem `bad-input`. */
function checkTokenServer(): void {
  const server = process.env['PROSCENIUM_GIT_SERVER'] ?? ''
  if (GIT_TOKEN !== undefined && !URL.canParse(server))
    throw new Problem(
      'bad-input',
      'PROSCENIUM_GIT_TOKEN is set without its server; set PROSCENIUM_GIT_SERVER to the address it is for, like https://git.example.org.'
    )
}

/** A key in the environment and a model's agent named on the command line are the owner's allowance to ask. */
const askingFor = (seats: Seats = {}): MachineGiven => ({
  baseUrl: environmentAddress(process.env),
  allowed: Object.values(seats).some(({ agent }) => agent === 'anthropic')
})

/** Lets a Studio of this process work through the checked calls of the contract, and closes it afterwards. */
async function withStudio<Result>(work: (calls: ReturnType<typeof router.createCaller>) => Promise<Result>): Promise<Result> {
  const [{ createStudio }, { router }, { problemFrom }] = await Promise.all([
    import('./studio/studio'),
    import('../shared/api'),
    import('../shared/calls')
  ])
  const studio = createStudio({
    kind: 'terminal',
    version: VERSION,
    home: HOME,
    resources: APP_ROOT,
    keys: KEYS,
    tokens: environmentTokens(process.env),
    asking: askingFor()
  })
  try {
    return await work(router.createCaller({ studio }))
  } catch (thrown) {
    throw problemFrom(thrown)
  } finally {
    await studio.dispose()
  }
}

/** Lets the table play, with seats for this run alone. */
const playing: Deeds['play'] = async (dir, limits, onBeat, { seats, edits } = {}) => {
  const [{ playMany }, { Machine }] = await Promise.all([reading(), import('./machine/machine')])
  return playMany(dir, limits, onBeat, { machine: new Machine(HOME, KEYS, askingFor(seats)), given: seats, edits })
}

/** Runs a script of the checkout to its end. */
function script(name: string, args: string[]): Promise<ExitCode> {
  const path = join(APP_ROOT, 'scripts', name)
  if (!existsSync(path))
    throw new Problem('not-found', `This copy of Proscenium has no ${name}. Run the command in a source checkout.`, { file: path })
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
  createHere: (input) =>
    withStudio(async (calls) => {
      const { maps } = await calls.foreign({ dir: input.dir })
      const made = await calls.createHere(input)
      const branch = (await calls.present())?.branch ?? ''
      return { ...made, branch, maps: maps.map(({ path }) => join(made.campaign.dir, path)) }
    }),
  play: playing,
  recording: async (dir, limit, onTurn) => (await reading()).recording(dir, limit, onTurn),
  takeRecording: async (dir, file) => (await reading()).takeRecording(dir, file),
  log: async (dir) => (await reading()).storyLog(dir),
  state: async (dir, rev) => (await reading()).stateAt(dir, rev),
  actions: async (dir, as, rev) => (await reading()).actionsAt(dir, as, rev),
  odds: async (dir, as, rev, onProgress) => (await reading()).oddsAt(dir, as, rev, onProgress),
  recall: async (dir, as, asked, rev) => (await reading()).recallAt(dir, as, asked, rev),
  find: async (dir, expression, rev, onProgress) => {
    const [{ findUpTo }, { SealedFiles }] = await Promise.all([import('./studio/moments/terminal'), import('./machine/sealed-files')])
    return findUpTo(dir, expression, rev, onProgress, new SealedFiles(HOME))
  },
  compare: async (dir, a, b, lines) => (await import('./studio/moments/terminal')).compareRevisions(dir, a, b, lines),
  // The address is the owner's own words here; those of a folder's remotes are not.
  clone: (url, dir) => withStudio((calls) => calls.clone({ url, dir, ...(GIT_TOKEN === undefined ? {} : { token: GIT_TOKEN }) })),
  remotes: (dir, added) =>
    withStudio(async (calls) => {
      await calls.open({ dir })
      return added ? calls.addRemote(added) : calls.remotes()
    }),
  fetch: (dir, remote) =>
    withStudio(async (calls) => {
      checkTokenServer()
      await calls.open({ dir })
      return calls.fetchRemote({ name: remote })
    }),
  push: (dir, remote, branch) =>
    withStudio(async (calls) => {
      checkTokenServer()
      await calls.open({ dir })
      return calls.pushBranch({ remote, branch: branch ?? (await calls.present())?.branch ?? '' })
    }),
  exportMap: async (dir, format, secrets, rev) => (await import('./studio/world/terminal')).exportMap(dir, format, secrets, rev),
  mapImage: async (dir, look, seenOnly, rev) => (await import('./studio/world/terminal')).mapImage(dir, look, seenOnly, rev),
  importMap: async (dir, file, region) => (await import('./studio/world/terminal')).importMap(dir, file, region),
  transcript: async (dir, asked, onProgress) => (await import('./studio/transcript/terminal')).transcriptBetween(dir, asked, onProgress),
  milestone: (dir) =>
    withStudio(async (calls) => {
      await calls.open({ dir })
      await calls.leaveEdits()
      const marked = await calls.play({ action: 'milestone', actor: 'designer' })
      const summed = await calls.step()
      return summed ? [marked, summed] : [marked]
    }),
  verify: (dir, sinceChecked) =>
    withStudio(async (calls) => {
      await calls.open({ dir })
      return calls.verify({ sinceChecked })
    }),
  check: async (dir, onProgress) => (await reading()).checkDir(dir, { pause: async (at) => onProgress(at), resources: APP_ROOT }),
  serve,
  async openApp(dir) {
    // A folder that cannot be opened is said here, before a window comes up.
    if (dir !== undefined) await withStudio((calls) => calls.open({ dir }))
    return script('start.mjs', dir === undefined ? [] : [dir])
  },
  bench: (args) => script('bench.mjs', args)
}

process.exitCode = await run(process.argv.slice(2), deeds, terminal, VERSION)
