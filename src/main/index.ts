import { basename, join } from 'node:path'
import { app, BrowserWindow, dialog, Menu, safeStorage, shell } from 'electron'
import { RecentCampaign } from '../shared/story/campaign'
import { Problem, toProblem } from '../shared/base/problem'
import { visible } from '../shared/base/visible'
import { systemKeys } from './machine/keys'
import { commandLineIn, runCommands } from './desktop-cli'
import { logFaults } from './desktop-log'
import { listen } from './lines'
import { logFolder, openLog } from './log'
import { menuTemplate, type MenuCommands } from './menu'
import { openFromOutside, openingIn, type Opening } from './opening'
import { APP_ROOT, CORE_ENTRY, IS_PACKAGED, PACKAGED_PROGRAM } from './place'
import { keepChannel, readChannel, Updates, whyNoUpdates } from './updates'
import { accepts, guardPages, isOurs, openWindow, registerScheme, serveApp } from './window'
import { coreThread, CoreWorker } from './worker'

/** When a start looks for updates, and how often it does then, in ms. */
const FIRST_CHECK_MS = 30_000
const CHECK_MS = 24 * 3_600_000

/** The pause between beats when play is started from the menu, in ms. */
const PACE_MS = 900

registerScheme()
guardPages()

/** What macOS asked to open before the app was ready. */
let early: Opening | undefined
let openOutside = (opening: Opening): void => void (early = opening)
app.on('open-file', (event, path) => {
  event.preventDefault()
  openOutside({ path })
})
app.on('open-url', (event, link) => {
  event.preventDefault()
  openOutside({ link })
})

/** Has the window show an Arrow document once it shows the campaign. The page reads its address. */
async function showDocument(dir: string, path: string): Promise<void> {
  const [window] = BrowserWindow.getAllWindows()
  await window?.webContents.executeJavaScript(`location.hash = ${JSON.stringify(String(new URLSearchParams({ show: path, in: dir })))}`)
}

async function showLicences(): Promise<void> {
  const why = await shell.openPath(join(APP_ROOT, 'out/licences.txt'))
  if (why) throw new Problem('not-found', `The licences can’t be shown: ${why}`)
}

async function showLogs(home: string): Promise<void> {
  const dir = logFolder(home)
  const why = await shell.openPath(dir)
  if (why) throw new Problem('not-found', `The folder ${dir} with the logs can’t be shown: ${why}`)
}

/** Has the window show a dialog, which the page reads from its address. */
async function showDialog(id: string): Promise<void> {
  const window = BrowserWindow.getAllWindows()[0] ?? openWindow()
  await window.webContents.executeJavaScript(`location.hash = ${JSON.stringify(id)}`)
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
  const log = openLog(home, 'desktop')
  logFaults(log)
  log.note(`Proscenium ${app.getVersion()} started.`)
  const keys = systemKeys(safeStorage, join(app.getPath('userData'), 'key'))
  const tokens = systemKeys(safeStorage, join(app.getPath('userData'), 'tokens'))
  const core = new CoreWorker({
    start: coreThread(CORE_ENTRY, {
      kind: 'electron',
      version: app.getVersion(),
      home,
      resources: APP_ROOT,
      ...(PACKAGED_PROGRAM === undefined ? {} : { program: PACKAGED_PROGRAM }),
      canPickFolder: true,
      canPickFile: true,
      keepsKeys: keys.keeps
    }),
    pickFolder,
    pickFile,
    keys,
    tokens,
    onOpened(dir) {
      log.note(dir === undefined ? 'No campaign is open.' : 'A campaign was opened.')
      if (dir !== undefined) app.addRecentDocument(dir)
      void refreshMenu()
    },
    onLost(why, cause) {
      process.stderr.write(`${visible(why)}\n`)
      log.lost(cause)
    },
    onFault: log.note,
    showLogs: () => showLogs(home)
  })

  /** Shows a problem instead of throwing it, because nothing catches errors in menus. */
  const orTell = (work: Promise<unknown>) =>
    work.catch((thrown) => dialog.showMessageBox({ type: 'warning', title: 'Proscenium', message: toProblem(thrown).message }))
  const tell = (call: string, input?: unknown) => orTell(core.ask(call, input))
  openOutside = (opening) => {
    // On macOS, the app may run without a window.
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
    const host = {
      ask: (call: string, input?: unknown) => core.ask(call, input),
      opened: () => core.opened,
      accepts: (dir: string) => accepts('A link asks to open this folder as a campaign. Open it?', dir, 'Open folder'),
      show: showDocument
    }
    void orTell(openFromOutside(opening, host))
  }

  async function create() {
    const answer = await dialog.showSaveDialog({ title: 'New campaign', buttonLabel: 'Create', defaultPath: join(home, 'New campaign') })
    if (answer.canceled || !answer.filePath) return
    await tell('create', { dir: answer.filePath, title: basename(answer.filePath), template: 'blank' })
  }
  async function open() {
    const dir = await pickFolder()
    if (dir !== undefined) await tell('open', { dir })
  }
  const channelFile = join(app.getPath('userData'), 'updates.json')
  const off = whyNoUpdates({
    isPackaged: IS_PACKAGED,
    platform: process.platform,
    resources: APP_ROOT,
    program: process.execPath,
    env: process.env
  })
  const updates: Updates = new Updates(
    {
      version: app.getVersion(),
      off,
      load: async () => (await import('electron-updater')).autoUpdater,
      settle: async () => {
        // Without an open campaign there is nothing to pause.
        await core.ask('pause').catch(() => undefined)
        await dispose()
      },
      tell: (message) => void dialog.showMessageBox({ type: 'info', title: 'Proscenium', message }),
      onStage: () => showMenu(),
      log
    },
    readChannel(channelFile)
  )
  async function followBeta(isBeta: boolean) {
    const channel = isBeta ? 'beta' : 'stable'
    keepChannel(channelFile, channel)
    await updates.follow(channel)
    showMenu()
  }
  const commands: MenuCommands = {
    create: () => void create(),
    open: () => void open(),
    openRecent: (dir) => void tell('open', { dir }),
    closeCampaign: () => void tell('close'),
    play: () => void tell('autoplay', { pace: PACE_MS }),
    pause: () => void tell('pause'),
    step: () => void tell('step'),
    showLicences: () => void orTell(showLicences()),
    showLogs: () => void orTell(showLogs(home)),
    reportProblem: () => void orTell(showDialog('report')),
    checkForUpdates: () => void updates.check(true),
    installUpdate: () => void orTell(updates.install()),
    followBeta: (isBeta) => void orTell(followBeta(isBeta))
  }
  let recent: RecentCampaign[] = []
  function showMenu() {
    const { stage, channel } = updates
    const menu = menuTemplate(commands, {
      platform: process.platform,
      recent,
      updates: off === undefined ? { stage, isBeta: channel === 'beta' } : undefined
    })
    Menu.setApplicationMenu(Menu.buildFromTemplate(menu))
  }
  async function refreshMenu() {
    recent = RecentCampaign.array()
      .catch([])
      .parse(await core.ask('recent').catch(() => []))
    showMenu()
  }

  app.on('second-instance', (_event, argv, from) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
    const opening = openingIn(argv, from, IS_PACKAGED)
    if (opening) openOutside(opening)
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow()
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  // The core may be in the middle of a beat. It finishes that and releases the lock before the app quits.
  let disposed = false
  async function dispose() {
    await core.dispose()
    disposed = true
  }
  app.on('before-quit', (event) => {
    if (disposed) return
    event.preventDefault()
    void dispose().then(() => app.quit())
  })

  serveApp(join(import.meta.dirname, '../renderer'))
  listen(core, isOurs)
  void refreshMenu()
  openWindow()
  setTimeout(() => void updates.check(false), FIRST_CHECK_MS).unref()
  setInterval(() => void updates.check(false), CHECK_MS).unref()
  if (IS_PACKAGED) app.setAsDefaultProtocolClient('proscenium')
  app.setAboutPanelOptions({
    applicationName: 'Proscenium',
    applicationVersion: app.getVersion(),
    copyright: '© The Proscenium authors. MIT licence.'
  })
  const opening = early ?? openingIn(process.argv, process.cwd(), IS_PACKAGED)
  if (opening) openOutside(opening)
  else if (process.argv.includes('--sample')) void tell('openSample')
}

// No top-level await here. Electron is ready only after this module has been evaluated, and would wait for ever.
const commandLine = commandLineIn(process.argv, IS_PACKAGED)
if (commandLine) void runCommands(commandLine)
else if (app.requestSingleInstanceLock()) void app.whenReady().then(start)
else app.quit()
