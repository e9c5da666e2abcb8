import { cpus, release, totalmem, type } from 'node:os'
import type { HostInfo } from '../../shared/story/campaign'
import type { FolderCalls } from '../../shared/contract/folder-calls'
import type { MachineSettings } from '../../shared/table/turns'
import { KNOWN_MODELS } from '../agents/anthropic/models'
import { lastLines, logFolder, type LogName } from '../log'
import type { Machine } from '../machine/machine'
import { bundledGames } from '../story/creation/bundled'
import type { OpenFolder } from './open-folder'

/** How many lines of the log a report has. */
const REPORT_LINES = 150

/** The part of a host that writes logs. */
interface ReportingHost extends Pick<HostInfo, 'kind' | 'version' | 'home'> {
  resources: string
  showLogs?: () => Promise<void>
  onFault?: (where: string, thrown: unknown) => void
}

type ReportCalls = Pick<FolderCalls, 'showLogs' | 'problemReport' | 'noteFault'>

const logOf = (kind: HostInfo['kind']): LogName => (kind === 'electron' ? 'desktop' : 'tab')

/** The calls about logs and reports of problems. `opened`: the open campaign. */
export function reportCalls(host: ReportingHost, machine: Machine, opened: () => OpenFolder | undefined): ReportCalls {
  return {
    showLogs: async () => {
      await host.showLogs?.()
      return { dir: logFolder(host.home), isShown: host.showLogs !== undefined }
    },
    problemReport: async ({ window }) => {
      const open = opened()
      const log = lastLines(host.home, logOf(host.kind), REPORT_LINES)
      return [
        'What I did:\n\nWhat I expected:\n\nWhat I saw instead:\n',
        `Proscenium ${host.version} (${host.kind === 'electron' ? 'desktop' : 'browser tab'}), ${runtimes()}`,
        `System: ${type()} ${release()}, ${process.arch}, ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GB of memory`,
        `Window: ${window}`,
        `Models: ${modelWords(await machine.settings(open?.info.dir))}`,
        `Campaign: ${open ? campaignWords(open, host) : 'none open'}`,
        `\nLast lines of the log:\n${log.length === 0 ? 'none' : log.join('\n')}\n`
      ].join('\n')
    },
    noteFault: async (fault) => host.onFault?.('The window', fault)
  }
}

/** The versions of what runs the app. */
const runtimes = (): string =>
  (['electron', 'chrome', 'node'] as const)
    .flatMap((name) => (process.versions[name] === undefined ? [] : [`${name} ${process.versions[name]}`]))
    .join(', ')

/** The settings for models without addresses and names that only this user knows. */
function modelWords({ host, defaultHost, key, model, tools, protocol, profile, usualProfile, allowed }: MachineSettings): string {
  const name = host.replace(/:\d+$/, '')
  const address =
    host === defaultHost
      ? 'the provider’s own address'
      : /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(name)
        ? 'an address of this machine'
        : 'another address'
  const asked = KNOWN_MODELS.includes(model) ? model : 'another model'
  return `${asked} at ${address}, protocol ${protocol ?? 'by address'}, tools ${tools}, profile ${profile ?? usualProfile}, key ${key}, ${allowed ? 'allowed' : 'not allowed'} here`
}

/** The open campaign without its name and content. */
function campaignWords({ info, campaign, table }: OpenFolder, { resources }: ReportingHost): string {
  const { state } = campaign.snapshot
  const game = bundledGames(resources).some(({ name }) => name === info.game) ? `${info.game} ${info.gameVersion}` : 'a game of its own'
  const { running, waiting } = table.status
  return `${game}, ${state.next.beat} beats, ${Object.keys(state.actors).length} characters, ${info.readOnly === undefined ? '' : 'read-only, '}table ${running ? (waiting ? 'waits' : 'plays') : 'is paused'}`
}
