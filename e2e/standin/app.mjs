// The stand-in's `app`: life cycle, paths and the single-instance lock.
import { EventEmitter } from 'node:events'
import { mkdirSync, openSync, readFileSync, renameSync, rmSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const pkg = JSON.parse(readFileSync('package.json', 'utf8'))
const home = process.env.STANDIN_HOME
const lock = join(home, 'singleton')

/** An event whose default can be prevented. */
export const cancelable = (extra = {}) => ({
  defaultPrevented: false,
  preventDefault() {
    this.defaultPrevented = true
  },
  ...extra
})

let ready = false
let quitting = false
/** Closes the windows before the app quits; set by window.mjs. */
let closeWindows = () => Promise.resolve()
export const onQuit = (close) => (closeWindows = close)
export const isQuitting = () => quitting

/** Fails as Electron does for members that require a ready app. */
export function needsReady(what) {
  if (!ready) throw new Error(`${what} cannot be used before the app is ready`)
}

let evaluated
const started = new Promise((done) => (evaluated = done)).then(() => {
  ready = true
  app.emit('ready', {}, {})
})

/** The first instance holds a folder; a later one leaves its arguments there and quits. */
function requestSingleInstanceLock() {
  mkdirSync(lock, { recursive: true })
  try {
    openSync(join(lock, 'held'), 'wx')
  } catch {
    const note = join(lock, `${process.pid}`)
    writeFileSync(note, JSON.stringify({ argv: process.argv, cwd: process.cwd() }))
    renameSync(note, `${note}.second`)
    return false
  }
  process.once('exit', () => rmSync(join(lock, 'held'), { force: true }))
  const watcher = watch(lock, (_kind, name) => {
    if (!name?.endsWith('.second')) return
    try {
      const { argv, cwd } = JSON.parse(readFileSync(join(lock, name), 'utf8'))
      rmSync(join(lock, name))
      app.emit('second-instance', {}, argv, cwd, undefined)
    } catch {
      // The watcher reports a file more than once; it is gone after the first time.
    }
  })
  watcher.unref()
  return true
}

export const app = Object.assign(new EventEmitter(), {
  isPackaged: process.resourcesPath !== undefined,
  name: pkg.name,
  getVersion: () => pkg.version,
  paths: {},
  getPath: (name) => app.paths[name] ?? join(home, name),
  setPath: (name, path) => void (app.paths[name] = path),
  exit: (code) => process.exit(code),
  isReady: () => ready,
  // As in Electron, 'ready' comes only after the entry module has been evaluated, which run.mjs signals.
  evaluated: () => evaluated(),
  whenReady: () => started,
  requestSingleInstanceLock,
  recentDocuments: [],
  addRecentDocument: (path) => void app.recentDocuments.push(path),
  setAboutPanelOptions: (options) => void (app.aboutPanel = options),
  setAsDefaultProtocolClient: () => true,
  quit() {
    if (quitting) return
    const event = cancelable()
    app.emit('before-quit', event)
    if (event.defaultPrevented) return
    quitting = true
    void closeWindows().then(() => {
      app.emit('will-quit', cancelable())
      app.emit('quit', {}, 0)
      process.exit(0)
    })
  }
})
