import type { AbortSignalLike } from '../../../shared/base/abort'
import type { Params, Roll } from '../../../shared/story/play'
import { Problem, toProblem } from '../../../shared/base/problem'
import type { ConsoleLine, Drafts, Tries, TryRun, TryStep } from '../../../shared/contract/try-calls'
import type { GameState } from '../../../shared/story/state'
import { seededDice } from '../../engine/dice'
import { checkParams } from '../../engine/params'
import { DM, nameOf } from '../../engine/people'
import { counts, type Leaf } from '../../odds/count'
import { plus } from '../../odds/ratio'
import { rollWords } from '../../transcript/words'
import { timeSlices } from '../../work/time-slices'
import type { StoryReader } from '../reader'
import { type Bench, inCampaign, workbenchOf } from './bench'
import { type Came, Outcomes, ran, storyLines, type Trial } from './come'
import { count, measures, outcomesOf, type Tally } from './measures'
import { offerFor } from './tryable'

/** A call to try in the state of a commit, under the present rules with drafts over them. */
export interface Wanted {
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

/** The dice of a run. */
const diceOf = (seed: string, run: number): ReturnType<typeof seededDice> => seededDice(`try ${seed}`, run)

async function trialOf(campaign: StoryReader, { at, drafts, action, actor, params }: Wanted): Promise<Trial & { bench: Bench }> {
  const bench = await workbenchOf(campaign).at(at, drafts, campaign.snapshot.commit.id)
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
  request: Wanted & { runs: number; seed: string },
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
    count(tallies, outcome, run)
    if (run % RUNS_PER_NEWS === 0) tell({ done: run, of: asked })
    await pauseOrStop(yieldThread, stop)
  }
  const all = [...tallies.values()]
  const tries = (leaves?: readonly Leaf<Came>[]): Tries => ({ runs: run, asked, seed, measures: measures(all, leaves), ...outcomesOf(all, leaves) })
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
function mergedLeaves(leaves: readonly Leaf<Came>[]): Leaf<Came>[] {
  const by = new Map<string, Leaf<Came>>()
  for (const { value, chance } of leaves) {
    const known = by.get(value.key)
    by.set(value.key, { value, chance: known ? plus(known.chance, chance) : chance })
  }
  return [...by.values()]
}

/** One run, dice by dice, with what the rules write to the console. Throws as `tryMany` does. */
export async function tryOne(campaign: StoryReader, request: Wanted & { run: number; seed: string }): Promise<TryRun> {
  const trial = await trialOf(campaign, request)
  const { run, seed } = request
  const console: ConsoleLine[] = []
  const rolls: Roll[] = []
  const dice = diceOf(seed, run)
  const recorded = { roll: (...args: Parameters<typeof dice.roll>): Roll => (rolls.push(dice.roll(...args)), rolls.at(-1) as Roll) }
  try {
    const { done } = trial.bench.hearing(
      (line) => console.push(line),
      () => ran(trial, recorded)
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
  { actor, action, narrative, rolls, after, result }: ReturnType<typeof ran>['done'][number],
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
