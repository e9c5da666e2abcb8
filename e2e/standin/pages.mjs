// The stand-in's `protocol`, `ipcMain` and windows: each window is a page of the Chromium that the test started.
import { EventEmitter } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { chromium } from 'playwright-core'
import { app, cancelable, isQuitting, needsReady, onQuit } from './app.mjs'
import { prelude } from './prelude.mjs'

// ---- app://host/path is served at http://host.app.localhost:port/path: a secure context with an origin of its own
const schemes = new Map()
const server = createServer(async (request, response) => {
  const [host, scheme] = request.headers.host.split('.localhost')[0].split(/\.(?=[^.]*$)/)
  const handle = schemes.get(scheme)
  const answer = handle
    ? await handle(new Request(`${scheme}://${host}${request.url}`, { method: request.method }))
    : new Response('', { status: 404 })
  response.writeHead(answer.status, Object.fromEntries(answer.headers))
  if (answer.body) Readable.fromWeb(answer.body).pipe(response)
  else response.end()
})
await new Promise((done) => server.listen(0, '127.0.0.1', done))
const { port } = server.address()
server.unref()
const outward = (url) =>
  url.replace(/^([a-z-]+):\/\/([^/]+)/, (all, scheme, host) => (schemes.has(scheme) ? `http://${host}.${scheme}.localhost:${port}` : all))
const inward = (url) => url.replace(new RegExp(`^http://([^/]+)\\.([a-z-]+)\\.localhost:${port}`), '$2://$1')

export const protocol = {
  registerSchemesAsPrivileged() {
    if (app.isReady()) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
  },
  handle(scheme, handler) {
    needsReady('protocol.handle')
    schemes.set(scheme, handler)
  }
}

export const ipcMain = new EventEmitter()

// ---- windows
let connection
/** Connects to the test's Chromium once. */
const connected = () => (connection ??= chromium.connectOverCDP(process.env.STANDIN_CDP).then((browser) => browser.contexts()[0]))
const windows = []
let pageCount = 0

class WebContents extends EventEmitter {
  id = ++pageCount
  decideOpen = () => ({ action: 'allow' })
  constructor(window, preferences) {
    super()
    this.window = window
    this.preferences = preferences
  }
  send(channel, ...args) {
    const copy = structuredClone(args)
    void this.window.ready.then((page) => page.evaluate(([name, each]) => globalThis.standinEmit(name, each), [channel, copy])).catch(() => undefined)
  }
  isDestroyed() {
    return this.window.isDestroyed()
  }
  /** Electron waits for a page that is loading, and runs the code as the page's own. */
  async executeJavaScript(code) {
    const page = await this.window.ready
    await this.window.loaded
    return page.evaluate(code)
  }
  reload() {
    this.window.loaded = this.window.ready.then((page) => page.reload())
  }
  getURL() {
    return inward(this.window.page?.url() ?? '')
  }
  setWindowOpenHandler(decide) {
    this.decideOpen = decide
  }
}

export class BrowserWindow extends EventEmitter {
  static getAllWindows = () => [...windows]
  focused = 0
  maximized = false
  #destroyed = false
  #visible
  #loading = false

  constructor(options = {}) {
    super()
    needsReady('BrowserWindow')
    const preferences = options.webPreferences ?? {}
    if (preferences.nodeIntegration || preferences.contextIsolation === false || preferences.sandbox === false)
      throw new Error('The stand-in runs only sandboxed, isolated pages')
    this.#visible = options.show !== false
    this.bounds = { x: options.x ?? 0, y: options.y ?? 0, width: options.width ?? 800, height: options.height ?? 600 }
    this.webContents = new WebContents(this, preferences)
    app.emit('web-contents-created', {}, this.webContents)
    windows.push(this)
    this.ready = this.#open(preferences.preload)
  }

  async #open(preload) {
    const context = await connected()
    // The first window uses Chromium's initial tab, because two clients that open and close tabs at once cause a race.
    const page = (this.page = windows.length === 1 && context.pages()[0] ? context.pages()[0] : await context.newPage())
    await page.setViewportSize({ width: this.bounds.width, height: this.bounds.height })
    page.on('close', () => this.#closed())
    page.on('domcontentloaded', () => this.emit('ready-to-show'))
    await page.exposeBinding('standin', ({ frame }, kind, channel, args) => this.#hear(frame, kind, channel, args))
    const script = await readFile(preload, 'utf8')
    await page.addInitScript({ content: `(${String(prelude)})(function (require, module, exports) {\n${script}\n})` })
    await page.route('**/*', (route, request) => this.#route(page, route, request))
    return page
  }

  #closed() {
    this.#destroyed = true
    windows.splice(windows.indexOf(this), 1)
    this.webContents.emit('destroyed')
    this.emit('closed')
    if (windows.length === 0 && !isQuitting() && !app.emit('window-all-closed')) app.quit()
  }

  #hear(frame, kind, channel, args) {
    if (kind === 'send') {
      ipcMain.emit(channel, { sender: this.webContents, senderFrame: { url: inward(frame.url()) } }, ...args)
    } else if (this.webContents.decideOpen({ url: channel }).action !== 'deny') {
      throw new Error('Opening a window from a page has no stand-in')
    }
  }

  #route(page, route, request) {
    if (!request.isNavigationRequest() || request.frame() !== page.mainFrame()) return route.fallback()
    const url = inward(request.url())
    const asked = this.#loading
    this.#loading = false
    const event = cancelable({ url })
    if (!asked) this.webContents.emit('will-navigate', event, url)
    if (event.defaultPrevented) return route.fulfill({ status: 204 }) // the page stays where it is
    this.webContents.emit('did-start-navigation', { url, isMainFrame: true, isSameDocument: false })
    return route.fallback()
  }

  async loadURL(url) {
    const page = await this.ready
    this.#loading = true
    this.loaded = page.goto(outward(url), { waitUntil: 'load' })
    await this.loaded
  }
  getNormalBounds() {
    return { ...this.bounds }
  }
  setBounds(bounds) {
    Object.assign(this.bounds, bounds)
  }
  isMaximized() {
    return this.maximized
  }
  maximize() {
    this.maximized = true
  }
  async close() {
    this.emit('close', cancelable())
    await this.page?.close()
  }
  show() {
    this.#visible = true
  }
  focus() {
    this.focused++
  }
  isMinimized() {
    return false
  }
  restore() {}
  isVisible() {
    return this.#visible
  }
  isDestroyed() {
    return this.#destroyed
  }
}

onQuit(() => Promise.all(windows.map((window) => window.close())))
