import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'
import type { Log } from './log'

/** Which versions a copy updates to: finished ones, or also those that are to be tried. */
const Channel = z.enum(['stable', 'beta'])
export type Channel = z.infer<typeof Channel>
const UpdateFile = z.object({ channel: Channel })

/** Reads the channel from its file; the stable one if there is none or it is damaged. */
export function readChannel(file: string): Channel {
  try {
    return UpdateFile.parse(JSON.parse(readFileSync(file, 'utf8'))).channel
  } catch {
    return 'stable'
  }
}

/** Keeps the channel. Throws a file system error. */
export function keepChannel(file: string, channel: Channel): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify({ channel }))
}

/** How a copy of the app was installed. */
interface Installed {
  isPackaged: boolean
  platform: NodeJS.Platform
  /** The folder beside the archive. */
  resources: string
  /** The path of the app's program. */
  program: string
  env: Readonly<Record<string, string | undefined>>
}

/** Why a copy doesn't update itself and what to do instead, as sentences; undefined if it does. */
export function whyNoUpdates({ isPackaged, platform, resources, program, env }: Installed): string | undefined {
  if (!isPackaged) return 'This is a checkout of the source. Update it with git.'
  if (!existsSync(join(resources, 'app-update.yml')))
    return 'This copy was packed without an address for updates. Look for new versions where you got it.'
  // electron-builder names the kind of package in this file.
  const kind = join(resources, 'package-type')
  if (platform === 'linux' && existsSync(kind))
    return `Proscenium was installed from a ${readFileSync(kind, 'utf8').trim()} package. Update it with the package manager of your system.`
  const isUnpacked = platform === 'linux' ? !env['APPIMAGE'] : platform === 'win32' && !existsSync(join(dirname(program), 'Uninstall Proscenium.exe'))
  return isUnpacked ? 'This copy was unpacked by hand. Download the new version where you got it, and unpack it in place of this one.' : undefined
}

/** Kinds of failures by what their code or message says, and their sentences. */
const FAILURES: readonly (readonly [RegExp, string])[] = [
  [
    /ENOTFOUND|ECONN|ETIMEDOUT|EAI_AGAIN|ENETUNREACH|net::ERR_/,
    'The server with the updates can’t be reached. Check the connection, then choose “Check for updates…” again.'
  ],
  [
    /CHANNEL_FILE_NOT_FOUND|LATEST_VERSION_NOT_FOUND|NO_PUBLISHED_VERSIONS|HTTP_ERROR_404|\b404\b/,
    'The server has no updates for this system. Look for new versions where you got this one.'
  ],
  [
    /SIGNATURE|CHECKSUM|[Cc]ode signature|not signed/,
    'The update isn’t what was published, or this copy isn’t signed, so it was not installed. Download the new version where you got this one.'
  ],
  [/ENOSPC|EACCES|EPERM|EROFS/, 'The update can’t be saved. Free some space on the disk, or install the new version yourself.']
]

/** Why an update failed and what to do, as sentences. */
export function updateFailure(error: unknown): string {
  const { code, message } = error instanceof Error ? (error as NodeJS.ErrnoException) : { code: '', message: String(error) }
  const words = FAILURES.find(([pattern]) => pattern.test(`${code ?? ''} ${message}`))?.[1]
  return words ?? 'The update failed. The log has the reason: choose “Show logs” under Help.'
}

/** The part of electron-updater that is used. */
export type Updater = Pick<
  AppUpdater,
  'autoDownload' | 'autoInstallOnAppQuit' | 'allowPrerelease' | 'allowDowngrade' | 'channel' | 'logger' | 'checkForUpdates' | 'quitAndInstall'
> & {
  on(event: 'update-available' | 'update-downloaded', listener: (info: { version: string }) => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** Where the updates of this copy stand. */
export type UpdateStage = { kind: 'idle' } | { kind: 'checking' } | { kind: 'loading' | 'ready'; version: string }

/** What updates need of the app. */
export interface UpdateHost {
  version: string
  /** Why this copy doesn't update itself. */
  off: string | undefined
  /** Loads electron-updater, once it is needed. */
  load: () => Promise<Updater>
  /** Ends play after the present beat and closes the campaign. */
  settle: () => Promise<void>
  /** Shows sentences to the user. */
  tell: (words: string) => void
  /** Called when the stage changes. */
  onStage: () => void
  log: Log
}

/** Updates of the desktop app, downloaded in the background and installed when it quits, or on request once play ends after its beat. */
export class Updates {
  stage: UpdateStage = { kind: 'idle' }
  #updater: Updater | undefined
  /** Whether the user waits for the outcome. Otherwise failures go to the log alone. */
  #asked = false

  constructor(
    private readonly host: UpdateHost,
    public channel: Channel
  ) {}

  /** Looks for a newer version and downloads it. `asked`: by the user, who is told the outcome. */
  async check(asked: boolean): Promise<void> {
    const { off, tell, version } = this.host
    if (off !== undefined) return asked ? tell(off) : undefined
    const stageNow = (): UpdateStage['kind'] => this.stage.kind
    if (stageNow() !== 'idle') return
    this.#asked = asked
    this.#move({ kind: 'checking' })
    try {
      const updater = (this.#updater ??= this.#prepared(await this.host.load()))
      updater.channel = this.channel === 'beta' ? 'beta' : 'latest'
      updater.allowPrerelease = this.channel === 'beta'
      // Setting the channel allows it.
      updater.allowDowngrade = false
      await updater.checkForUpdates()
      // A newer version is being downloaded.
      if (stageNow() !== 'checking') return
      this.#move({ kind: 'idle' })
      if (asked) tell(`Proscenium ${version} is the newest version.`)
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Switches to other versions, and looks for them. */
  follow(channel: Channel): Promise<void> {
    this.channel = channel
    return this.check(true)
  }

  /** Installs the downloaded version: never in the middle of a beat. */
  async install(): Promise<void> {
    if (this.stage.kind !== 'ready') return
    await this.host.settle()
    this.#updater?.quitAndInstall(false, true)
  }

  #prepared(updater: Updater): Updater {
    updater.logger = null
    updater.autoDownload = true
    updater.autoInstallOnAppQuit = true
    updater.on('update-available', ({ version }) => {
      this.#move({ kind: 'loading', version })
      if (this.#asked) this.host.tell(`Version ${version} is being downloaded. It is installed when you quit.`)
    })
    updater.on('update-downloaded', ({ version }) => {
      this.host.log.note(`Version ${version.replace(/[^\w.-]/g, '')} was downloaded.`)
      this.#move({ kind: 'ready', version })
    })
    updater.on('error', (error) => this.#failed(error))
    return updater
  }

  /** A failed check both rejects and is an event. */
  #failed(error: unknown): void {
    if (this.stage.kind === 'idle' || this.stage.kind === 'ready') return
    this.host.log.fault('An update failed', error)
    this.#move({ kind: 'idle' })
    if (this.#asked) this.host.tell(updateFailure(error))
  }

  #move(stage: UpdateStage): void {
    this.stage = stage
    this.host.onStage()
  }
}
