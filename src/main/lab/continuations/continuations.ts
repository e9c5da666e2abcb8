import { Aborter, type AbortSignalLike } from '../../../shared/base/abort'
import { equal } from '../../../shared/base/json'
import { Problem, toProblem } from '../../../shared/base/problem'
import {
  type Continuation,
  type ContinueGrid,
  type ContinueProgress,
  type ContinueResult,
  type GridPrice,
  type ListedContinuation
} from '../../../shared/lab/continuation'
import { SESSION_BRANCHES } from '../../../shared/lab/kinds'
import { CONTINUE_LIMITS } from '../../../shared/lab/limits'
import { freeName } from '../../../shared/story/names'
import type { AgentKind } from '../../../shared/story/play'
import type { ModelPrices } from '../../../shared/table/model-access'
import type { Agent } from '../../../shared/table/agents'
import type { Seat, TableSettings } from '../../../shared/table/turns'
import { inContinuation } from '../../agents/anthropic/failures'
import { lineTo } from '../../campaign/commit-line'
import { isGone } from '../../campaign/git/owner'
import { FILES } from '../../campaign/layout'
import { loadGame } from '../../rules/load-game'
import { BranchStory } from '../../story/branch-story'
import type { OpenCampaign } from '../../story/open-campaign'
import type { Purse } from '../../story/turns/spending'
import { playTurn } from '../../table/play-one-turn'
import { deciderNow } from '../../table/table-turn'
import type { Lab } from '../lab'
import { materialOf, withFacts } from '../material'
import { FollowedScripts, scriptsOf } from '../scripts'
import { gridPrice, modelSeat, type ModelTable, personasOf } from './price'
import { beatsBefore, type Start, startsOf } from './start'
import { keepContinuation, readContinuations } from './stored'

/** The number of continuations that are played at a time. */
const PARALLEL = 3

/** What the machine gives to continuations: its models, and the owner's own prices. */
export interface ContinuationHost {
  models: ModelTable
  prices: ModelPrices
  /** Called when branches have changed. */
  announce: () => void
  clock: () => number
}

/** What a grid may cost in US dollars, and when it stops. */
interface Limits {
  cap?: number | undefined
  signal: AbortSignalLike
  tell: (progress: ContinueProgress) => void
}

/** The limits of a grid that is being played; `stop` ends it. */
interface Playing extends Omit<Limits, 'signal'> {
  stop: Aborter
}

/** One continuation of a grid. */
interface Cell {
  start: Start
  model: string
  persona: string | undefined
}

/** Sessions of one open campaign's runs that models continue. Each becomes a branch, to which every beat is saved at once. */
export class Continuations {
  /** The branches that are being played. */
  readonly #playing = new Set<string>()
  #grid: { stop: Aborter; over: Promise<unknown> } | undefined

  constructor(
    private readonly lab: Lab,
    private readonly campaign: OpenCampaign,
    private readonly resources: string,
    private readonly readOnly: string | undefined
  ) {}

  /** The continuations of a run, the newest first. Throws Problem `not-found`, `bad-file`. */
  list(run: string): ListedContinuation[] {
    const branches = new Set(this.campaign.history.branches().map(({ name }) => name))
    return readContinuations(this.lab.continuationsFile(run))
      .map(({ owner, ...one }) => {
        const isElsewhere = this.readOnly !== undefined && owner !== undefined && !isGone(owner)
        const isLost = one.status === 'playing' && !this.#playing.has(one.branch) && !isElsewhere
        return { ...one, ...(isLost ? { status: 'interrupted' as const } : {}), kept: branches.has(one.branch) }
      })
      .toReversed()
  }

  /** The estimated cost of a grid. Sends nothing. Throws Problem as `startsOf` does. */
  async price(run: string, grid: ContinueGrid, { models, prices }: Pick<ContinuationHost, 'models' | 'prices'>): Promise<GridPrice> {
    checkSize(grid)
    return this.#withStarts(run, grid, (starts) => gridPrice(starts, grid, models, prices))
  }

  /**
   * Lets models continue sessions, and saves each as a branch. A continuation that is stopped, reaches the cap or fails keeps its beats; one without a beat
   * of its own has no branch. Throws Problem `refused` while others are played, `bad-input` and `agent-failed` for a cap that can't be kept, and as
   * `startsOf` does.
   */
  async play(run: string, grid: ContinueGrid, host: ContinuationHost, limits: Limits): Promise<ContinueResult> {
    checkSize(grid)
    if (this.#grid) throw new Problem('refused', 'Models are continuing sessions of this campaign already. Stop them, or wait until they are done.')
    const { cap } = limits
    if (cap !== undefined && cap <= 0) throw new Problem('bad-input', 'With a cap of nothing no request can be sent. Give a cap above 0 dollars.')
    const purse = this.campaign.spending.purse(host.prices, cap)
    purse.checkPrices(grid.models)
    // A list that can't be read can't be added to.
    this.list(run)
    const stop = new Aborter()
    stop.follow(limits.signal)
    const over = this.#withStarts(run, grid, (starts) => this.#playCells(run, cellsOf(starts, grid), grid, host, purse, { ...limits, stop }))
    this.#grid = { stop, over }
    try {
      return await over
    } finally {
      this.#grid = undefined
    }
  }

  /** Stops what is being played, and waits until it is kept. */
  async stop(): Promise<void> {
    this.#grid?.stop.abort()
    await this.#grid?.over.catch(() => undefined)
  }

  async #withStarts<T>(run: string, grid: ContinueGrid, work: (starts: Start[]) => Promise<T>): Promise<T> {
    const { commit } = this.lab.run(run)
    const material = materialOf(this.campaign, commit, this.resources)
    const rules = [...material.files].filter(([path]) => path.startsWith('rules/'))
    // The campaign unloads the games of other commits when it needs room.
    const game = await loadGame(new Map(rules.map(([path, bytes]) => [path.slice('rules/'.length), Buffer.from(bytes)])))
    try {
      return await work(await startsOf(this.lab, run, grid, { commit, material, game }))
    } finally {
      game.dispose()
    }
  }

  async #playCells(
    run: string,
    cells: readonly Cell[],
    grid: ContinueGrid,
    host: ContinuationHost,
    purse: Purse,
    limits: Playing
  ): Promise<ContinueResult> {
    const costNow = (): { cost?: number } => (purse.cost === undefined ? {} : { cost: purse.cost })
    const waiting = [...cells]
    const played: Continuation[] = []
    /** Models that can't be asked, or whose next request is over the cap. */
    const failing = new Set<string>()
    const progress = { done: 0, beats: 0 }
    const tell = (): void => limits.tell({ ...progress, of: cells.length, requests: purse.requests, ...costNow() })
    const worker = async (): Promise<void> => {
      for (;;) {
        if (limits.stop.aborted) return
        const at = waiting.findIndex(({ model }) => !failing.has(model))
        const [cell] = at < 0 ? [] : waiting.splice(at, 1)
        if (!cell) return
        const one = await this.#playCell(run, cell, grid, host, { signal: limits.stop, purse: purse.part() }, () => {
          progress.beats++
          tell()
        })
        // A model that can't be asked at all would fail in the others as well.
        if (one.status === 'capped' || (one.status === 'failed' && one.played === 0)) failing.add(cell.model)
        played.push(one)
        progress.done++
        tell()
      }
    }
    tell()
    const workers = Array.from({ length: PARALLEL }, async () => {
      try {
        await worker()
      } catch (thrown) {
        limits.stop.abort()
        throw thrown
      }
    })
    await Promise.allSettled(workers)
    await Promise.all(workers)
    const branches = new Set(played.map(({ branch }) => branch))
    return { continuations: this.list(run).filter(({ branch }) => branches.has(branch)), left: waiting.length, ...costNow() }
  }

  /** The same continuation, if it stopped before so many beats and its branch can be played on. */
  #unfinished(run: string, { start, model, persona }: Cell, beats: number): Continuation | undefined {
    const here = this.campaign.history.head().branch
    const found = this.list(run).find(
      (one) =>
        one.kept &&
        one.branch !== here &&
        one.played < beats &&
        !['playing', 'done', 'ended'].includes(one.status) &&
        equal([one.session, one.from, one.model, one.persona, one.seats], [start.session, start.from, model, persona, start.seats])
    )
    if (!found) return undefined
    const { kept: _, problem: __, ...one } = found
    return { ...one, status: 'playing', beats }
  }

  /** Plays one continuation, or the rest of one that stopped early. Throws only if its branch can't be made or its record can't be saved. */
  async #playCell(
    run: string,
    { start, model, persona }: Cell,
    { beats }: ContinueGrid,
    { models, announce, clock }: ContinuationHost,
    { signal, purse }: { signal: AbortSignalLike; purse: Purse },
    told: () => void
  ): Promise<Continuation> {
    const { campaign } = this
    const { history } = campaign
    const file = this.lab.continuationsFile(run)
    const before = await beatsBefore(start, campaign, persona)
    const taken = new Set(history.branches().map(({ name }) => name))
    const earlier = this.#unfinished(run, { start, model, persona }, beats)
    const branch =
      earlier?.branch ??
      freeName(`${SESSION_BRANCHES}${run}/${start.session}-${[model, persona ?? []].flat().map(inBranchName).join('-')}`, (name) => taken.has(name))
    const head = earlier ? history.commit(history.resolve(branch) ?? earlier.fork) : campaign.saveBranch(branch, start.commit, before)
    let one: Continuation = earlier ?? {
      branch,
      session: start.session,
      from: start.from,
      fork: before.length === start.beats.length ? head.id : (head.parents[0] ?? head.id),
      model,
      ...(persona === undefined ? {} : { persona }),
      seats: start.seats,
      begun: clock(),
      status: 'playing',
      beats,
      played: 0,
      requests: 0,
      cost: 0
    }
    const paid = one
    this.#playing.add(branch)
    const keep = (change: Partial<Continuation>): void => {
      const { cost: _, ...rest } = { ...one, ...change, requests: paid.requests + purse.requests }
      one = { ...rest, ...(purse.cost === undefined || paid.cost === undefined ? {} : { cost: paid.cost + purse.cost }) }
      keepContinuation(file, one)
    }
    try {
      keep({})
      announce()
      const story = new BranchStory(campaign, branch, head.id, start.game, withoutStandIn, clock)
      const agents = new Map<AgentKind, Promise<Agent>>()
      const seated = async (seat: Seat): Promise<{ seat: Seat; agent: Agent }> => {
        const agent = agents.get(seat.agent) ?? models.of(seat, { admit: purse.admit })
        agents.set(seat.agent, agent)
        return { seat, agent: await agent }
      }
      const seat = modelSeat(models, model)
      const scripts = new FollowedScripts(scriptsOf(this.lab.run(run).plan.drivers))
      for (const commit of lineTo(history, head.id)) {
        if (commit.id === start.commit) break
        scripts.skip([commit])
      }
      let end: Partial<Continuation> | undefined
      while (!end && one.played < beats) {
        const due = scripts.due(story.snapshot.state)
        if (due) await story.edit((text) => withFacts(text(FILES.state) ?? '', due.facts), due.subject, due.facts)
        else if (signal.aborted) end = { status: 'stopped' }
        else if (deciderNow(story.snapshot) === undefined) end = { status: 'ended' }
        else end = await playOne(story, (who) => seated(start.seats.includes(who) ? seat : { agent: 'offline' }), purse, signal)
        if (end) break
        keep({ played: one.played + 1 })
        told()
      }
      keep(end ?? { status: 'done' })
    } catch (thrown) {
      keep({ status: 'failed', problem: toProblem(thrown).message })
    } finally {
      this.#playing.delete(branch)
      if (one.played === 0 && history.head().branch !== branch && history.branches().some(({ name }) => name === branch)) history.trash(branch)
      announce()
    }
    return one
  }
}

/** Plays one beat. Undefined if it was played; otherwise how the continuation ended. */
async function playOne(
  story: BranchStory,
  seated: (who: string) => Promise<{ seat: Seat; agent: Agent }>,
  purse: Purse,
  signal: AbortSignalLike
): Promise<Pick<Continuation, 'status' | 'problem'> | undefined> {
  try {
    const turn = await playTurn(story, seated, signal)
    if (turn?.saved) return undefined
    if (signal.aborted) return { status: 'stopped' }
    return turn ? { status: 'failed', problem: 'A seat had no call left to play.' } : { status: 'ended' }
  } catch (thrown) {
    if (signal.aborted) return { status: 'stopped' }
    const { refused } = purse
    return { status: refused ? 'capped' : 'failed', problem: inContinuation((refused ?? toProblem(thrown)).message) }
  }
}

/** The settings of a continuation: nobody stands in for a model that fails. */
function withoutStandIn(settings: TableSettings): TableSettings {
  const { stand_in: _, ...own } = settings
  return own
}

const cellsOf = (starts: readonly Start[], grid: ContinueGrid): Cell[] =>
  starts.flatMap((start) => personasOf(grid).flatMap((persona) => grid.models.map((model) => ({ start, model, persona }))))

function checkSize({ sessions, models, personas }: ContinueGrid): void {
  const cells = sessions.length * models.length * Math.max(1, personas.length)
  if (cells > CONTINUE_LIMITS.cells)
    throw new Problem(
      'bad-input',
      `These are ${cells} continuations. Choose fewer sessions, models or personas, for at most ${CONTINUE_LIMITS.cells}.`
    )
  for (const names of [models, personas]) {
    const twice = names.find((name, i) => names.indexOf(name) !== i)
    if (twice !== undefined) throw new Problem('bad-input', `${twice} is named twice. Name it once.`)
  }
}

/** A model or persona as a part of a branch's name: `direction/kids.md` is `kids`. */
const inBranchName = (name: string): string =>
  name
    .replace(/^direction\/|\.md$/g, '')
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^[-.]+|[-.]+$|\.(?=\.)/g, '')
    .replace(/\.lock$/, '')
    .slice(0, 60)
