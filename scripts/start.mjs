// npm start, from a clean clone on any machine: installs, builds, and opens the named campaign or the sample. Opens an Electron window where a screen is,
// and fetches Electron's runtime for it; otherwise it says why, and opens a browser tab on loopback. --tab and --window ask for one of the two.
import './supported-node.mjs'
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { homedir, release } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { fetchRuntime, findRuntime, whyNoWindow } from './runtime.mjs'
import { ensureBuild, ensureModules, ROOT } from './setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)

/** An Electron that ends with an error this soon, in ms, could not show its window. */
const STILLBORN = 10_000

/** The campaign and the wish of the command line. Throws an Error for users. */
function readArguments() {
  const usage = 'Use "npm start", or "npm start -- [--tab | --window] [folder of a campaign]".'
  let read
  try {
    read = parseArgs({ options: { tab: { type: 'boolean' }, window: { type: 'boolean' } }, allowPositionals: true })
  } catch (error) {
    throw new Error(`${error.message.split('.')[0]}. ${usage}`, { cause: error })
  }
  const { values, positionals } = read
  if (positionals.length > 1 || (values.tab && values.window)) throw new Error(usage)
  return { ...values, dir: positionals[0] === undefined ? undefined : resolve(positionals[0]) }
}

/** The program of Electron's runtime, fetched if need be; or why there is none and what to do, as two halves. */
async function windowProgram() {
  const why = whyNoWindow({ platform: process.platform, uid: process.getuid?.(), env: process.env, release: release() })
  if (why) return { why }
  const program = findRuntime()
  if (program) return { program }
  say('Fetching Electron’s runtime, once (about 120 MB)…')
  return fetchRuntime(process.stderr)
}

/** Opens the window, and ends with it. Resolves with the last line that Electron printed if it ended at once with an error. */
function openWindow(program, dir) {
  return new Promise((done) => {
    const started = Date.now()
    const child = spawn(program, [ROOT, dir === undefined ? '--sample' : `--open=${dir}`], { stdio: ['inherit', 'inherit', 'pipe'] })
    let last = ''
    child.stderr.on('data', (part) => {
      process.stderr.write(part)
      last = (last + String(part)).slice(-2000)
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
    child.once('error', (error) => done(error.message))
    child.once('close', (code, signal) => {
      if (code === 0 || signal || Date.now() - started > STILLBORN) process.exit(code ?? 0)
      done(last.trim().split('\n').pop() || `it ended with code ${code}`)
    })
  })
}

/**
 * Opens a page in the browser; returns false if there is none. Every user of this machine can read a program's arguments, so they name a file and
 * never contain the link.
 */
function openBrowser(page) {
  const opener =
    { darwin: 'open', win32: 'explorer' }[process.platform] ?? (process.env.DISPLAY || process.env.WAYLAND_DISPLAY ? 'xdg-open' : undefined)
  if (!opener) return false
  spawn(opener, [page], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
  return true
}

async function openTab(dir) {
  const { startServer, wayIntoRunning } = await import(pathToFileURL(join(ROOT, 'out/main/server.js')).href)
  const home = process.env.PROSCENIUM_HOME ?? join(homedir(), 'Proscenium')
  mkdirSync(home, { recursive: true })
  const link = await wayIntoRunning(home, dir)
  if (link) {
    process.stdout.write(`Proscenium is already open. ${openBrowser(link.page) ? 'Opening another tab.' : `Another tab: ${link.url}`}\n`)
    return
  }
  const host = await startServer({
    root: join(ROOT, 'out/renderer'),
    port: Number(process.env.PORT ?? 0),
    home,
    ...(dir === undefined ? { sample: true } : { open: dir })
  })
  process.stdout.write(`Proscenium is open at ${host.url}\n`)
  try {
    openBrowser(host.page())
  } catch {
    // The folder is read-only. The printed link works all the same.
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void host.close().finally(() => process.exit(0)))
}

try {
  const { tab, window, dir } = readArguments()
  await ensureModules(say)
  await ensureBuild(say)
  if (!tab) {
    let { program, why } = await windowProgram()
    if (program) why = [`Electron can’t show its window (${await openWindow(program, dir)})`, 'For a window, install what it names, and start again.']
    if (window) throw new Error(`No window can be opened: ${why[0]}. ${why[1]}`)
    say(`A browser tab opens instead of a window: ${why[0]}. ${why[1]}`)
  }
  await openTab(dir)
} catch (error) {
  say(error.message)
  process.exit(1)
}
