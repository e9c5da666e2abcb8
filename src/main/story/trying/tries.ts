import type { AbortSignalLike } from '../../../shared/base/abort'
import type { Params, Roll } from '../../../shared/story/play'
import { Problem, toProblem, type ProblemData } from '../../../shared/base/problem'
import type { ConsoleLine, Drafts, Tries, TryRun, TryStep, Tryable, TryActor } from '../../../shared/contract/try-calls'
import type { GameState } from '../../../shared/story/state'
import { seededDice } from '../../engine/dice'
import { checkParams } from '../../engine/params'
import { DM, nameOf, party } from '../../engine/people'
import { counts, type Leaf } from '../../odds/count'
import { plus } from '../../odds/ratio'
import { rollWords } from '../../transcript/words'
import { timeSlices } from '../../work/time-slices'
import type { StoryReader } from '../reader'
import { type DraftedSnapshot, inCampaign, draftedSnapshots } from './drafted-snapshot'
import { type TrialOutcome, Outcomes, runTrial, storyLines, type Trial } from './trial'
import { tallyRun, measures, outcomesOf, type Tally } from './measures'
import { own } from '../../../shared/base/json'
import type { ParamDef } from '../../../shared/story/game'
import { asSentence } from '../../../shared/words/labels'
import { parseBeatMessage } from '../../campaign/beat-message'
import { availabilities, everybody } from '../../engine/availability'

/** The maximum number of actors who are checked. In larger worlds those near the players come first. */
const MAX_ACTORS = 100
/** The number of actors with a failing rule after which no more actors are checked. A rule that loops takes long each time. */
const MAX_FAILED = 3

/** The actions that can be tried at a commit under the present rules, with drafts; with `action`, also by whom. Throws Problem `not-found`. */
export async function tryable(campaign: StoryReader, at: string, drafts: Drafts, action?: string): Promise<Tryable> {
  const bench = await draftedSnapshots(campaign).at(at, drafts, campaign.snapshot.commit.id)
  const { game, broken, commit } = bench
  const actions = Object.values(game.actions).map(({ name, description, file }) => ({
    action: name,
    description,
    file: `rules/${file}`,
    line: lineIn(bench, `rules/${file}`)
  }))
  if (action !== undefined) checkAction(bench, action)
  const console: ConsoleLine[] = []
  const everyone = action === undefined ? [] : byNearness(bench)
  const actors: TryActor[] = []
  for (const who of everyone) {
    const failed = actors.filter(({ problem }) => problem).length
    if (actors.length === MAX_ACTORS || failed === MAX_FAILED) break
    actors.push(tryActor(bench, who, action ?? '', console))
  }
  return {
    commit: commit.id,
    n: parseBeatMessage(commit).beat.n,
    broken,
    actions: actions.toSorted((a, b) => (a.action < b.action ? -1 : 1)),
    actors,
    more: everyone.length - actors.length,
    console
  }
}

/** The line of a rule's `available` function; 1 if it has none. */
function lineIn({ files, root }: DraftedSnapshot, path: string): number {
  const lines = files.text(root, path)?.split('\n') ?? []
  return (
    Math.max(
      0,
      lines.findIndex((line) => /^\s*(?:async )?available\b/.test(line))
    ) + 1
  )
}

/** Throws Problem `not-found`, listing the game's actions, if there is no such one, with the problem of a broken draft, which may be why. */
function checkAction({ game, broken }: DraftedSnapshot, action: string): void {
  if (Object.hasOwn(game.actions, action)) return
  const why = broken[0] ? ` ${broken[0].message}` : ''
  throw new Problem(
    'not-found',
    `This game has no action "${action.slice(0, 60)}".${why} Choose one of: ${Object.keys(game.actions).toSorted().join(', ')}.`
  )
}

/** Everybody: the DM, the players, those who are where a player is, the others. */
function byNearness({ state }: DraftedSnapshot): string[] {
  const places = new Set(party(state).map((id) => state.actors[id]?.location))
  const isNear = (id: string): boolean => id === DM || own(state.actors, id)?.kind === 'player' || places.has(own(state.actors, id)?.location)
  const all = everybody(state)
  return [...all.filter(isNear), ...all.filter((id) => !isNear(id))]
}

function tryActor(bench: DraftedSnapshot, who: string, action: string, console: ConsoleLine[]): TryActor {
  const { state, game } = bench
  const place = own(state.places, own(state.actors, who)?.location ?? '')?.name
  const asked = offerOf(bench, who, action, (line) => console.push({ ...line, by: who }))
  const reason = asked.problem ? asked.problem.message : availabilities(state, game, who, action)[0]?.reason
  return {
    id: who,
    name: who === DM ? 'the DM' : nameOf(state, who),
    ...(place === undefined ? {} : { place }),
    ...(reason === undefined ? {} : { reason }),
    ...asked
  }
}

/** The offer of the rule itself, even if it isn't the actor's turn: its parameters, or its problem. */
function offerOf(
  { state, game, hearing }: DraftedSnapshot,
  who: string,
  action: string,
  hear: (line: ConsoleLine) => void
): { params?: ParamDef[]; problem?: ProblemData } {
  try {
    const [offer] = hearing(hear, () => game.offers(state, who, [action]))
    return offer ? { params: offer.params } : {}
  } catch (thrown) {
    return { problem: inCampaign(toProblem(thrown).toJSON()) }
  }
}

/** The parameters of a call as the rule takes them now. Throws Problem `refused` with the rule's reason, `not-found`. */
function offerFor(bench: DraftedSnapshot, actor: string, action: string): { name: string; params: ParamDef[] } {
  const { state, game } = bench
  checkAction(bench, action)
  if (actor !== DM && !Object.hasOwn(state.actors, actor))
    throw new Problem('not-found', `There is nobody called "${actor.slice(0, 60)}" here. Choose one of: ${everybody(state).join(', ')}.`)
  try {
    const [offer] = game.offers(state, actor, [action])
    if (offer) return offer
    const reason = game.whyNot(state, actor, action) ?? 'the rule gives no reason'
    throw new Problem('refused', `${actor === DM ? 'The DM' : nameOf(state, actor)} can't ${action} here. ${asSentence(reason)}`)
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.code === 'refused') throw thrown
    const { code, message, data } = inCampaign(thrown.toJSON())
    throw new Problem(code, message, data)
  }
}

/** A call to try in the state of a commit, under the present rules with drafts over them. */
export interface TrialRequest {
  at: string
  drafts: Drafts
  action: string
  actor: string
  params: Params
}

/** The number of failed runs after which the rest is left out. A rule that loops takes long each time. */
const MAX_FAILED_RUNS = 10

/** The number of runs between two progress reports. */
const RUNS_PER_NEWS = 100

const diceOf = (seed: string, run: number): ReturnType<typeof seededDice> => seededDice(`try ${seed}`, run)

async function trialOf(campaign: StoryReader, { at, drafts, action, actor, params }: TrialRequest): Promise<Trial & { bench: DraftedSnapshot }> {
  const bench = await draftedSnapshots(campaign).at(at, drafts, campaign.snapshot.commit.id)
  const offer = offerFor(bench, actor, action)
  const { state, lore, game } = bench
  return { state, lore, game, actor, action, params: checkParams({ ...offer, description: '', cost: 'free' }, params), bench }
}

/**
 * Runs a call many times, each with other dice, then counts the exact odds. `tell` receives the progress, and the tries before the odds are counted.
 * Throws Problem `refused` if the rule doesn't allow the call, or when stopped.
 */
export async function tryMany(
  campaign: StoryReader,
  request: TrialRequest & { runs: number; seed: string },
  tell: (news: { done: number; of: number } | { tries: Tries }) => void,
  stop?: AbortSignalLike
): Promise<Tries> {
  const trial = await trialOf(campaign, request)
  const { runs: asked, seed } = request
  const outcomes = new Outcomes(trial)
  const tallies = new Map<string, Tally>()
  const yieldThread = timeSlices()
  let [run, failed] = [0, 0]
  for (; run < asked && failed < MAX_FAILED_RUNS; run++) {
    const outcome = outcomes.run(() => diceOf(seed, run))
    if (outcome.problem && outcome.problem.code !== 'refused') failed++
    tallyRun(tallies, outcome, run)
    if (run % RUNS_PER_NEWS === 0) tell({ done: run, of: asked })
    await pauseOrStop(yieldThread, stop)
  }
  const all = [...tallies.values()]
  const tries = (leaves?: readonly Leaf<TrialOutcome>[]): Tries => ({
    runs: run,
    asked,
    seed,
    measures: measures(all, leaves),
    ...outcomesOf(all, leaves)
  })
  tell({ tries: tries() })
  const counting = counts((dice) => outcomes.of(dice))
  for (;;) {
    const step = counting.next()
    if (!step.done) {
      await pauseOrStop(yieldThread, stop)
      continue
    }
    const counted = step.value
    if ('leaves' in counted) return { ...tries(mergedLeaves(counted.leaves)), counted: counted.runs }
    return { ...tries(), inexact: counted.why, counted: counted.runs }
  }
}

async function pauseOrStop(yieldThread: () => Promise<void>, stop: AbortSignalLike | undefined): Promise<void> {
  await yieldThread()
  if (stop?.aborted) throw new Problem('refused', 'These runs were cancelled. Run them again.')
}

/** The leaves with equal outcomes merged, with the sum of their chances. */
function mergedLeaves(leaves: readonly Leaf<TrialOutcome>[]): Leaf<TrialOutcome>[] {
  const by = new Map<string, Leaf<TrialOutcome>>()
  for (const { value, chance } of leaves) {
    const known = by.get(value.key)
    by.set(value.key, { value, chance: known ? plus(known.chance, chance) : chance })
  }
  return [...by.values()]
}

/** One run, dice by dice, with what the rules write to the console. Throws as `tryMany` does. */
export async function tryOne(campaign: StoryReader, request: TrialRequest & { run: number; seed: string }): Promise<TryRun> {
  const trial = await trialOf(campaign, request)
  const { run, seed } = request
  const console: ConsoleLine[] = []
  const rolls: Roll[] = []
  const dice = diceOf(seed, run)
  const recorded = { roll: (...args: Parameters<typeof dice.roll>): Roll => (rolls.push(dice.roll(...args)), rolls.at(-1) as Roll) }
  try {
    const { done } = trial.bench.hearing(
      (line) => console.push(line),
      () => runTrial(trial, recorded)
    )
    let before = trial.state
    const steps = done.map((step) => {
      const shown = stepOf(trial, step, before)
      before = step.after
      return shown
    })
    return { run, seed, steps, console }
  } catch (thrown) {
    const problem = inCampaign(toProblem(thrown).toJSON())
    const step: TryStep = {
      actor: nameIn(trial.state, trial.actor),
      action: trial.action,
      narrative: '',
      rolls: worded(rolls, trial.state),
      changes: []
    }
    return { run, seed, steps: rolls.length > 0 ? [step] : [], console, problem }
  }
}

const nameIn = (state: GameState, who: string): string => (who === DM ? 'the DM' : nameOf(state, who))

const worded = (rolls: readonly Roll[], state: GameState): TryStep['rolls'] =>
  rolls.map((roll) => ({ roll, words: rollWords(roll, (id) => nameIn(state, id)) }))

function stepOf(
  trial: Trial,
  { actor, action, narrative, rolls, after, result }: ReturnType<typeof runTrial>['done'][number],
  before: GameState
): TryStep {
  return {
    actor: nameIn(after, actor),
    action,
    narrative,
    rolls: worded(rolls, after),
    changes: storyLines(trial, before, after),
    ...(result === undefined ? {} : { result: JSON.stringify(result) })
  }
}
