import { join } from 'node:path'
import { app, BrowserWindow, dialog, protocol, session, shell, type WebContents } from 'electron'
import { visible } from '../shared/visible'
import { readStatic } from './static'

/** Where the page lives in Electron. */
export const ORIGIN = 'app://proscenium'

/** Whether an address is our own page. */
export const isOurs = (url: string): boolean => url.startsWith(`${ORIGIN}/`)

/** Makes `app://` a secure, standard origin; must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }])
}

/** Our own page may copy; nobody may do anything else that a browser would ask about. */
const may = (permission: string, url: string): boolean => permission === 'clipboard-sanitized-write' && isOurs(url)

/** Serves the built renderer at `app://proscenium/`, with the same policy as the browser host, and refuses every permission but copying. */
export function serveApp(root: string): void {
  const { defaultSession } = session
  defaultSession.setPermissionRequestHandler((_contents, permission, decide, { requestingUrl }) => decide(may(permission, requestingUrl)))
  // Some permissions are only ever checked and never requested.
  defaultSession.setPermissionCheckHandler((_contents, permission, origin) => may(permission, `${origin.replace(/\/$/, '')}/`))
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = isOurs(url.href) && request.method === 'GET' ? await readStatic(root, url.pathname, "'self'") : undefined
    return file ? new Response(file.body, { headers: file.headers }) : new Response('There is no such file.\n', { status: 404 })
  })
}

/** Guards every page and frame that there will ever be: none leaves our own page, opens a window or attaches another page. */
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

/** What is opened outside, in the programs that the system has for it. */
const OUTSIDE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:'])
/** Characters of an address that are shown. */
const SHOWN = 300
let asking = false

/** Asks whether an address is to be opened outside, and opens it then. One question at a time: what a page wants meanwhile is refused. */
async function openOutside(text: string): Promise<void> {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !OUTSIDE.has(url.protocol) || asking) return
  asking = true
  try {
    const href = visible(url.href)
    const { response } = await dialog.showMessageBox({
      type: 'question',
      title: 'Open a link',
      message: url.protocol === 'mailto:' ? 'Write to this address in your mail program?' : `Open a page of ${url.host} in your browser?`,
      detail: href.length > SHOWN ? `${href.slice(0, SHOWN)}…` : href,
      buttons: ['Open link', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      noLink: true
    })
    if (response === 0) await shell.openExternal(url.href)
  } catch {
    // The system has no program for it, and has said so itself.
  } finally {
    asking = false
  }
}

/** Opens a window on our page: sandboxed, isolated. */
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
