import { join } from 'node:path'
import { app, BrowserWindow, dialog, protocol, screen, session, shell, type WebContents } from 'electron'
import { visible } from '../shared/base/visible'
import { readStatic } from './static'
import { keepPlace, placeOn, readPlace } from './window-place'
import { clipped } from '../shared/words/clipped'

/** The origin of the page in Electron. */
export const ORIGIN = 'app://proscenium'

/** Whether an address is our own page. */
export const isOurs = (url: string): boolean => url.startsWith(`${ORIGIN}/`)

/** Registers `app://` as a secure, standard scheme. Must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }])
}

/** Our own page may write to the clipboard. No page gets any other permission. */
const may = (permission: string, url: string): boolean => permission === 'clipboard-sanitized-write' && isOurs(url)

/** Serves the built renderer at `app://proscenium/` with the browser host's policy, and refuses every permission except writing to the clipboard. */
export function serveApp(root: string): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) => decide(may(permission, requestingUrl)))
  // Some permissions are only ever checked, never requested.
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => may(permission, `${origin.replace(/\/$/, '')}/`))
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = isOurs(url.href) && request.method === 'GET' ? await readStatic(root, url.pathname, "'self'") : undefined
    return file ? new Response(file.body, { headers: file.headers }) : new Response('There is no such file.\n', { status: 404 })
  })
}

/** Guards all future pages and frames: none can leave our own page, open a window or attach another page. */
export function guardPages(): void {
  const stay = (event: { url: string; preventDefault(): void }): void => {
    if (!isOurs(event.url)) event.preventDefault()
  }
  app.on('web-contents-created', (_event, contents: WebContents) => {
    contents.setWindowOpenHandler(({ url }) => {
      void openOutside(url)
      return { action: 'deny' }
    })
    contents.on('will-navigate', stay)
    contents.on('will-frame-navigate', stay)
    contents.on('will-redirect', stay)
    contents.on('will-attach-webview', (event) => event.preventDefault())
  })
}

/** Addresses that the system's own programs may open. */
const OUTSIDE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
const MAX_SHOWN_CHARACTERS = 300
let isAsking = false

/** Asks whether to open an address outside the app, and opens it then. */
async function openOutside(text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !OUTSIDE.has(url.protocol)) return
  const message = url.protocol === 'mailto:' ? 'Write to this address in your mail program?' : `Open a page of ${url.host} in your browser?`
  try {
    if (await accepts(message, url.href, 'Open link')) await shell.openExternal(url.href)
  } catch {
    // The system has no program for it, and has said so itself.
  }
}

/** Asks about something that a page wants, with its whole text below. Only one question at a time; others count as refused meanwhile. */
export async function accepts(message: string, about: string, button: string): Promise<boolean> {
  if (isAsking) return false
  isAsking = true
  try {
    const shown = visible(about)
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Open a link',
      message,
      detail: clipped(shown, MAX_SHOWN_CHARACTERS),
      buttons: [button, 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true
    })
    return response === 0
  } finally {
    isAsking = false
  }
}

/** Opens a window on our page, sandboxed and isolated, where the last one was closed. */
export function openWindow(): BrowserWindow {
  const file = join(app.getPath('userData'), 'window.json')
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const { isMaximized, ...bounds } = placeOn(readPlace(file), areas)
  const window = new BrowserWindow({
    ...bounds,
    minWidth: 960,
    minHeight: 600,
    show: false,
    title: 'Proscenium',
    backgroundColor: '#15141a',
    webPreferences: {
      preload: join(import.meta.dirname, '../preload/index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      // The compiled scripts are kept from the first start on, not from the third.
      v8CacheOptions: 'bypassHeatCheck'
    }
  })
  if (isMaximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  window.on('close', () => keepPlace(file, { ...window.getNormalBounds(), isMaximized: window.isMaximized() }))
  void window.loadURL(`${ORIGIN}/`)
  return window
}
