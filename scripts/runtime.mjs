// Electron's runtime: whether a window can be shown on this machine, and how the runtime gets here. Uses the downloader and the extractor that come with
// the electron package. See https://www.electronjs.org/docs/latest/tutorial/installation for the variables that it understands.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ROOT } from './setup.mjs'

const PACKAGE = join(ROOT, 'node_modules/electron')
const PROGRAMS = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }

/** After so many ms without a byte, a download has failed. */
const SILENCE = 20_000

/** The folder of the runtime. */
const distribution = () => process.env.ELECTRON_OVERRIDE_DIST_PATH ?? join(PACKAGE, 'dist')
const program = () => join(distribution(), PROGRAMS[process.platform] ?? 'electron')
const versionWanted = () => JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')).version

/** The path of the runtime's program; undefined if it isn't installed or is of another version. */
export function findRuntime() {
  if (!existsSync(program()) || !existsSync(join(distribution(), 'version'))) return undefined
  const version = readFileSync(join(distribution(), 'version'), 'utf8').trim().replace(/^v/, '')
  return version === versionWanted() ? program() : undefined
}

/** Why this machine can't show a window, as the first half of a sentence, and what to do; undefined if it can. */
export function whyNoWindow({ platform, uid, env, release = '' }) {
  if (platform !== 'linux') return undefined
  if (uid === 0) return ['Electron needs its sandbox, which root does not have', 'For a window, start Proscenium as an ordinary user.']
  if (env.DISPLAY || env.WAYLAND_DISPLAY) return undefined
  if (/microsoft/i.test(release))
    return ['this WSL has no display', 'For a window, run "wsl --update" and "wsl --shutdown" in Windows and start again.']
  return ['no screen was found', 'For a window, start Proscenium in a desktop session, where DISPLAY or WAYLAND_DISPLAY is set.']
}

/** The line that shows how far a download is. Sizes in bytes, time in ms. */
export function progressLine({ transferred, total }, elapsed) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1)
  const speed = transferred / Math.max(elapsed / 1000, 0.001)
  const done = total ? `${megabytes(transferred)} of ${megabytes(total)} MB` : `${megabytes(transferred)} MB`
  const left = total ? Math.ceil((total - transferred) / Math.max(speed, 1)) : undefined
  const remaining = left === undefined ? '' : left < 60 ? `, ${left} s left` : `, ${Math.floor(left / 60)} min ${left % 60} s left`
  return `Electron’s runtime: ${done}, ${megabytes(speed)} MB/s${remaining}`
}

/** Shows progress on stderr: in a terminal as one line that changes, elsewhere as a line every five seconds. */
function progressOn(stream) {
  const started = Date.now()
  const every = stream.isTTY ? 200 : 5000
  let shown = started
  let isDone = false
  return (progress) => {
    // The list of checksums is a download of its own, and the last byte is told twice.
    const isLast = progress.transferred === progress.total
    if (isDone || progress.total < 1e6 || (!isLast && Date.now() - shown < every)) return
    shown = Date.now()
    isDone = isLast
    const line = progressLine(progress, shown - started)
    stream.write(stream.isTTY ? `\r\x1b[K${line}${isLast ? '\n' : ''}` : `${line}\n`)
  }
}

const proxyIn = (env) => env.HTTPS_PROXY || env.https_proxy || env.HTTP_PROXY || env.http_proxy

const CAUSES = {
  ENOTFOUND: 'the server was not found',
  EAI_AGAIN: 'the server was not found',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection broke off',
  UND_ERR_SOCKET: 'the connection broke off',
  UND_ERR_CONNECT_TIMEOUT: 'the server does not answer'
}

/** What went wrong with a download, as the first half of a sentence, and what to do. */
function explained(error, isSilent, { env }) {
  const proxy = proxyIn(env)
  const mirror = env.ELECTRON_MIRROR ?? env.npm_config_electron_mirror
  const cause = error.cause?.code ?? error.code ?? error.cause?.message ?? error.message
  const from = mirror ? ` from ${mirror}` : ''
  const through = proxy ? ` through the proxy ${proxy.replace(/\/\/[^/@]*@/, '//')}` : ''
  const why = `Electron’s runtime could not be fetched${from}${through} (${isSilent ? `no data for ${SILENCE / 1000} s` : error.response ? `the server answered ${error.response.status}` : (CAUSES[cause] ?? cause)})`
  if (cause === 'ENOSPC') return ['the disk is full', 'Free 500 MB and start again.']
  if (/checksum/i.test(error.message) || error.constructor.name.startsWith('Checksum'))
    return [`what was fetched${from} is not Electron ${versionWanted()}`, 'Check ELECTRON_MIRROR, and start again.']
  const advice = [
    proxy ? 'Check HTTPS_PROXY' : 'If your network has a proxy, set HTTPS_PROXY',
    mirror ? 'check ELECTRON_MIRROR' : 'if it has a mirror, set ELECTRON_MIRROR'
  ]
  return [why, `${advice.join('; ')}. The next start tries again; "npm start -- --tab" doesn’t.`]
}

/**
 * Fetches the runtime for as long as bytes arrive, shows progress on `stream`, and installs it in one step. Returns its program, or why there is none and what to
 * do.
 */
export async function fetchRuntime(stream, { env = process.env, silence = SILENCE } = {}) {
  const fromElectron = createRequire(join(PACKAGE, 'package.json'))
  const load = (name) => import(pathToFileURL(fromElectron.resolve(name)).href)
  const abort = new AbortController()
  const stop = () => abort.abort()
  let timer = setTimeout(stop, silence)
  const target = distribution()
  let fresh
  try {
    const { downloadArtifact, initializeProxy } = await load('@electron/get')
    if (proxyIn(env)) initializeProxy()
    const show = progressOn(stream)
    const zip = await downloadArtifact({
      version: versionWanted(),
      artifactName: 'electron',
      platform: process.platform,
      arch: process.arch,
      cacheRoot: env.electron_config_cache,
      ...(env.electron_use_remote_checksums ? {} : { checksums: fromElectron('./checksums.json') }),
      downloadOptions: {
        quiet: true,
        signal: abort.signal,
        getProgressCallback(progress) {
          clearTimeout(timer)
          timer = setTimeout(stop, silence)
          show(progress)
        }
      }
    })
    clearTimeout(timer)
    const { extract } = await load('@electron-internal/extract-zip')
    fresh = await mkdtemp(join(dirname(target), '.electron-'))
    await extract(zip, { dir: fresh })
    await rm(target, { recursive: true, force: true })
    await rename(fresh, target)
    // The electron package itself looks here for the program.
    if (target === join(PACKAGE, 'dist')) await writeFile(join(PACKAGE, 'path.txt'), PROGRAMS[process.platform] ?? 'electron')
    const found = findRuntime()
    return found ? { program: found } : { why: [`what was fetched is not Electron ${versionWanted()}`, 'Check ELECTRON_MIRROR, and start again.'] }
  } catch (error) {
    if (stream.isTTY) stream.write('\n')
    return { why: explained(error, abort.signal.aborted, { env }) }
  } finally {
    clearTimeout(timer)
    if (fresh) await rm(fresh, { recursive: true, force: true })
  }
}
