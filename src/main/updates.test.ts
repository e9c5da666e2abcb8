import { EventEmitter } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { keepChannel, readChannel, updateFailure, Updates, whyNoUpdates, type Updater, type UpdateHost } from './updates'

const folder = mkdtempSync(join(tmpdir(), 'proscenium-updates-'))
afterAll(() => rmSync(folder, { recursive: true }))
let count = 0
/** A folder with these files; a name may be a path. */
function folderWith(files: Record<string, string>): string {
  const dir = join(folder, String(++count))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true })
    writeFileSync(join(dir, name), text)
  }
  return dir
}

describe('a copy of the app', () => {
  const installed = { isPackaged: true, platform: 'linux' as NodeJS.Platform, resources: '', program: '', env: {} }
  const address = { 'resources/app-update.yml': 'provider: github' }
  const how = (files: Record<string, string>, more: Partial<typeof installed> = {}) => {
    const dir = folderWith(files)
    return whyNoUpdates({ ...installed, resources: join(dir, 'resources'), program: join(dir, 'Proscenium.exe'), ...more })
  }
  it('updates itself where an installer made it: AppImage, NSIS, and on macOS', () => {
    expect(how(address, { env: { APPIMAGE: '/apps/Proscenium.AppImage' } })).toBeUndefined()
    expect(how({ ...address, 'Uninstall Proscenium.exe': '' }, { platform: 'win32' })).toBeUndefined()
    expect(how(address, { platform: 'darwin' })).toBeUndefined()
  })
  it.each([
    ['a checkout', how(address, { isPackaged: false, env: { APPIMAGE: 'x' } }), /^This is a checkout/],
    ['one without an address', how({ 'resources/rules': '' }, { env: { APPIMAGE: 'x' } }), /^This copy was packed without an address/],
    [
      'a deb',
      how({ ...address, 'resources/package-type': 'deb\n' }, { env: { APPIMAGE: 'x' } }),
      /a deb package\. Update it with the package manager/
    ],
    ['an rpm', how({ ...address, 'resources/package-type': 'rpm' }), /an? rpm package/],
    ['an unpacked folder on Linux', how(address), /^This copy was unpacked by hand/],
    ['a zip on Windows', how(address, { platform: 'win32' }), /^This copy was unpacked by hand/]
  ])('doesn’t if it is %s, and says why', (_what, why, words) => expect(why).toMatch(words))
})

it('keeps the channel, and follows the stable one if nothing readable says otherwise', () => {
  const file = join(folder, 'new', 'updates.json')
  expect(readChannel(file)).toBe('stable')
  keepChannel(file, 'beta')
  expect(readChannel(file)).toBe('beta')
  writeFileSync(file, '{"channel":"nightly"}')
  expect(readChannel(file)).toBe('stable')
})

it.each([
  [Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' }), /can’t be reached/],
  [new Error('net::ERR_INTERNET_DISCONNECTED'), /can’t be reached/],
  [Object.assign(new Error('Cannot find latest-linux.yml'), { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }), /no updates for this system/],
  [Object.assign(new Error('sha512 checksum mismatch'), { code: 'ERR_CHECKSUM_MISMATCH' }), /isn’t what was published/],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), /can’t be saved/],
  [new Error('something new'), /Show logs/]
])('says in one or two sentences why an update failed: %s', (error, words) => {
  expect(updateFailure(error)).toMatch(words)
  expect(updateFailure(error).match(/\.(?: |$)/g)?.length).toBeLessThanOrEqual(2)
})

/** An updater that finds what a test says. */
class TestUpdater extends EventEmitter {
  autoDownload = false
  autoInstallOnAppQuit = false
  allowPrerelease = false
  allowDowngrade = true
  logger = null
  channel: string | null = null
  quit = 0
  found: () => Promise<unknown> = () => Promise.resolve(undefined)
  checkForUpdates = () => this.found()
  quitAndInstall = () => void this.quit++
}

function start(more: Partial<UpdateHost> = {}) {
  const updater = new TestUpdater()
  const told: string[] = []
  const logged: string[] = []
  const stages: string[] = []
  let loads = 0
  const note = (words: string) => void logged.push(words)
  const updates: Updates = new Updates(
    {
      version: '1.0.0',
      off: undefined,
      load: () => {
        loads++
        return Promise.resolve(updater as unknown as Updater)
      },
      settle: () => Promise.resolve(),
      tell: (words) => told.push(words),
      onStage: () => stages.push(updates.stage.kind),
      log: { note, fault: note, lost: () => undefined },
      ...more
    },
    'stable'
  )
  const finds = (version: string) => {
    updater.found = async () => updater.emit('update-available', { version })
  }
  return { updater, updates, told, logged, stages, finds, loads: () => loads }
}

describe('updates', () => {
  it('download a new version and install it when the app quits', async () => {
    const { updater, updates, told, stages, finds } = start()
    finds('1.1.0')
    await updates.check(false)
    updater.emit('update-downloaded', { version: '1.1.0' })
    expect(stages).toEqual(['checking', 'loading', 'ready'])
    expect(updates.stage).toEqual({ kind: 'ready', version: '1.1.0' })
    expect(updater).toMatchObject({
      autoDownload: true,
      autoInstallOnAppQuit: true,
      allowDowngrade: false,
      allowPrerelease: false,
      channel: 'latest',
      quit: 0
    })
    expect(told).toEqual([])
    await updates.check(true)
    expect(updates.stage.kind).toBe('ready')
  })

  it('are installed at once only when the user says so, after the beat that is played', async () => {
    let endBeat = () => undefined as void
    const beat = new Promise<void>((done) => (endBeat = done))
    const { updater, updates, finds } = start({ settle: () => beat })
    await updates.install()
    expect(updater.quit).toBe(0)
    finds('1.1.0')
    await updates.check(false)
    await updates.install()
    expect(updater.quit).toBe(0)
    updater.emit('update-downloaded', { version: '1.1.0' })
    const installing = updates.install()
    await new Promise(setImmediate)
    expect(updater.quit).toBe(0)
    endBeat()
    await installing
    expect(updater.quit).toBe(1)
  })

  it('tell the user who asked that there is none, and nobody else', async () => {
    const { updates, told } = start()
    await updates.check(false)
    expect(told).toEqual([])
    await updates.check(true)
    expect(told).toEqual(['Proscenium 1.0.0 is the newest version.'])
    expect(updates.stage.kind).toBe('idle')
  })

  it('tell a failure once to who asked, log it, and can be tried again', async () => {
    const { updater, updates, told, logged, finds } = start()
    const error = Object.assign(new Error('getaddrinfo'), { code: 'ENOTFOUND' })
    updater.found = () => {
      updater.emit('error', error)
      return Promise.reject(error)
    }
    await updates.check(false)
    expect([told, logged]).toEqual([[], ['An update failed']])
    await updates.check(true)
    expect(told).toEqual([updateFailure(error)])
    finds('1.1.0')
    await updates.check(true)
    updater.emit('error', Object.assign(new Error('write'), { code: 'ENOSPC' }))
    expect(told.slice(1)).toEqual(['Version 1.1.0 is being downloaded. It is installed when you quit.', expect.stringContaining('can’t be saved')])
    expect(updates.stage.kind).toBe('idle')
  })

  it('follow the beta channel when the user chooses it', async () => {
    const { updater, updates } = start()
    await updates.follow('beta')
    expect(updater).toMatchObject({ channel: 'beta', allowPrerelease: true, allowDowngrade: false })
    await updates.follow('stable')
    expect(updater).toMatchObject({ channel: 'latest', allowPrerelease: false })
  })

  it('load nothing where something else updates this copy, and say so if asked', async () => {
    const { updates, told, loads } = start({ off: 'Update it with git.' })
    await updates.check(false)
    await updates.check(true)
    expect([told, loads(), updates.stage.kind]).toEqual([['Update it with git.'], 0, 'idle'])
  })
})
