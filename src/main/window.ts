import { join } from 'node:path'
import { app, BrowserWindow, dialog, protocol, session, shell, type WebContents } from 'electron'
import { visible } from '../shared/base/visible'
import { readStatic } from './static'

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

/** Asks whether to open an address outside the app, and opens it then. Only one question at a time; others are refused meanwhile. */
async function openOutside(text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !OUTSIDE.has(url.protocol) || isAsking) return
  isAsking = true
  try {
    const href = visible(url.href)
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Open a link',
      message: url.protocol === 'mailto:' ? 'Write to this address in your mail program?' : `Open a page of ${url.host} in your browser?`,
      detail: href.length > MAX_SHOWN_CHARACTERS ? `${href.slice(0, MAX_SHOWN_CHARACTERS)}…` : href,
      buttons: ['Open link', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true
    })
    if (response === 0) await shell.openExternal(url.href)
  } catch {
    // The system has no program for it, and has said so itself.
  } finally {
    isAsking = false
  }
}

/** Opens a window on our page: sandboxed and isolated. */
export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
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
      webviewTag: false
    }
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(`${ORIGIN}/`)
  return window
}
