import type { NewEvent } from '../../shared/table/present'
import { join } from 'node:path'
import type { CampaignInfo } from '../../shared/story/campaign'
import type { SeatCommand } from '../../shared/table/commands'
import { toProblem } from '../../shared/base/problem'
import type { Skill } from '../../shared/table/skills'
import type { Seat } from '../../shared/table/turns'
import type { Admit } from '../agents/anthropic/send-request'
import { visible } from '../../shared/base/visible'
import { Whereabouts } from '../campaign/happened'
import { History } from '../campaign/history'
import { type LockNote, takeLock } from '../campaign/lock'
import { VisitCount } from '../campaign/visits'
import { libraryIn, type DesignLibrary } from '../design/library'
import { Analysis } from '../story/history/analysis'
import { ownSelf } from '../campaign/git/owner'
import { DM, party } from '../engine/people'
import { memoryKeys } from '../machine/keys'
import { Agents } from '../table/agents'
import { checkFolder, endLeftWork, isWritable, checkHoldsCampaign, unwritable } from '../story/creation/folder'
import { Machine } from '../machine/machine'
import { OpenCampaign } from '../story/open-campaign'
import { nobody, seatOf, type SeatsGiven } from '../table/seats'
import { Table } from '../table/table'
import { CampaignLanguage } from '../workshop/campaign-language'

/** A campaign folder in use: its history, its running table, and the lock against other instances. */
export interface OpenFolder {
  campaign: OpenCampaign
  table: Table
  /** The agents of this machine for the campaign's seats. */
  agents: Agents
  language: CampaignLanguage
  /** Queries over many commits, with their caches. */
  analysis: Analysis
  whereabouts: Whereabouts
  visits: VisitCount
  /** The design documents beside the campaign. */
  library: DesignLibrary
  info: CampaignInfo
  /** Gives a seat to an MCP client for as long as the folder is open. */
  seatClient: (who: string) => void
  release: () => void
}

/** How to open a folder. */
export interface OpenOptions {
  announce: (event: NewEvent) => void
  /** Takes no lock and changes nothing. */
  readOnly?: boolean | undefined
  /** A lock held by this process belongs to a core that crashed. */
  restarted?: boolean
  /** Key and base URL for models; without it no model is called. */
  machine?: Machine
  seats?: SeatsGiven | undefined
}

/** Opens a folder for play; read-only if another instance plays there or the folder can't be written. */
export async function openFolder(dir: string, options: OpenOptions): Promise<OpenFolder> {
  const { announce, readOnly: readOnlyRequested = false, restarted = false, machine = new Machine(undefined, memoryKeys()), seats } = options
  checkFolder(dir)
  if (readOnlyRequested) endLeftWork(dir)
  // Refuse what can't be played before anything is written into the folder, even the lock.
  checkHoldsCampaign(dir)
  let readOnly = readOnlyRequested
    ? 'This campaign is open for reading only. Open it again to change it.'
    : isWritable(dir)
      ? undefined
      : unwritable(dir)
  if (readOnly === undefined) {
    const why = History.whyReadOnly(dir)
    if (why !== undefined) readOnly = `This campaign is open for reading only. ${why}`
  }
  let release = (): void => undefined
  if (readOnly === undefined) {
    const lock = takeLock(dir, { restart: restarted })
    if ('release' in lock) release = () => lock.release()
    else readOnly = held(lock.heldBy)
  }
  try {
    const campaign = await OpenCampaign.open(dir, { readOnly: readOnly !== undefined, clock: () => Date.now(), sealed: machine.sealed })
    const { state, lore, game } = campaign.snapshot
    const stranger = Object.keys(seats ?? {}).find((who) => ![DM, 'all', ...party(state)].includes(who))
    if (stranger !== undefined) throw nobody(stranger, state)
    const info: CampaignInfo = {
      dir,
      title: lore.title,
      premise: lore.premise,
      game: game.manifest.game,
      gameVersion: game.manifest.version,
      statLabels: Object.fromEntries(Object.entries(game.manifest.stats).map(([stat, { label }]) => [stat, label])),
      ...(readOnly === undefined ? {} : { readOnly })
    }
    const commands = async (name: string | undefined): Promise<SeatCommand> => {
      const { seatCommand } = await import('../tools/seat-commands')
      return seatCommand(name, dir, machine.home, machine)
    }
    const admit: Admit = (requests, signal) => campaign.spending.purse(machine.prices).admit(requests, signal)
    const agents = new Agents(dir, machine, (who, n) => campaign.recordings.of(who, n), commands, admit)
    const tools = async (): Promise<readonly Skill[]> => {
      const { externalSkills } = await import('../tools/external-skills')
      return (await externalSkills(dir, machine.home, machine)).skills
    }
    const chosen: Record<string, Seat> = { ...seats }
    const table = new Table(campaign, { announce, readOnly, agents, seats: chosen, tools })
    const whereabouts = new Whereabouts(campaign.history)
    return {
      campaign,
      info,
      release,
      seatClient: (who) => {
        if (seatOf(campaign.snapshot.settings(), who, chosen).agent === 'mcp') return
        chosen[who] = { agent: 'mcp' }
        table.tell()
      },
      table,
      agents,
      language: new CampaignLanguage(campaign),
      analysis: new Analysis(campaign),
      whereabouts,
      visits: new VisitCount(campaign.history, whereabouts),
      library: libraryIn(join(campaign.history.home, 'design'))
    }
  } catch (thrown) {
    release()
    throw toProblem(thrown)
  }
}

/** Why a folder is read-only. Another machine's lock may have come with a copy of the folder; only the owner can know. */
function held({ pid, host }: LockNote): string {
  const isHere = host === ownSelf().host
  const who = isHere
    ? `Another Proscenium (process ${pid}) has this campaign open`
    : `Proscenium on the computer “${visible(host.slice(0, 64))}” has this campaign open, or had when the folder was copied`
  const close = isHere ? 'Close the other one to play. If none runs' : 'Close it there to play. If it is closed'
  return `${who}, so it is open for reading only here. ${close}, remove .git/proscenium/lock and open the folder again.`
}
