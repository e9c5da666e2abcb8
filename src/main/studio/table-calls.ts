import { never } from '../../shared/base/abort'
import type { CampaignTools, TableCalls } from '../../shared/contract/table-calls'
import { DESIGNER, DM, party } from '../engine/people'
import { findTools } from '../tools/find-tools'
import { toolFaults } from '../tools/tool-faults'
import { endpointModels, tryModel } from '../table/agents'
import { lookUp, preview } from '../story/seats/look-up'
import type { OpenCampaign } from '../story/open-campaign'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'
import { playOn } from '../table/play-on'
import { rerun } from '../table/rerun'
import { nobody } from '../table/seats'
import { directionFiles, saveDirection } from '../story/turns/table-settings'
import { contextOf, offersByHand } from '../story/seats/seat-view'
import type { StorySnapshot } from '../story/story'

/** The calls about the table: play, seats, turns, models, tools. */
export function tableCalls({ current, writable, between, edited, machine, announce, home }: CallContext): TableCalls {
  const openDir = (): string | undefined => {
    try {
      return current().info.dir
    } catch {
      // The start page has machine settings too.
      return undefined
    }
  }
  /** The open folder, once every external change has been decided on. Throws Problem `dirty`. */
  const adopted = async (): Promise<OpenFolder> => {
    for (;;) {
      const now = writable()
      await now.campaign.external.checkAdopted()
      if (writable().campaign === now.campaign) return now
    }
  }
  const tools = (): CampaignTools => {
    const { dir } = current().info
    const { tools, findings } = findTools(dir, home)
    return {
      tools: tools.map(({ name, description, folder, place, kind, run, continue: next, environment, state, key, hash }) => ({
        name,
        description,
        folder,
        place,
        kind,
        command: [run, ...(next ? [next] : [])].map((line) => line.join(' ')).join(' · '),
        state,
        environment,
        trust: machine.toolTrust(dir, key, hash),
        key,
        hash
      })),
      findings: [...findings, ...toolFaults(tools)].map((finding) => finding.toJSON())
    }
  }
  return {
    play: async (call) => {
      // The designer's own calls apply to the saved story.
      const { table } = call.actor === DESIGNER ? writable() : await adopted()
      return table.play({ ...call, agent: 'hand' })
    },
    step: async () => (await adopted()).table.step(),
    autoplay: async ({ pace }) => {
      const { table } = writable().table.status.running ? writable() : await adopted()
      return table.autoplay(pace)
    },
    pause: async () => current().table.pause(),
    playOn: (wanted, stop = never) => playOn(writable(), wanted, stop),
    async *recording({ limit }) {
      yield* current().campaign.recordings.exported(limit)
    },
    takeRecording: async ({ text, name }) => {
      const { campaign } = writable()
      return campaign.recordings.take(text, name, [DM, ...party(campaign.snapshot.state)])
    },
    turns: async ({ limit, before, search, along }) => current().campaign.turnList.page(limit, before, search, along),
    turn: async ({ id }) => current().campaign.turnList.of(id),
    context: async ({ who, at }) => {
      const { campaign, table } = current()
      const snapshot = await seenFrom(campaign, who, at)
      return contextOf(snapshot, who, { profile: table.seating.seatAt(snapshot, who).profile })
    },
    promptLength: async ({ who, at }) => {
      const { campaign, table } = current()
      return table.seating.promptLength(await seenFrom(campaign, who, at), who)
    },
    offers: async ({ who }) => [...offersByHand(await seenFrom(current().campaign, who), who)],
    lookUp: async ({ who, use }) => {
      await seenFrom(current().campaign, who)
      return lookUp(current().campaign, who, use)
    },
    tableSettings: async () => current().campaign.snapshot.settings(),
    setTable: (settings) =>
      between(async ({ campaign, table }) => {
        await campaign.inStep()
        const { beat } = await campaign.setTable(settings)
        announce({ kind: 'head' })
        table.tell()
        return beat
      }),
    directionFiles: async () => directionFiles(current().campaign),
    saveDirection: ({ path, text }) => edited(async (campaign) => (await saveDirection(campaign, path, text)).beat),
    machine: async () => machine.settings(openDir()),
    setMachine: async (change) => {
      await machine.change(change, openDir())
      return machine.settings(openDir())
    },
    endpointModels: async () => endpointModels(machine),
    tryModel: async ({ model }) => tryModel(machine, model),
    take: async ({ who, how }) => {
      const { campaign, table } = writable()
      await seenFrom(campaign, who)
      return table.take(who, how)
    },
    preview: async (call) => preview(current().campaign, { ...call, agent: 'hand' }),
    rerun: async (again) => {
      const open = writable()
      await open.table.pause()
      return open.table.stoppable((signal) => rerun(open, again, announce, signal))
    },

    tools: async () => tools(),
    trustTools: async ({ decisions }) => {
      const { dir } = current().info
      const known = findTools(dir, home).tools
      const unchanged = decisions.filter(({ key, hash }) => known.some((tool) => tool.key === key && tool.hash === hash))
      if (unchanged.length > 0) machine.decideTools(dir, unchanged)
      return tools()
    }
  }
}

/** The story as a seat sees it at a commit, by default the head. Throws Problem `not-found`. */
async function seenFrom(campaign: OpenCampaign, who: string, at?: string): Promise<StorySnapshot> {
  const snapshot = at === undefined ? campaign.snapshot : await campaign.past.snapshotAt(at)
  if (![DM, ...party(snapshot.state)].includes(who)) throw nobody(who, snapshot.state)
  return snapshot
}
