import { fork, spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { _electron, chromium, type Page } from '@playwright/test'
import { CHROMIUM_ARGS, findChromium } from '../scripts/chromium.mjs'
import { findRuntime } from '../scripts/runtime.mjs'

type Electron = typeof import('electron')

/** The desktop app under test. */
export interface Desk {
  page: Page
  /** Runs a function in the main process with its `electron` module. The function can't use variables from outside. */
  evaluate<Result, Arg = undefined>(fn: (electron: Electron, arg: Arg) => Result | Promise<Result>, arg?: Arg): Promise<Result>
  /** Starts the app a second time with these arguments and waits until that instance has ended. Returns its exit code. */
  second(args: string[]): Promise<number | null>
  close(): Promise<void>
}

const root = join(import.meta.dirname, '..')

/** The folder of the app's code: the checkout, or the opened archive in the folder PROSCENIUM_PACKED, which `npm run package -- --check` sets. */
const packed = process.env['PROSCENIUM_PACKED']
const code = packed === undefined ? root : join(packed, 'app.asar')

const exit = (child: ChildProcess) => new Promise<number | null>((done) => child.once('exit', done))

/** Whether Electron's own runtime is installed. */
export const hasElectron = (): boolean => findRuntime() !== undefined

/** Starts the built main bundle in Electron itself. `scratch` is an empty folder. */
export async function launchElectron(scratch: string, args: string[], env: Record<string, string>): Promise<Desk> {
  const all = [root, '--no-sandbox', `--user-data-dir=${scratch}`]
  const app = await _electron.launch({ args: [...all, ...args], env: { ...(process.env as Record<string, string>), ...env } })
  return {
    page: await app.firstWindow(),
    evaluate: (fn, arg) => app.evaluate(fn as never, arg),
    second: (more) => exit(spawn(findRuntime() ?? '', [...all, ...more], { env: { ...process.env, ...env } })),
    close: () => app.close()
  }
}

/**
 * Starts the same bundle in Node, against the stand-in for the `electron` module and a Chromium. `from`: the folder of the app's code, if it isn't
 * that of all tests.
 */
export async function launchStandin(scratch: string, args: string[], env: Record<string, string>, from = code): Promise<Desk> {
  const context = await chromium.launchPersistentContext(scratch, {
    executablePath: findChromium(),
    viewport: null,
    args: [...CHROMIUM_ARGS, '--remote-debugging-port=0', '--disable-component-update', '--no-first-run']
  })
  const [page] = context.pages()
  if (!page) throw new Error('Chromium came up without a page')
  let port = ''
  while (!port) {
    port = (await readFile(join(scratch, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')[0] ?? ''
    if (!port) await pause(20)
  }
  const start = (more: string[]) =>
    fork(join(import.meta.dirname, 'standin/run.mjs'), [join(from, 'out/main/index.js'), ...more], {
      cwd: from,
      env: { ...process.env, ...env, STANDIN_CDP: `http://127.0.0.1:${port}`, STANDIN_HOME: scratch },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
  const child = start(args)
  const ended = exit(child)
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => output.push(String(part)))

  let asked = 0
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  child.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const asker = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asker?.resolve(value)
    else asker?.reject(new Error(error))
  })
  const died = ended.then((code) => Promise.reject(new Error(`The main process ended with code ${code}.\n${output.join('')}`)))
  await Promise.race([page.waitForURL((url) => url.href !== 'about:blank'), died])
  died.catch(() => undefined)

  return {
    page,
    evaluate: (fn, arg) =>
      new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve, reject })
        child.send({ id: asked, fn: String(fn), arg })
      }),
    second: (more) => exit(start(more)),
    async close() {
      await context.close()
      if (child.connected) child.disconnect()
      await ended
    }
  }
}
