// A stand-in for the `electron` module: the main process runs in Node, each window is a page of a real Chromium. It contains only what our main
// process uses, so that a test can't pass against behaviour that Electron lacks.
import { existsSync } from 'node:fs'
import { request } from 'node:http'
import { app, needsReady } from './app.mjs'
import { BrowserWindow, ipcMain, protocol } from './pages.mjs'

const ROLES = new Set(['quit', 'close', 'editMenu', 'viewMenu', 'windowMenu', 'appMenu', 'help', 'about'])

function makeItem(options) {
  if (options.role && !ROLES.has(options.role)) throw new Error(`The menu role ${options.role} has no stand-in`)
  const item = { enabled: true, ...options }
  if (options.submenu) item.submenu = Menu.buildFromTemplate(options.submenu)
  item.click = () => (options.role === 'quit' ? app.quit() : options.click?.(item))
  return item
}

class Menu {
  static #ofApp = null
  static buildFromTemplate(template) {
    const menu = new Menu()
    menu.items = template.map(makeItem)
    return menu
  }
  static setApplicationMenu(menu) {
    Menu.#ofApp = menu
  }
  static getApplicationMenu() {
    return Menu.#ofApp
  }
  getMenuItemById(id) {
    for (const item of this.items) {
      const match = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (match) return match
    }
    return null
  }
}

const unanswered = (name) => async () => {
  needsReady('dialog')
  throw new Error(`dialog.${name}: the test gave no answer`)
}
const dialog = Object.fromEntries(['showOpenDialog', 'showSaveDialog', 'showMessageBox'].map((name) => [name, unanswered(name)]))
const shell = {
  opened: [],
  openExternal: async (url) => void shell.opened.push(url),
  openPath: async (path) => (existsSync(path) ? (shell.opened.push(path), '') : 'There is no such file.')
}
const screen = {
  getAllDisplays() {
    needsReady('screen')
    return [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }]
  }
}
/** Stores the handlers, so that a test can call them as a page would. */
const defaultSession = {
  setPermissionRequestHandler: (handler) => (defaultSession.request = handler),
  setPermissionCheckHandler: (handler) => (defaultSession.check = handler)
}
const session = {
  fromPartition: () => ({}),
  get defaultSession() {
    needsReady('session.defaultSession')
    return defaultSession
  }
}
/** As on a Linux without a keyring. */
const safeStorage = {
  isEncryptionAvailable() {
    needsReady('safeStorage')
    return false
  },
  getSelectedStorageBackend: () => 'basic_text',
  ...Object.fromEntries(
    ['encryptString', 'decryptString'].map((name) => [
      name,
      () => {
        throw new Error(`safeStorage.${name}: encryption is not available`)
      }
    ])
  )
}

/** Requests of the main process, without Chromium's proxies and certificates. */
const net = { request: (options) => request(options) }

const electron = { app, BrowserWindow, dialog, ipcMain, Menu, net, protocol, safeStorage, screen, session, shell }
export { app, BrowserWindow, dialog, ipcMain, Menu, net, protocol, safeStorage, screen, session, shell }
export default electron

// Like Playwright's electronApp.evaluate: the test runs a function with the main process's electron module.
process.on('message', async ({ id, fn, arg }) => {
  // The app has messages of its own.
  if (fn === undefined) return
  try {
    // oxlint-disable-next-line no-eval -- the test's own function, which came as text
    process.send({ id, value: await (0, eval)(`(${fn})`)(electron, arg) })
  } catch (error) {
    process.send({ id, error: String(error?.stack ?? error) })
  }
})
process.on('disconnect', () => process.exit(0))
