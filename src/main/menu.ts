import { basename } from 'node:path'
import type { MenuItemConstructorOptions } from 'electron'
import type { RecentCampaign } from '../shared/story/campaign'
import type { UpdateStage } from './updates'

/** The menu's commands. Each goes to the core, and the window follows its events. */
export interface MenuCommands {
  create(): void
  open(): void
  openRecent(dir: string): void
  closeCampaign(): void
  play(): void
  pause(): void
  step(): void
  showLicences(): void
  showLogs(): void
  /** Has the window show the report. */
  reportProblem(): void
  checkForUpdates(): void
  installUpdate(): void
  followBeta(isBeta: boolean): void
}

/** What the menu shows. */
export interface MenuState {
  platform: NodeJS.Platform
  recent: readonly RecentCampaign[]
  /** Where updates stand; absent where this copy doesn't update itself. */
  updates?: { stage: UpdateStage; isBeta: boolean } | undefined
}

const separator = { type: 'separator' } as const

/** The item that looks for updates, and says where they stand. */
function updateItem(commands: MenuCommands, stage: UpdateStage): MenuItemConstructorOptions {
  const id = 'update'
  if (stage.kind === 'ready') return { id, label: `Restart to install version ${stage.version}`, click: () => commands.installUpdate() }
  if (stage.kind === 'loading') return { id, label: `Downloading version ${stage.version}…`, enabled: false }
  return { id, label: 'Check for updates…', enabled: stage.kind === 'idle', click: () => commands.checkForUpdates() }
}

/** The application menu of a system. Campaigns whose folder is missing are listed but disabled. */
export function menuTemplate(commands: MenuCommands, { platform, recent, updates }: MenuState): MenuItemConstructorOptions[] {
  const isMac = platform === 'darwin'
  const campaigns: MenuItemConstructorOptions[] = recent.slice(0, 10).map((campaign) => ({
    label: `${campaign.title} (${basename(campaign.dir)})`,
    enabled: !campaign.missing,
    click: () => commands.openRecent(campaign.dir)
  }))
  const updateItems: MenuItemConstructorOptions[] = [
    updateItem(commands, updates?.stage ?? { kind: 'idle' }),
    ...(updates
      ? [
          {
            id: 'beta',
            label: 'Get beta versions',
            type: 'checkbox' as const,
            checked: updates.isBeta,
            click: () => commands.followBeta(!updates.isBeta)
          }
        ]
      : [])
  ]
  const template: MenuItemConstructorOptions[] = [
    {
      label: 'File',
      submenu: [
        { id: 'new', label: 'New campaign…', accelerator: 'CmdOrCtrl+N', click: () => commands.create() },
        { id: 'open', label: 'Open folder…', accelerator: 'CmdOrCtrl+O', click: () => commands.open() },
        { id: 'recent', label: 'Open recent', submenu: campaigns.length > 0 ? campaigns : [{ label: 'No recent campaigns', enabled: false }] },
        separator,
        { id: 'close', label: 'Close campaign', click: () => commands.closeCampaign() },
        // On macOS, the menu of the app has it.
        { role: isMac ? 'close' : 'quit' }
      ]
    },
    { role: 'editMenu' },
    { role: 'viewMenu' },
    {
      label: 'Table',
      submenu: [
        { id: 'play', label: 'Autoplay', accelerator: 'CmdOrCtrl+Return', click: () => commands.play() },
        { id: 'pause', label: 'Pause', accelerator: 'CmdOrCtrl+.', click: () => commands.pause() },
        { id: 'step', label: 'Play one beat', accelerator: 'CmdOrCtrl+Right', click: () => commands.step() }
      ]
    },
    ...(isMac ? [{ role: 'windowMenu' as const }] : []),
    {
      role: 'help',
      submenu: [
        { id: 'report', label: 'Report a problem…', click: () => commands.reportProblem() },
        { id: 'logs', label: 'Show logs', click: () => commands.showLogs() },
        separator,
        ...(isMac ? [] : [...updateItems, separator]),
        { id: 'licences', label: 'Show licences', click: () => commands.showLicences() },
        ...(isMac ? [] : [{ role: 'about' as const }])
      ]
    }
  ]
  if (!isMac) return template
  const roles = ['services', 'separator', 'hide', 'hideOthers', 'unhide', 'separator', 'quit'] as const
  const own: MenuItemConstructorOptions[] = roles.map((role) => (role === 'separator' ? separator : { role }))
  return [{ role: 'appMenu', submenu: [{ role: 'about' }, ...updateItems, separator, ...own] }, ...template]
}
