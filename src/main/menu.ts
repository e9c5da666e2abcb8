import { basename } from 'node:path'
import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { RecentCampaign } from '../shared/story/campaign'

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
}

/** Builds the application menu. Campaigns whose folder is missing are listed but disabled. */
export function buildMenu(commands: MenuCommands, recent: readonly RecentCampaign[], isMac: boolean): Menu {
  const campaigns: MenuItemConstructorOptions[] = recent.slice(0, 10).map((campaign) => ({
    label: `${campaign.title} (${basename(campaign.dir)})`,
    enabled: !campaign.missing,
    click: () => commands.openRecent(campaign.dir)
  }))
  const template: MenuItemConstructorOptions[] = [
    {
      label: 'File',
      submenu: [
        { id: 'new', label: 'New campaign…', accelerator: 'CmdOrCtrl+N', click: () => commands.create() },
        { id: 'open', label: 'Open folder…', accelerator: 'CmdOrCtrl+O', click: () => commands.open() },
        { id: 'recent', label: 'Open recent', submenu: campaigns.length > 0 ? campaigns : [{ label: 'No recent campaigns', enabled: false }] },
        { type: 'separator' },
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
        { type: 'separator' },
        { id: 'licences', label: 'Show licences', click: () => commands.showLicences() },
        ...(isMac ? [] : [{ role: 'about' as const }])
      ]
    }
  ]
  return Menu.buildFromTemplate(isMac ? [{ role: 'appMenu' }, ...template] : template)
}
