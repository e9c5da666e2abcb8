// npm start, from a clean clone on any machine: installs, builds, and opens the named campaign or the sample. Opens an Electron window if
// Electron's runtime is installed or can be fetched, otherwise a browser tab on loopback.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuild, ensureModules, ROOT, runTool } from './setup.mjs'

const dir = process.argv[2] === undefined ? undefined : resolve(process.argv[2])
const say = (line) => process.stderr.write(`${line}\n`)
const hasRuntime = () => existsSync(join(ROOT, 'node_modules/electron/path.txt'))

/** Returns whether a window can be opened. Tries once to fetch Electron's runtime, for at most 20 s, and remembers the result. */
async function canOpenWindow() {
  // Electron doesn't run as root unless its sandbox is switched off.
  if (process.getuid?.() === 0) return false
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return false
  if (hasRuntime()) return true
  const version = JSON.parse(readFileSync(join(ROOT, 'node_modules/electron/package.json'), 'utf8')).version
  const memory = join(ROOT, 'node_modules/.proscenium-electron')
  if (existsSync(memory) && readFileSync(memory, 'utf8').trim() === version) return false
  say('Fetching the Electron runtime (at most 20 s)…')
  await runTool('electron/install.js', [], { timeout: 20_000, quiet: true })
  writeFileSync(memory, `${version}\n`)
  return hasRuntime()
}

function openWindow() {
  const electron = join(ROOT, 'node_modules/electron/dist', readFileSync(join(ROOT, 'node_modules/electron/path.txt'), 'utf8'))
  const child = spawn(electron, [ROOT, ...(dir === undefined ? [] : [`--open=${dir}`])], { stdio: 'inherit' })
  child.once('exit', (code) => process.exit(code ?? 0))
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
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

async function openTab() {
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
  await ensureModules(say)
  await ensureBuild(say)
  if (await canOpenWindow()) openWindow()
  else await openTab()
} catch (error) {
  say(error.message)
  process.exit(1)
}
