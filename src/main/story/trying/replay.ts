import { ifReadable } from '../../campaign/parsed-files'
import type { AbortSignalLike } from '../../../shared/base/abort'
import { isPlayed } from '../../../shared/story/beat-kinds'
import type { ActionCall, Params, Roll } from '../../../shared/story/play'
import { Problem } from '../../../shared/base/problem'
import { diff, equal } from '../../../shared/base/json'
import type { GameState, Next } from '../../../shared/story/state'
import { writerOfAgent } from '../../../shared/story/writers'
import type { FirstDifference, Replayed, Skipped, Span } from '../../../shared/contract/try-calls'
import { digestInTree, parseBeatMessage } from '../../campaign/beat-message'
import type { Commit } from '../../campaign/history'
import { FILES } from '../../campaign/layout'
import { holdsTexts, resolveParams } from '../../campaign/replay-beat'
import { difference } from '../../campaign/git/trees'
import { mergeSteps } from '../../campaign/world/merge'
import { holds } from '../../../shared/story/premises'
import { counted, listed } from '../../../shared/words/labels'
import { DM, isPlayers, nameOf } from '../../engine/people'
import { rollWords } from '../../transcript/words'
import { timeSlices } from '../../work/time-slices'
import { allLines, grouped } from '../compare/compare'
import type { DifferenceLine, Side } from '../compare/sides'
import { ENGINE } from '../creation/create'
import { isTableOwned } from '../edits/check-edit'
import { modesOf } from '../edits/edit-history'
import { rulesIn } from '../edits/overlay'
import type { StoryReader } from '../reader'
import { ADDED, LEFT_OUT, stepsBetween, WORLD_OF } from '../today/steps'
import { mergeWorld, RESTART } from '../today/today'
import { stateEdits } from '../today/value-conflicts'
import { opening, refusal, towards } from './catch-up'
import { inCampaign, draftedSnapshots } from './drafted-snapshot'
import { ScratchLine } from './scratch-line'
import { spanOf } from './spans'

/** The number of refused calls in a row after which a replay ends. */
const MAX_SKIPPED_IN_A_ROW = 50
/** The number of calls that bring the turn to where an original call began. */
const MAX_PASSED = 24

/** How a replay is recorded. `aligned`: every beat keeps its number. `kept`: the edited rules are a beat of their own. */
type Record = 'aligned' | 'kept'

/**
 * Plays the calls of a span again under other rules, in memory. Every beat has its original dice. Refused calls are skipped; the designer's edits are
 * merged in again. `tell` receives the progress. Throws Problem `bad-input` if the span isn't on one line, `refused` when stopped.
 */
export async function replayWith(
  campaign: StoryReader,
  span: Span,
  tell: (at: { done: number; of: number }) => void,
  stop?: AbortSignalLike
): Promise<Replayed> {
  const replay = new Replay(campaign, span, 'aligned')
  return (await replay.run(tell, stop)).report()
}

/** The same replay as beats that can be committed at `from`: the edited rules first, then the span. */
export async function keptReplay(
  campaign: StoryReader,
  span: Span,
  tell: (at: { done: number; of: number }) => void,
  stop?: AbortSignalLike
): Promise<{ line: ScratchLine; skipped: number; placeOf: (commit: string) => number | undefined }> {
  const replay = new Replay(campaign, span, 'kept')
  await replay.run(tell, stop)
  return { line: replay.line, skipped: replay.skipped.length, placeOf: (commit) => replay.places.get(commit) }
}

class Replay {
  line!: ScratchLine
  readonly skipped: Skipped[] = []
  /** The place on the line of each replayed beat, by the original commit. */
  readonly places = new Map<string, number>()
  readonly #conflicts: Skipped[] = []
  readonly #commits: Commit[]
  #broken: Replayed['broken'] = []
  #first: FirstDifference | undefined
  #stopped: string | undefined
  #inARow = 0
  /** What differs as soon as the line has today's world, before anything is played. */
  #edited = new Set<string>()
  #replayed = 0
  #same = 0
  #last: Commit

  constructor(
    private readonly campaign: StoryReader,
    private readonly span: Span,
    private readonly record: Record
  ) {
    this.#commits = spanOf(campaign, span)
    this.#last = campaign.history.commit(span.from)
  }

  async run(tell: (at: { done: number; of: number }) => void, stop?: AbortSignalLike): Promise<this> {
    await this.#begin()
    const yieldThread = timeSlices()
    for (const [done, commit] of this.#commits.entries()) {
      await this.#beat(commit)
      this.places.set(commit.id, this.line.beats.length - 1)
      this.#last = commit
      if (this.#stopped !== undefined) break
      tell({ done: done + 1, of: this.#commits.length })
      await yieldThread()
      if (stop?.aborted) throw new Problem('refused', 'This replay was cancelled. Nothing was saved.')
    }
    return this
  }

  /** Replaces the rules of the commit at which the span begins by the edited rules, or its world by another commit's. */
  async #begin(): Promise<void> {
    const { campaign, span } = this
    if (span.world !== undefined) return this.#beginIn(span.world)
    const drafts = Object.fromEntries(Object.entries(span.drafts).filter(([path]) => path.startsWith('rules/')))
    const bench = await draftedSnapshots(campaign).at(span.rules ?? campaign.snapshot.commit.id, drafts)
    this.#broken = bench.broken
    this.line = await ScratchLine.from(campaign, span.from)
    const [old, edited] = [rulesIn(this.line.objects, this.line.end.root), rulesIn(bench.objects, bench.root)]
    const updates = new Map<string, Buffer | null>()
    for (const path of old.keys()) if (!edited.has(path)) updates.set(`rules/${path}`, null)
    for (const [path, bytes] of edited) if (old.get(path)?.equals(bytes) !== true) updates.set(`rules/${path}`, bytes)
    if (updates.size === 0) return
    const subject = `Edited rules for a replay: ${[...updates.keys()].slice(0, 3).join(', ')}${updates.size > 3 ? ` and ${updates.size - 3} more` : ''}`
    await this.line.edit(updates, subject, { replays: span.to }, this.record === 'kept' ? (next) => extraBeat(next) : (next) => next)
  }

  /** Gives the line the world of a commit. Differences are decided as is sensible. */
  async #beginIn(world: string): Promise<void> {
    const { campaign, span } = this
    this.line = await ScratchLine.from(campaign, span.from)
    const steps = stepsBetween(campaign.history, span.from, world)
    const { files, modes } = await mergeWorld(campaign, campaign.history.commit(span.from), steps, {}, RESTART)
    const params = { replays: span.to, [WORLD_OF]: world }
    if (files.size > 0)
      await this.line.edit(files, "Today's world for a replay", params, this.record === 'kept' ? (next) => extraBeat(next) : (next) => next, modes)
    this.#edited = new Set((await this.#lines(this.#last)).map(lineKey))
  }

  async #beat(commit: Commit): Promise<void> {
    const { kind } = parseBeatMessage(commit).beat
    if (isPlayed(kind)) await this.#play(commit)
    else await this.#edit(commit, kind === 'foreign')
  }

  async #play(commit: Commit): Promise<void> {
    const { history, past } = this.campaign
    const { beat, params } = parseBeatMessage(commit)
    const before = history.commit(commit.parents[0] ?? '').tree
    const changed = (): string[] => history.changed(before, commit.tree).map(({ path }) => path)
    const isInTree = Object.values(params).some((value) => digestInTree(value) !== undefined)
    const texts = new Map(
      isInTree ? changed().flatMap((path) => (holdsTexts(path) ? [[path, past.files.text(commit.tree, path) ?? ''] as const] : [])) : []
    )
    const { kind, action, actor, as, agent = 'hand' } = beat
    await this.#catchUp(commit)
    const call: ActionCall = {
      kind: kind === 'skill' ? 'skill' : 'play',
      action,
      actor,
      ...(as === undefined ? {} : { as }),
      params: resolveParams(params, beat.n, texts),
      agent: agent as 'hand'
    }
    try {
      const from = this.line.end.state
      this.#checkBegins(call, before)
      const { subject, rolls, files } = this.line.play(call, beat.writer ?? writerOfAgent(agent, isPlayers(actor), beat.spent?.model))
      this.#inARow = 0
      this.#replayed++
      // Rolls that were read from a file have their keys in another order.
      const isSame = subject === beat.subject && rolls.every((roll, i) => sameRoll(roll, beat.rolls[i])) && rolls.length === beat.rolls.length
      if (isSame) this.#same++
      if (this.#first || this.record === 'kept') return
      const isEqual =
        isSame &&
        (this.span.world === undefined
          ? [...new Set([...changed(), ...files.keys()])].every((path) => this.line.oid(path) === past.files.entry(commit.tree, path)?.oid)
          : this.#changesAlike(commit, from))
      if (!isEqual) await this.#differs(commit, subject, rolls)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      const problem = refusal(this.line.end, call, thrown)
      const instead = this.#opens(call, before)
      await this.#skip(commit, inCampaign(problem.toJSON()), instead)
      if (!this.#first && this.record === 'aligned') await this.#differs(commit, `Refused: ${problem.message} ${instead ?? ''}`.trim(), [])
    }
  }

  /** Brings the turn to where the original call began, if it is elsewhere. Later beats keep their dice. */
  async #catchUp({ id, parents: [parent = ''] }: Commit): Promise<void> {
    const was = this.campaign.past.hydratedAt(parent).state
    let passed = 0
    for (let call = towards(this.line.end, was); call && passed < MAX_PASSED && this.#plays(call); call = towards(this.line.end, was)) passed++
    if (passed === 0) return
    const next = (now: Next): Next => (this.record === 'kept' ? extraBeat(now, passed + 1) : { ...now, beat: now.beat - passed })
    await this.line.edit(new Map(), `${ADDED}${counted(passed, 'call')} that bring the turn to where it was`, { replays: id }, next)
  }

  /** Opens a scene as far as it is possible; says how, if it is. */
  #opens({ action, params }: ActionCall, tree: string): string | undefined {
    if (action !== 'open_scene') return undefined
    const { past } = this.campaign
    const { lore, state } = this.line.end
    const story = lore.story.find(({ id }) => id === params['story'])
    const begins = story && (holds(state.facts, story.starts_when) || !begunIn(past.files.at(tree), story.id))
    const call = opening(this.line.end, params, begins ? story.id : undefined)
    if (!call || !this.#plays(call)) return undefined
    const { place = '' } = call.params
    const here = place === params['place'] ? '' : ` in ${nameOf(state, String(place))}`
    return `The scene was opened${here}${params['story'] === undefined || begins ? '' : ' without the story event'} instead.`
  }

  /** Plays a call that the original line doesn't have; false if it is refused. */
  #plays(call: ActionCall): boolean {
    try {
      this.line.play(call)
      return true
    } catch (thrown) {
      if (thrown instanceof Problem) return false
      throw thrown
    }
  }

  /** Whether the beat that was just replayed changed the state as the original did. Files can differ, because the worlds do. */
  #changesAlike({ id, parents: [parent = ''] }: Commit, from: GameState): boolean {
    const { past } = this.campaign
    const values = (was: GameState, is: GameState): [string, unknown][] => diff(was, is).map((change) => [change.path, change.to])
    return equal(values(past.hydratedAt(parent).state, past.hydratedAt(id).state), values(from, this.line.end.state))
  }

  /** Throws Problem `refused` for a scene of a story event that could begin in the original and can't now: no agent is offered one. */
  #checkBegins({ action, params }: ActionCall, tree: string): void {
    const { lore, state } = this.line.end
    const is = action === 'open_scene' ? lore.story.find(({ id }) => id === params['story']) : undefined
    if (!is || !begunIn(this.campaign.past.files.at(tree), is.id)) return
    const missing = is.starts_when.filter((fact) => !holds(state.facts, [fact]))
    if (missing.length > 0)
      throw new Problem(
        'refused',
        `The story event “${is.title}” can't begin now: it needs ${listed(missing.map((fact) => fact.replace(/^!/, 'not ')))}.`
      )
  }

  /** Records a call that is refused. It still uses up the beat's number, so that later beats keep their dice, and a turn that it ended passes. */
  async #skip(commit: Commit, problem: Skipped['problem'], instead: string | undefined): Promise<void> {
    const { n, subject } = parseBeatMessage(commit).beat
    this.skipped.push({ commit: commit.id, n, subject, problem, ...(instead === undefined ? {} : { instead }) })
    if (instead !== undefined) this.#inARow = 0
    else if (!this.#passes(commit)) await this.line.edit(new Map(), `${LEFT_OUT}${subject}`, { replays: commit.id })
    if (instead !== undefined || ++this.#inARow < MAX_SKIPPED_IN_A_ROW) return
    this.#stopped = `The replay stopped at beat ${n}, because ${MAX_SKIPPED_IN_A_ROW} calls in a row were refused.`
  }

  /** Ends the turn of a call that was refused, if the original call ended it; otherwise everybody after it would be refused, too. */
  #passes({ id, parents: [parent = ''] }: Commit): boolean {
    const [before, after] = [parent, id].map((commit) => this.campaign.past.hydratedAt(commit).state) as [GameState, GameState]
    if (before.next.phase === after.next.phase && before.next.actor === after.next.actor && equal(before.next.waiting, after.next.waiting))
      return false
    const call = towards(this.line.end, after)
    return call !== undefined && this.#plays(call)
  }

  /** Applies the designer's edit again, as far as it fits. A commit that isn't a beat had no number of its own. */
  async #edit(commit: Commit, isForeign: boolean): Promise<void> {
    const { history, past } = this.campaign
    const { beat, params } = parseBeatMessage(commit)
    const { n, subject } = beat
    const before = history.commit(commit.parents[0] ?? '').tree
    const changes = history.changed(before, commit.tree).filter(({ path }) => !isTableOwned(path))
    const steps = changes
      .map(({ path }) => ({ path, from: past.bytes(before, path), to: past.bytes(commit.tree, path) }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1))
    // Today's world has the edits already, apart from what they did to the story's state.
    const { files, conflicts } =
      this.span.world === undefined
        ? mergeSteps(steps, (path) => this.line.bytes(path))
        : { files: stateEdits(steps, (path) => this.line.bytes(path)), conflicts: [] }
    const { assistant, nodes } = params
    // What a model wrote stays the model's.
    const repeats: Params = { replays: commit.id, ...(assistant === undefined || nodes === undefined ? {} : { assistant, nodes }) }
    const next = isForeign ? (this.record === 'kept' ? (now: Next) => extraBeat(now) : (now: Next) => now) : undefined
    const conflict = (problem: Skipped['problem']): void => void this.#conflicts.push({ commit: commit.id, n, subject, problem })
    for (const { path, what } of conflicts) conflict(new Problem('conflict', `${what}. This part of the edit is left out.`, { file: path }).toJSON())
    try {
      await this.line.edit(files, subject, repeats, next, this.span.world === undefined ? modesOf(changes) : undefined)
    } catch (thrown) {
      if (!(thrown instanceof Problem)) throw thrown
      conflict(thrown.toJSON())
      await this.line.edit(new Map(), `${LEFT_OUT}${subject}`, { replays: commit.id }, next)
    }
    this.#replayed++
    if (conflicts.length === 0) this.#same++
  }

  async #differs(commit: Commit, subject: string, rolls: readonly Roll[]): Promise<void> {
    const { beat } = parseBeatMessage(commit)
    const words = (all: readonly Roll[]): string[] =>
      all.map((roll) => rollWords(roll, (id) => (id === DM ? 'the DM' : nameOf(this.line.end.state, id))))
    this.#first = {
      commit: commit.id,
      n: beat.n,
      was: beat.subject,
      is: subject,
      rollsWere: words(beat.rolls),
      rollsAre: words(rolls),
      changes: await this.#compared(commit)
    }
  }

  /** The differences between the line's end and a commit in the game's words, without those that the edits made themselves. */
  async #compared(commit: Commit): Promise<Replayed['groups']> {
    return grouped((await this.#lines(commit)).filter((line) => !this.#edited.has(lineKey(line))))
  }

  /** The same, with what today's edits made. */
  async #lines(commit: Commit): Promise<DifferenceLine[]> {
    const { past } = this.campaign
    const { state, lore, root } = this.line.end
    const changed = new Map(
      difference(this.line.objects.tree, commit.tree, root)
        .filter(({ path }) => (this.span.world !== undefined || !path.startsWith('rules/')) && path !== FILES.version && path !== FILES.next)
        .map(({ path, from, to }) => [path, from ? (to ? 'changed' : 'removed') : 'added'] as const)
    )
    const game = await past.listsAt(commit.tree)
    const a: Side = { ...past.files.at(commit.tree), game, text: (path) => ifReadable(() => past.files.text(commit.tree, path)) }
    const b: Side = { state, lore, game: this.line.end.game, text: (path) => ifReadable(() => this.line.text(path)) }
    const isStory = ({ kind, id }: ReturnType<typeof allLines>[number]): boolean => kind !== 'rules' && !(kind === 'table' && id === 'next')
    return allLines({ a, b, changed }).filter(isStory)
  }

  async report(): Promise<Replayed> {
    const { past } = this.campaign
    const isOtherEngine = past.versionAt(this.campaign.history.commit(this.span.from).tree).engine !== ENGINE
    return {
      from: this.span.from,
      to: this.span.to,
      beats: this.#commits.length,
      replayed: this.#replayed,
      same: this.#same,
      ...(this.#first ? { first: this.#first } : {}),
      skipped: this.skipped,
      conflicts: this.#conflicts,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
      groups: await this.#compared(this.#last),
      broken: this.#broken,
      ...(isOtherEngine ? { otherEngine: true } : {})
    }
  }
}

/** A line of a comparison, to find it again in a later one. */
const lineKey = ({ kind, id, words }: DifferenceLine): string => `${kind}\n${id}\n${words}`

/** The turn's counters after `extra` beats that the original line doesn't have. The offset keeps the dice of the replayed beats. */
const extraBeat = (next: Next, extra = 1): Next => ({ ...next, beat: next.beat + 1, dice: { ...next.dice, offset: (next.dice.offset ?? 0) + extra } })

/** Whether the facts let a story event begin in other files; one that wasn't there couldn't. */
const begunIn = ({ lore, state }: Pick<Side, 'lore' | 'state'>, id: string): boolean =>
  lore.story.some((event) => event.id === id && holds(state.facts, event.starts_when))

const sameRoll = (roll: Roll, other: Roll | undefined): boolean =>
  other !== undefined && roll.expr === other.expr && roll.total === other.total && roll.need === other.need && roll.outcome === other.outcome
