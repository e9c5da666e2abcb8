import { setImmediate } from 'node:timers/promises'
import { never, type AbortSignalLike } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import type { DeletedBranch } from '../../shared/analysis/chronicle'
import type { PlacePage, StoryCalls } from '../../shared/contract/story-calls'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import type { Branch } from '../../shared/table/present'
import { proseOf } from '../../shared/words/prose'
import { beatFactsOf, parseBeatMessage } from '../campaign/beat-message'
import type { Trashed } from '../campaign/history'
import { DESIGNER } from '../engine/people'
import { attempting } from '../odds/attempts'
import { named, preparing } from '../odds/castings'
import { dealing } from '../odds/interactions'
import { counting } from '../odds/odds'
import { between as whileYielding, type Step as OddsStep } from '../odds/outcomes'
import { reaching, reachingNear } from '../odds/reach/reach'
import { checkCampaign, checkDir } from '../story/checks/check'
import { verify } from '../story/checks/verify'
import { compareFile } from '../story/compare/file-lines'
import { searchBeats } from '../story/history/beat-search'
import { branchesOf, proposedBranchName } from '../story/history/branches'
import { carryEdits, editsAfter } from '../story/edits/carry-edits'
import { storyLog, withWriters } from '../story/history/story-log'
import { whoRecalls } from '../story/notes/recall'
import { rulingDraft } from '../story/notes/ruling-draft'
import type { OpenCampaign } from '../story/open-campaign'
import type { Past } from '../story/past'
import { transcript } from '../story/transcript/transcript'
import { campaignToolFindings } from '../tools/tool-faults'
import { timeSlices } from '../work/time-slices'
import { withProgress } from '../work/with-progress'
import { othersFirst, type CallContext } from './call-context'
import { judgeNow, priceNow } from './judge'
import { openMarksNow, rubricNow, runsPriceNow } from './judge-runs'
import type { OpenFolder } from './open-folder'

/** The number of beats that are sent first, to be drawn before all others are read. */
const NEWEST_BEATS = 400

/** The calls that read the story at any commit. */
export function storyCalls(context: CallContext): StoryCalls {
  const { current, writable, between, announce } = context
  const campaign = (): OpenCampaign => current().campaign
  const past = (): Past => campaign().past
  const head = (): string => campaign().snapshot.commit.id
  /** The state at a commit, and the game of its rules. */
  const rulesAt = async (at = head()): Promise<[GameState, Game]> => {
    const { state, tree } = past().hydratedAt(at)
    return [state, await past().gameAt(tree)]
  }
  /** The result of a computation by the rules of a commit; other calls have their turns meanwhile. */
  const computed = async <T>(work: (state: GameState, game: Game) => Generator<OddsStep, T>, at?: string, stop?: AbortSignalLike): Promise<T> =>
    whileYielding(work(...(await rulesAt(at))), setImmediate, stop)
  /** Changes branches between two beats, and has every window refresh. */
  const changing = <T>(how: (campaign: OpenCampaign) => T): Promise<T> => {
    const { campaign, table } = writable()
    return table.inOrder(async () => {
      const result = how(campaign)
      announce({ kind: 'head' })
      return result
    })
  }
  const switched = ({ campaign }: OpenFolder, name: string): Branch => {
    announce({ kind: 'head' })
    return { name, head: campaign.snapshot.commit.id, current: true }
  }
  return {
    commitOf: async ({ revision }) => {
      const id = campaign().history.resolve(revision)
      if (id === undefined) throw new Problem('not-found', `This campaign has no beat "${revision}". Name a branch, a commit id, or HEAD~3.`)
      return id
    },
    gameNames: async ({ at = head() }) => {
      const game = await past().listsAt(past().hydratedAt(at).tree)
      const names = <T>(list: Readonly<Record<string, T>> | undefined, name: (one: T) => string): Readonly<Record<string, string>> =>
        Object.fromEntries(Object.entries(list ?? {}).map(([id, one]) => [id, name(one)]))
      return {
        items: names(game?.equipment, (one) => one.name),
        conditions: names(game?.conditions, (one) => one.name),
        stats: names(game?.manifest.stats, (one) => one.label)
      }
    },
    storyLog: async ({ at = head(), writers }) => {
      const lines = storyLog(campaign(), at, await campaign().contradictions.upTo(at, undefined, timeSlices()))
      return writers === true ? withWriters(campaign().writing, at, lines, timeSlices()) : lines
    },
    recall: async ({ as, recall: request, at = head() }) => past().recall(whoRecalls(past().hydratedAt(at).state, as), request, at),
    at: async ({ commit, have }) => past().at(commit, have),
    log: async ({ commit, scene }) => past().log(commit, scene),
    beat: async ({ commit }) => past().beat(commit),
    rulingDraft: async ({ commit }) => rulingDraft(campaign(), commit),
    actions: async ({ as, at = head() }) => past().actions(as, at),

    timeline: async ({ limit, before, line }) => ({ ...campaign().timeline(limit, before, line), branches: branchesOf(campaign().history) }),
    branch: ({ at, name, seed, editsTo }) =>
      between(async (open) => {
        const later = editsTo === undefined ? [] : editsAfter(open.campaign, at, editsTo)
        if (!later) throw new Problem('refused', 'The edits to bring along must be on the line of the beat that you continue from.')
        const branchName = name ?? proposedBranchName(open.campaign.history, at)
        await open.campaign.createBranch(at, branchName)
        const edits = await carryEdits(open.campaign, later)
        if (seed !== undefined) open.campaign.recordBeat({ kind: 'play', action: 'reseed', actor: DESIGNER, params: { seed }, agent: 'hand' })
        return { ...switched(open, branchName), edits }
      }),
    editsBetween: async ({ at, end }) => editsAfter(campaign(), at, end)?.length ?? 0,
    switchTo: ({ branch }) =>
      between(async (open) => {
        await open.campaign.switchTo(branch)
        return switched(open, branch)
      }),
    chronicle: async ({ having }) => {
      const { chronicle, history } = campaign()
      const page = await chronicle.page(having, branchesOf(history))
      return having || !page.more ? page : { ...page, newest: campaign().timeline(NEWEST_BEATS, undefined, true).beats }
    },
    subjects: async ({ commits }) => {
      const { chronicle, history } = campaign()
      return commits.map((id) => chronicle.subjectOf(id) ?? beatFactsOf(history.commit(id)).facts.subject)
    },
    searchBeats: async ({ text, along, after }) => searchBeats(campaign(), text, along, after),
    renameBranch: ({ branch, name }) =>
      changing((campaign) => {
        campaign.history.renameBranch(branch, name)
        return branchNamed(campaign, name)
      }),
    deleteBranch: ({ branch }) =>
      changing((campaign) => {
        const ref = campaign.history.trash(branch)
        return deleted(campaign, { ref, name: branch, head: campaign.history.resolve(ref) ?? '' })
      }),
    deletedBranches: async () =>
      campaign()
        .history.trashed()
        .map((one) => deleted(campaign(), one)),
    restoreBranch: ({ ref, name }) => changing((campaign) => branchNamed(campaign, campaign.history.restore(ref, name))),

    vocabulary: async ({ at = head() }) => current().analysis.vocabulary(at),
    async *find({ expression, at = head() }, stop) {
      yield* current().analysis.find(expression, at, stop)
    },
    watch: async ({ expression, at = head(), after }, stop) => current().analysis.watch(expression, at, after, stop),
    compare: async ({ a, b }) => current().analysis.compare(a, b),
    compareFile: async ({ a, b, path }) => compareFile(campaign(), a, b, path),

    beatsAt: async ({ place, limit, at, before }, stop) => {
      const isWanted = (): Promise<boolean> => othersFirst().then(() => stop?.aborted !== true)
      const page = await current().whereabouts.page(place, before ?? at ?? head(), before !== undefined, limit, isWanted)
      const beats = page.commits.map((commit) => parseBeatMessage(commit).beat)
      return { beats, examined: page.examined, ...(page.before === undefined ? {} : { before: page.before }) } satisfies PlacePage
    },
    visits: async ({ span, at }, stop) => {
      const yieldThread = timeSlices()
      return current().visits.upTo(at ?? head(), span, () => yieldThread().then(() => stop?.aborted !== true))
    },
    proseAt: async ({ what, id, at }) => proseOf(past().hydratedAt(at).lore, what, id),

    coverage: (span, stop) => withProgress((tell) => campaign().coverage.report(span, tell, stop)),

    odds: ({ as, at }, stop) => computed((state, game) => counting(state, game, as), at, stop),
    countOdds: ({ as, at }, stop) =>
      withProgress(async (tell) => {
        const [state, game] = await rulesAt(at)
        const odds = await whileYielding(counting(state, game, as), setImmediate, stop, tell)
        return { ...odds, reach: await whileYielding(reaching(state, game, as), setImmediate, stop, tell) }
      }),
    reach: ({ as, at }, stop) => computed((state, game) => reaching(state, game, as), at, stop),
    reachNear: ({ as, at }, stop) => computed((state, game) => reachingNear(state, game, as), at, stop),
    preparing: async ({ at }) => {
      const [state, game] = await rulesAt(at)
      const before = preparing(state, game)
      return before ? named(state, before) : null
    },
    interactions: ({ place, as, at }, stop) => computed((state, game) => dealing(state, game, place, as), at, stop),
    attempts: ({ journey, difficulty, at }, stop) => computed((state, game) => attempting(state, game, journey, difficulty), at, stop),

    checkFolder: ({ dir }) => {
      const { resources, machine } = context
      return withProgress((tell) => checkDir(dir, { resources, sealed: machine.sealed, tools: campaignToolFindings, pause: async (at) => tell(at) }))
    },
    check: async () => {
      const open = campaign()
      const report = await checkCampaign(open.history, { pause: othersFirst, resources: context.resources, tools: campaignToolFindings })
      return { ...report, contradictions: await open.contradictions.upTo(open.snapshot.commit.id, undefined, timeSlices()) }
    },
    contradictions: async ({ at = head(), after }) => campaign().contradictions.upTo(at, after, timeSlices()),
    judgePrice: ({ model }) => priceNow(current(), context.machine, model),
    judge: ({ model }, stop = never) => withProgress((tell) => judgeNow(context, model, stop, tell)),
    rubric: async () => rubricNow(campaign()),
    marksDraft: async ({ runs }) => openMarksNow(campaign(), runs),
    runsPrice: (asked) => runsPriceNow(current(), context.machine, asked),
    verify: async (options, stop) => verify(campaign(), options?.sinceChecked, stop),

    async *transcript(options, stop = never) {
      yield* transcript(campaign(), options, stop)
    }
  }
}

const branchNamed = (campaign: OpenCampaign, name: string): Branch =>
  branchesOf(campaign.history).find((branch) => branch.name === name) ?? { name, head: '', current: false }

/** A deleted branch with its last beat. A branch whose commits git has removed is still listed. */
function deleted({ history }: OpenCampaign, { ref, name, head, time }: Trashed): DeletedBranch {
  try {
    const { n, subject } = beatFactsOf(history.commit(head)).facts
    return { ref, name, head, n, subject, ...(time === undefined ? {} : { time }) }
  } catch {
    return { ref, name, head, n: -1, subject: '' }
  }
}
