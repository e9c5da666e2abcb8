import type { OddsProgress } from '../../shared/analysis/odds'
import type { Dice, Look, Range, Roll, RollOptions } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import { judge, parseDice, totalOf } from '../engine/dice'
import { watched } from '../rules/vm/watched'
import { totalsOf } from './distribution'
import { ONE, type Ratio, ratio, times } from './ratio'

/** Every outcome of a run with its exact chance, or why they were not counted. `runs` is the number of runs it took. */
export type Outcomes<T> = { exact: true; leaves: { value: T; chance: Ratio }[]; runs: number } | { exact: false; why: string; runs: number }

/** The number of runs after which counting gives up. */
export const MAX_RUNS = 20_000

/** The number of runs between two yields. They take some milliseconds. */
const RUNS_PER_STEP = 16

/** How finely a roll is split: by outcome (success or failure, or table row), by total, or by faces. */
const GRAINS = ['outcome', 'total', 'faces'] as const
type Grain = (typeof GRAINS)[number]

interface Question {
  expr: string
  options: RollOptions
  ranges: readonly Range[] | undefined
}
/** A roll on the path to a leaf: its equivalent parts, and the index of the part that it has in the current run. */
interface Fallen extends Question {
  words: string
  grain: Grain
  parts: Parts
  at: number
  /** The finest grain that the rule has read in any run since the roll was split this way. */
  seen: Grain
  /** The number of leaves before the first run with this roll. */
  before: number
}
interface Parts {
  count: number
  part(index: number): { roll: Roll; chance: Ratio }
}

/** Thrown through a run to end it when there are more outcomes than the limit allows. */
class TooMany extends Error {}

/** A step between two pauses. Some steps report progress. */
export type Step = OddsProgress | undefined

/** Runs all steps of a computation without pausing. */
export function finished<T>(steps: Generator<Step, T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Runs all steps of a computation and awaits `pause` between two of them; `tell` receives the progress. Throws Problem `refused` when stopped. */
export async function between<T>(
  steps: Generator<Step, T>,
  pause: () => Promise<unknown>,
  stop?: { readonly aborted: boolean },
  tell?: (at: OddsProgress) => void
): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (step.value) tell?.(step.value)
    await pause()
    if (stop?.aborted) throw new Problem('refused', 'The odds calculation was cancelled. Start it again.')
  }
}

/**
 * Every outcome of `run`, by a depth-first walk through the tree of all possible rolls. Each run is given the results of the rolls so far; later
 * rolls get their first part.
 *
 * A roll is split no finer than the rule can distinguish, so a save has two branches instead of twenty. This is sound for any rule, because a run
 * depends only on its inputs and on what it reads of its rolls. The walk observes these reads. If a run reads a total or a face that its part
 * doesn't determine, the walk discards everything counted below that roll and splits the roll finer. In the remaining leaves, no run has read
 * anything that differs within a part, so every roll of a part would have run the same. The chance of a leaf is the product of the chances of its
 * parts, each the exact share of the faces. The parts of a roll contain every combination once, so the leaves add up to 1.
 *
 * Yields after every few runs. Throws what `run` throws.
 */
export function* walking<T>(run: (dice: Dice) => T, limit = MAX_RUNS): Generator<undefined, Outcomes<T>> {
  const path: Fallen[] = []
  const leaves: { value: T; chance: Ratio }[] = []
  /** The grain at which a roll at a depth had to be split before. Starting with it saves runs, and a finer split is always sound. */
  const learnt = new Map<string, Grain>()
  for (let runs = 1; ; runs++) {
    if (runs > limit) return { exact: false, why: `the dice can fall in more than ${limit} ways`, runs }
    if (runs % RUNS_PER_STEP === 0) yield undefined
    const walk = new Walk(path, leaves.length, limit, learnt)
    const ended = attempt(() => run(walk.dice))
    if (walk.excess !== undefined) return { exact: false, why: walk.excess, runs }
    const rough = path.findIndex(({ seen, grain }) => GRAINS.indexOf(seen) > GRAINS.indexOf(grain))
    const coarse = path[rough]
    if (coarse) {
      leaves.length = coarse.before
      path.length = rough
      learnt.set(keyOf(coarse, rough), coarse.seen)
      continue
    }
    if ('thrown' in ended) throw ended.thrown
    leaves.push({ value: ended.value, chance: path.reduce((chance, { parts, at }) => times(chance, parts.part(at).chance), ONE) })
    for (let last = path.at(-1); last && ++last.at >= last.parts.count; last = path.at(-1)) path.pop()
    if (path.length === 0) return { exact: true, leaves, runs }
  }
}

const attempt = <T>(work: () => T): { value: T } | { thrown: unknown } => {
  try {
    return { value: work() }
  } catch (thrown) {
    return { thrown }
  }
}

const keyOf = ({ expr, options }: Question, depth: number): string => `${depth} ${expr} ${options.label ?? ''}`
/** The identity of a roll. A rule must make the same roll at the same point of every run. */
const wordsOf = ({ expr, options }: Question): string => JSON.stringify([expr, options])

/** One run through the tree, along `path` and beyond its end. */
class Walk {
  /** Why the tree is too large; undefined as long as it isn't. */
  excess: string | undefined
  private depth = 0

  constructor(
    private readonly path: Fallen[],
    private readonly before: number,
    private readonly limit: number,
    private readonly learnt: ReadonlyMap<string, Grain>
  ) {}

  readonly dice: Dice = {
    roll: (expr, options) => {
      const { roll, look } = this.fall(expr, options ?? {})
      return watched(roll, ['total', 'dice'], (member) => look(member as Look))
    },
    watch: (expr, options, ranges) => this.fall(expr, options, ranges)
  }

  private fall(expr: string, options: RollOptions, ranges?: readonly Range[]): { roll: Roll; look: (member: Look) => void } {
    const depth = this.depth++
    const question = { expr, options, ranges }
    const fallen = this.path[depth] ?? this.first(question, depth)
    if (fallen.words !== wordsOf(question)) throw new Problem('rule-failed', `A rule rolled ${expr} where it had rolled ${fallen.expr} before.`)
    this.path[depth] = fallen
    return {
      roll: fallen.parts.part(fallen.at).roll,
      look: (member) => {
        const grain: Grain = member === 'total' ? 'total' : 'faces'
        if (GRAINS.indexOf(grain) > GRAINS.indexOf(fallen.seen)) fallen.seen = grain
      }
    }
  }

  private first(question: Question, depth: number): Fallen {
    const grain = this.learnt.get(keyOf(question, depth)) ?? 'outcome'
    const parts = split(question, grain)
    if (!parts || parts.count > this.limit) {
      this.excess = `${question.expr} alone can fall in more than ${this.limit} ways`
      throw new TooMany(this.excess)
    }
    return { ...question, words: wordsOf(question), grain, parts, at: 0, seen: 'outcome', before: this.before }
  }
}

/** The parts of a roll at a grain; undefined if it has too many totals to count. */
function split(question: Question, grain: Grain): Parts | undefined {
  if (grain === 'faces') return faces(question)
  const totals = totalsOf(question.expr)
  if (!totals) return undefined
  const parts = new Map<string, { roll: Roll; ways: bigint }>()
  for (const [total, count] of totals.to) {
    // No part has `faces`, so a rule that reads them has the roll split by faces.
    const roll = judge({ expr: question.expr, dice: [], total }, question.options)
    const row = question.ranges?.findIndex(([least, most]) => total >= least && total <= most)
    const key = grain === 'total' ? String(total) : `${roll.outcome ?? ''} ${row ?? ''}`
    const part = parts.get(key)
    if (part) part.ways += count
    else parts.set(key, { roll, ways: count })
  }
  const list = [...parts.values()].map(({ roll, ways: count }) => ({ roll, chance: ratio(count, totals.all) }))
  return { count: list.length, part: (index) => at(list, index) }
}

/** Every combination of faces. The first die changes slowest. */
function faces({ expr, options }: Question): Parts {
  const terms = parseDice(expr)
  const sides = terms.flatMap((term) => (term.sides === 0 ? [] : Array.from({ length: term.count }, () => term.sides)))
  const count = sides.reduce((product, each) => product * each, 1)
  return {
    count,
    part(index) {
      let rest = index
      const dice: number[] = []
      for (const each of sides.toReversed()) {
        dice.unshift((rest % each) + 1)
        rest = Math.floor(rest / each)
      }
      return { roll: judge({ expr, dice, total: totalOf(terms, dice) }, options), chance: ratio(1, count) }
    }
  }
}

function at<T>(list: readonly T[], index: number): T {
  const part = list[index]
  if (part === undefined) throw new RangeError(`There is no part ${index}.`)
  return part
}
