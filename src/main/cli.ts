import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism, homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { Problem } from '../shared/base/problem'
import { campaignsOf } from './cli/campaigns'
import { untilInterrupted } from './cli/interrupt'
import { runCommandLine } from './cli/program'
import { terminal, type ExitCode } from './cli/terminal'
import type { Host } from './cli/usage'
import { environmentAddress, environmentKeys, environmentProtocol, environmentTokens } from './machine/keys'
import { Machine } from './machine/machine'
import { APP_ROOT, PACKAGED_PROGRAM, VERSION } from './place'
import { standardStreams } from './standard-streams'

const HOME = process.env['PROSCENIUM_HOME'] ?? join(homedir(), 'Proscenium')

const GIT_TOKEN = process.env['PROSCENIUM_GIT_TOKEN'] || undefined

/** How the environment says models are reached. */
const ENVIRONMENT = {
  baseUrl: environmentAddress(process.env),
  protocol: environmentProtocol(process.env),
  queuePassword: process.env['PROSCENIUM_QUEUE_PASSWORD'] || undefined
}

const campaigns = campaignsOf({
  home: HOME,
  keys: environmentKeys(process.env),
  tokens: environmentTokens(process.env),
  // A key in the environment together with a model seat on the command line counts as the owner's permission to call models.
  environment: (callsModels) => ({ ...ENVIRONMENT, allowed: callsModels })
})

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

/** Opens the packaged app's window, in a process of its own. */
function openPackaged(program: string, dir: string | undefined): Promise<ExitCode> {
  const child = spawn(program, dir === undefined ? [] : [`--open=${resolve(dir)}`], { stdio: 'ignore', detached: true })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('spawn', () => {
      child.unref()
      done(0)
    })
  })
}

async function serve(dir: string | undefined, port: number | undefined, onOpen: (url: string) => void) {
  const { startServer } = await import('./server')
  const server = await startServer({ root: join(APP_ROOT, 'out/renderer'), home: HOME, port, open: dir })
  onOpen(server.url)
  await untilStopped()
  await server.close()
}

const serveArrow: Host['serveArrow'] = async ({ port, origins, model, budget }, onOpen) => {
  const { startArrowServer } = await import('./arrow-server')
  const { documentsInMemory } = await import('./design/port')
  const server = await startArrowServer({ port, origins, assistant: await arrowAssistant(model, budget), documents: () => documentsInMemory() })
  onOpen(server.url)
  await untilStopped()
  await server.close()
}

/** The built-in assistant, or a model: naming one on the command line is the owner's permission to call it. */
async function arrowAssistant(model: string | undefined, budget: number | undefined) {
  if (model === undefined) return (await import('./arrow/offline')).offlineAssistant
  const machine = new Machine(HOME, environmentKeys(process.env), { ...ENVIRONMENT, allowed: true })
  // What is missing is said now, not at the first request.
  await machine.access(undefined)
  const [{ modelAssistant }, { budgetOf }] = await Promise.all([import('./arrow/model'), import('./arrow/model/budget')])
  const purse = budget === undefined ? {} : { purse: budgetOf(budget, model, machine.prices) }
  return modelAssistant({ access: () => machine.access(undefined), model: () => model, ...purse })
}

const untilStopped = () =>
  new Promise<void>((done) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => done())
  })

const labWorker: Host['labWorker'] = async (queue, threads = availableParallelism(), to) => {
  const { work } = await import('./lab/queue/worker')
  await untilInterrupted((stop) => work(queue, { threads, cache: join(HOME, 'lab-commits'), resources: APP_ROOT, to, stop }))
}

const host: Host = {
  serve,
  serveArrow,
  labWorker,
  queuePassword: ENVIRONMENT.queuePassword,
  openApp: (dir) => (PACKAGED_PROGRAM === undefined ? script('start.mjs', dir === undefined ? [] : [dir]) : openPackaged(PACKAGED_PROGRAM, dir)),
  bench: (args) => script('bench.mjs', args),
  client: {
    home: HOME,
    async connect() {
      const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js')
      const { input, output } = standardStreams()
      const transport = new StdioServerTransport(input, output)
      input.once('end', () => void transport.close())
      return transport
    }
  },
  gitToken: GIT_TOKEN,
  // A folder may name any server, so a token in the environment also needs the name of the server that it is for.
  checkTokenServer() {
    if (GIT_TOKEN !== undefined && !URL.canParse(process.env['PROSCENIUM_GIT_SERVER'] ?? ''))
      throw new Problem(
        'bad-input',
        'PROSCENIUM_GIT_TOKEN is set without its server; set PROSCENIUM_GIT_SERVER to the address it is for, like https://git.example.org.'
      )
  }
}

process.exitCode = await runCommandLine(process.argv.slice(2), campaigns, host, terminal, VERSION)
