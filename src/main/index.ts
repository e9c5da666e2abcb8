import { basename, join, resolve } from 'node:path'
import { app, BrowserWindow, dialog, Menu, safeStorage } from 'electron'
import { RecentCampaign } from '../shared/story/campaign'
import { toProblem } from '../shared/base/problem'
import { visible } from '../shared/base/visible'
import { systemKeys } from './machine/keys'
import { listen } from './lines'
import { buildMenu } from './menu'
import { APP_ROOT, CORE_ENTRY } from './place'
import { guardPages, isOurs, openWindow, registerScheme, serveApp } from './window'
import { coreThread, CoreWorker } from './worker'

/** The pause between beats when play is started from the menu, in ms. */
const PACE_MS = 900

registerScheme()
guardPages()

/** The folder in `--open=<dir>`. Chromium reorders arguments, so a bare path would not do. */
function folderIn(argv: readonly string[], from: string): string | undefined {
  const dir = argv.find((argument) => argument.startsWith('--open='))?.slice('--open='.length)
  return dir ? resolve(from, dir) : undefined
}

async function pickFolder(): Promise<string | undefined> {
  const answer = await dialog.showOpenDialog({ title: 'Open a campaign', properties: ['openDirectory', 'createDirectory'] })
  return answer.canceled ? undefined : answer.filePaths[0]
}

async function pickFile(name: string): Promise<string | undefined> {
  // A name from the page is a proposal, never a path.
  const answer = await dialog.showSaveDialog({ title: 'Save', defaultPath: join(app.getPath('downloads'), basename(name)) })
  return answer.canceled || !answer.filePath ? undefined : answer.filePath
}

function start() {
  const home = process.env['PROSCENIUM_HOME'] ?? join(app.getPath('home'), 'Proscenium')
  const keys = systemKeys(safeStorage, join(app.getPath('userData'), 'key'))
  const tokens = systemKeys(safeStorage, join(app.getPath('userData'), 'tokens'))
  const core = new CoreWorker({
    start: coreThread(CORE_ENTRY, {
      kind: 'electron',
      version: app.getVersion(),
      home,
      resources: APP_ROOT,
      canPickFolder: true,
      canPickFile: true,
      keepsKeys: keys.keeps
    }),
    pickFolder,
    pickFile,
    keys,
    tokens,
    onOpened: () => void refreshMenu(),
    onLost: (why) => process.stderr.write(`${visible(why)}\n`)
  })

  /** Calls the core and shows a problem instead of throwing it, because nothing catches errors in menus. */
  const tell = (call: string, input?: unknown) =>
    core.ask(call, input).catch((thrown) => dialog.showMessageBox({ type: 'warning', title: 'Proscenium', message: toProblem(thrown).message }))

  async function create() {
    const answer = await dialog.showSaveDialog({ title: 'New campaign', buttonLabel: 'Create', defaultPath: join(home, 'New campaign') })
    if (answer.canceled || !answer.filePath) return
    await tell('create', { dir: answer.filePath, title: basename(answer.filePath), template: 'blank' })
  }
  async function open() {
    const dir = await pickFolder()
    if (dir !== undefined) await tell('open', { dir })
  }
  async function refreshMenu() {
    const recent = RecentCampaign.array()
      .catch([])
      .parse(await core.ask('recent').catch(() => []))
    const commands = {
      create: () => void create(),
      open: () => void open(),
      openRecent: (dir: string) => void tell('open', { dir }),
      closeCampaign: () => void tell('close'),
      play: () => void tell('autoplay', { pace: PACE_MS }),
      pause: () => void tell('pause'),
      step: () => void tell('step')
    }
    Menu.setApplicationMenu(buildMenu(commands, recent, process.platform === 'darwin'))
  }

  app.on('second-instance', (_event, argv, from) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
    const dir = folderIn(argv, from)
    if (dir !== undefined) void tell('open', { dir })
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // The core may be in the middle of a beat. It finishes that and releases the lock before the app quits.
  let disposed = false
  app.on('before-quit', (event) => {
    if (disposed) return
    event.preventDefault()
    void core.dispose().then(() => {
      disposed = true
      app.quit()
    })
  })

  serveApp(join(import.meta.dirname, '../renderer'))
  listen(core, isOurs)
  void refreshMenu()
  openWindow()
  const dir = folderIn(process.argv, process.cwd())
  if (dir !== undefined) void tell('open', { dir })
  else if (process.argv.includes('--sample')) void tell('openSample')
}

// No top-level await here. Electron is ready only after this module has been evaluated, and would wait for ever.
if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()
