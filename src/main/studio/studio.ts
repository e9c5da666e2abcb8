import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { never } from '../../shared/base/abort'
import type { Studio } from '../../shared/api'
import type { CampaignInfo, HostInfo, NewCampaign, RecentCampaign, Unopened } from '../../shared/story/campaign'
import type { NewEvent, Present, PresentSince } from '../../shared/table/present'
import { Problem } from '../../shared/base/problem'
import { loreChanges } from '../../shared/story/lore-changes'
import { memoryKeys, type KeyStore } from '../machine/keys'
import { branchesOf } from '../story/history/branches'
import { bundledGames } from '../story/creation/bundled'
import { bundledStart, startCards } from '../story/creation/starts'
import { createCampaign } from '../story/creation/create'
import { ClientAddress } from './client-address'
import { arrowCalls } from './arrow-calls'
import type { CallContext } from './call-context'
import { Uploads } from '../design/uploads'
import { directorCalls } from './director-calls'
import { runsVersion } from '../lab/runs'
import { notesVersion } from '../story/notes/director-notes'
import { reportCalls } from './report-calls'
import { repositoryCalls } from './repository-calls'
import { EventStream } from './events'
import { browse, Recent } from './folders'
import { IdleCheck } from './idle-check'
import { Machine, type MachineGiven } from '../machine/machine'
import { labCalls, Labs } from './lab-calls'
import { languageCalls } from './language-calls'
import type { OpenCampaign } from '../story/open-campaign'
import { openFolder, type OpenFolder } from './open-folder'
import { FolderWatch } from './folder-watch'
import { replaceFile } from '../machine/save-file'
import type { SeatsGiven } from '../table/seats'
import { seatCalls } from './seat-calls'
import { storyCalls } from './story-calls'
import { tableCalls } from './table-calls'
import { OriginSecrets } from '../machine/origin-secrets'
import { todayCalls } from './today-calls'
import { tryCalls } from './try-calls'
import { workshopCalls } from './workshop-calls'
import { worldCalls } from './world-calls'

/** What a host provides to the core: folders, and the dialogs that only it can show. */
export interface StudioHost {
  kind: HostInfo['kind']
  version: string
  /** The default folder for new campaigns, and for the list of recent ones. */
  home: string
  /** The app's folder with `rules/` and `resources/`. */
  resources: string
  /** The packaged app's program, for its command line. */
  program?: string | undefined
  pickFolder?: (() => Promise<string | undefined>) | undefined
  /** Asks where to save a file with this name; undefined if cancelled. */
  pickFile?: ((name: string) => Promise<string | undefined>) | undefined
  /** The store of keys for models; in memory by default. */
  keys?: KeyStore
  /** The store of tokens for git servers; in memory by default. */
  tokens?: KeyStore
  /** The model settings of the command line or the environment. */
  environment?: MachineGiven
  given?: SeatsGiven
  /** Set if this core replaces one that hung or died. A lock held by this process is then the old core's. */
  loss?: CoreLoss | undefined
  /** Whether `proscenium mcp` finds every campaign that is opened here for changes. */
  isFindable?: boolean
  /** Receives a defect for the log. */
  onFault?: (where: string, thrown: unknown) => void
  /** Shows the folder of the logs. */
  showLogs?: () => Promise<void>
  /** Receives the folder that is about to be opened. A crash before `onOpened` counts as caused by that campaign. */
  onOpening?: ((dir: string) => void) | undefined
  /** Receives the open folder, or undefined, whenever a campaign was opened or closed or could not be opened. */
  onOpened?: ((dir: string | undefined) => void) | undefined
}

/** Why the previous core was lost, as a sentence, and the campaign that isn't reopened because of it. */
export interface CoreLoss {
  why: string
  unopened?: Pick<Unopened, 'dir' | 'opening'>
}

/** How often the folder is checked for external changes, in ms. */
const WATCH_MS = 2000
/** The time without a call after which the folder is checked for a new window, in ms. */
const SOON_MS = 250
/** The time without a call after which beats are verified, in ms. */
const STILL_MS = 1500

/** The whole app in one process; two windows are two clients of it. */
export function createStudio(host: StudioHost): Studio & { dispose(): Promise<void> } {
  const events = new EventStream(randomBytes(6).toString('hex'))
  const recent = new Recent(host.home)
  const tokens = new OriginSecrets(host.tokens ?? memoryKeys())
  const machine = new Machine(host.home, host.keys ?? memoryKeys(), host.environment)
  let requestCount = 0
  let open:
    | (OpenFolder & { readOnlyRequested: boolean; folderWatch: FolderWatch; watch: NodeJS.Timeout; lookSoon: NodeJS.Timeout; check: IdleCheck })
    | undefined

  const announce = (event: NewEvent): void => {
    open?.folderWatch.onEvent(event)
    events.emit(event)
  }
  const current = (): OpenFolder => {
    if (!open) throw new Problem('not-found', 'No campaign is open. Open or create one first.')
    requestCount = performance.now()
    return open
  }
  const writable = (): OpenFolder => {
    const now = current()
    if (now.info.readOnly !== undefined) throw new Problem('locked', now.info.readOnly)
    return now
  }
  const between: CallContext['between'] = async (work) => {
    const now = writable()
    await now.table.pause()
    return now.table.inOrder(() => work(now))
  }
  const reading = async (at?: string): Promise<OpenCampaign> => {
    const { campaign } = current()
    if (at === undefined) await campaign.inStep()
    return campaign
  }
  const edited: CallContext['edited'] = (work) => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      await campaign.inStep()
      const done = await work(campaign)
      announce({ kind: 'head' })
      table.tell()
      return done
    })
  }
  const close = async (): Promise<void> => {
    const closing = open
    if (!closing) return
    clearInterval(closing.watch)
    clearTimeout(closing.lookSoon)
    closing.check.dispose()
    await clients.close()
    await closing.table.close()
    await labs.close(closing)
    open = undefined
    closing.language.dispose()
    closing.campaign.dispose()
    closing.release()
    host.onOpened?.(undefined)
    announce({ kind: 'head' })
  }

  /** The call that opens a campaign now. */
  let opening: Promise<unknown> | undefined
  const whileOpening =
    <Input extends unknown[]>(work: (...input: Input) => Promise<CampaignInfo>) =>
    (...input: Input): Promise<CampaignInfo> => {
      const done = work(...input)
      opening = done.catch(() => undefined)
      return done
    }

  /** Present until a campaign is opened. */
  let unopened = unopenedBy(host.loss, recent.list())
  const openDir = async (path: string, readOnly = false): Promise<CampaignInfo> => {
    const dir = resolve(path)
    if (open?.info.dir === dir && open.readOnlyRequested === readOnly) return open.info
    host.onOpening?.(dir)
    const next = await openFolder(dir, { readOnly, announce, machine, seats: host.given, restarted: host.loss !== undefined }).catch(
      (thrown: unknown) => {
        host.onOpened?.(open?.info.dir)
        throw thrown
      }
    )
    await close()
    const check = new IdleCheck(next.campaign, {
      isIdle: () => next.table.isResting && events.isHeard && next.info.readOnly === undefined && performance.now() - requestCount > STILL_MS,
      tell: (verified) => announce({ kind: 'verified', verified })
    })
    const folderWatch = new FolderWatch(next, announce)
    const pollWhenIdle = (): void => {
      if (events.isHeard) void folderWatch.poll()
    }
    const watch = setInterval(() => {
      pollWhenIdle()
      void check.work()
    }, WATCH_MS).unref()
    const opened = performance.now()
    const lookSoon: NodeJS.Timeout = setTimeout(() => {
      if (requestCount === opened || performance.now() - requestCount < SOON_MS) lookSoon.refresh()
      else pollWhenIdle()
    }, SOON_MS).unref()
    open = { ...next, readOnlyRequested: readOnly, folderWatch, watch, lookSoon, check }
    unopened = undefined
    requestCount = opened
    host.onOpened?.(dir)
    // A window asks for it first, so reading starts at once.
    if (host.kind !== 'terminal') next.campaign.chronicle.upToDate().catch(() => undefined)
    if (host.isFindable === true && next.info.readOnly === undefined) clients.open().catch(() => undefined)
    if (!readOnly) recent.add({ dir, title: next.info.title, game: next.info.game, opened: Date.now() })
    announce({ kind: 'head' })
    return next.info
  }
  const create = async (input: NewCampaign): Promise<CampaignInfo> => {
    const { dir, title, start, gameName, seed = '1', template = 'sample' } = input
    const { game = start === undefined ? 'cairn-hack' : bundledStart(host.resources, start).game } = input
    await createCampaign({ dir, title, game, gameName, seed, template, start, resources: host.resources, now: Date.now() })
    return openDir(dir)
  }

  const present = async (): Promise<Present | undefined> => {
    // A window that starts while its campaign is opened would show the start page first.
    if (!open) await opening
    if (!open) return undefined
    const { campaign, table, info, folderWatch, check } = open
    await campaign.inStep()
    // Checking a folder with thousands of files takes as long as everything else, so its changes follow as events.
    open.lookSoon.refresh()
    const { commit, state, lore } = campaign.snapshot
    return {
      campaign: info,
      epoch: events.epoch,
      seq: events.seq,
      head: commit.id,
      branch: campaign.history.head().branch,
      branches: branchesOf(campaign.history),
      state,
      lore,
      table: table.status,
      edits: info.readOnly === undefined ? [...folderWatch.changes] : [],
      problems: campaign.history.recovered.notices.map((message) => ({ code: 'bad-repository', message })),
      ...(check.verified === undefined ? {} : { verified: check.verified }),
      notes: notesVersion(campaign.history),
      runs: runsVersion(campaign.history.home)
    }
  }

  const { home, resources } = host
  const context: CallContext = { current, writable, reading, edited, between, announce, open: openDir, machine, tokens, home, resources }
  const labs = new Labs(context)
  const uploads = new Uploads()
  const clients = new ClientAddress(() => studio, context, host)
  const studio: Studio & { dispose(): Promise<void> } = {
    host: async () => ({
      kind: host.kind,
      version: host.version,
      home: host.home,
      canPickFolder: host.pickFolder !== undefined,
      canPickFile: host.pickFile !== undefined,
      games: bundledGames(host.resources),
      ...(unopened ? { unopened } : {})
    }),
    recent: async () => recent.list(),
    forget: async ({ dir }) => recent.forget(dir),
    browse: async ({ dir }) => browse(dir),
    pickFolder: async () => host.pickFolder?.(),
    saveFile: async ({ name, content }) => {
      const bytes = Buffer.from(content, 'base64')
      if (bytes.toString('base64') !== content) throw new Problem('bad-input', 'The file to save is not valid base64. Nothing was written.')
      const file = await host.pickFile?.(name)
      if (file !== undefined) replaceFile(file, bytes)
      return file
    },
    create: whileOpening(create),
    open: whileOpening(({ dir, readOnly }) => openDir(dir, readOnly)),
    starts: async () => startCards(host.resources),
    openSample: whileOpening(async ({ start = 'the-well' }: { start?: string | undefined } = {}) => {
      const dir = join(host.home, bundledStart(host.resources, start).title)
      return existsSync(join(dir, 'next')) ? openDir(dir) : create({ dir, start, seed: randomBytes(4).toString('hex') })
    }),
    close,

    present,
    presentSince: async ({ head, lore }) => {
      const whole = await present()
      return whole && since(current().campaign, whole, head, lore)
    },
    events: ({ lastEventId } = {}, stop = never) => events.after(lastEventId, stop),

    ...arrowCalls(context, uploads),
    ...directorCalls(context),
    ...reportCalls(host, machine, () => open),
    ...languageCalls(context),
    ...repositoryCalls(context),
    ...seatCalls(context, host.kind === 'terminal'),
    clientAccess: clients.access,
    ...storyCalls(context),
    ...tableCalls(context),
    ...labCalls(context, labs),
    ...todayCalls(context),
    ...tryCalls(context),
    ...workshopCalls(context, (path, version) => open?.folderWatch.given(path, version)),
    ...worldCalls(context),
    dispose: () => {
      uploads.dispose()
      return close()
    }
  }
  return studio
}

function unopenedBy(loss: CoreLoss | undefined, recent: readonly RecentCampaign[]): Unopened | undefined {
  if (loss?.unopened === undefined) return undefined
  const { dir, opening } = loss.unopened
  return { dir, opening, why: loss.why, title: recent.find((one) => one.dir === dir)?.title ?? basename(dir) }
}

/** The most changes that are sent to a window; beyond that, a whole state is cheaper. */
const MAX_CHANGES = 500

/** The present without what a client has: the state at one commit and the prose at the same or another one. Complete if these can't be read. */
function since({ past }: OpenCampaign, whole: Present, head: string, loreAt = head): PresentSince {
  try {
    const { changes = [] } = past.at(whole.head, head)
    const news = { ...whole, lore: undefined, loreChanges: loreChanges(past.hydratedAt(loreAt).lore, whole.lore) }
    return changes.length > MAX_CHANGES ? news : { ...news, state: undefined, changes }
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return whole
  }
}
