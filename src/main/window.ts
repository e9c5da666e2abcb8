import { join } from 'node:path'
import { BrowserWindow, protocol, session, shell } from 'electron'
import { readStatic } from './static'

/** Where the page lives in Electron. */
export const ORIGIN = 'app://proscenium'

/** Whether an address is our own page. */
export const isOurs = (url: string): boolean => url.startsWith(`${ORIGIN}/`)

/** Makes `app://` a secure, standard origin; must run before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } }])
}

/** Serves the built renderer at `app://proscenium/`, with the same policy as the browser host, and refuses every permission but copying. */
export function serveApp(root: string): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide) => decide(permission === 'clipboard-sanitized-write'))
  protocol.handle('app', async (request) => {
    const url = new URL(request.url)
    const file = isOurs(url.href) && request.method === 'GET' ? await readStatic(root, url.pathname, "'self'") : undefined
    return file ? new Response(file.body, { headers: file.headers }) : new Response('There is no such file.\n', { status: 404 })
  })
}

/** Opens a window on our page: sandboxed, isolated, unable to navigate away or to open another. */
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
  window.webContents.setWindowOpenHandler(({ url }) => {
    if (url.startsWith('https://')) void shell.openExternal(url)
    return { action: 'deny' }
  })
  window.webContents.on('will-navigate', (event, url) => {
    if (!isOurs(url)) event.preventDefault()
  })
  void window.loadURL(`${ORIGIN}/`)
  return window
}
