import type { AbortSignalLike } from '../../../shared/base/abort'
import type { FindResult, FindNews, Flip, Spot } from '../../../shared/analysis/analysis'
import { monotonicityOf, type Monotonicity } from '../../../shared/predicate/monotonicity'
import { isTruthy } from '../../../shared/predicate/evaluate'
import type { Expression } from '../../../shared/predicate/parse'
import { timeSlices } from '../../work/time-slices'
import type { BeatLine } from './line'
import type { ExpressionReader } from './expression-reader'

const MAX_FLIPS = 500
/** The number of beats between two progress events. */
const BEATS_PER_NEWS = 1000
/** The number of beats up to which a line is only scanned, without a binary search first. */
const SHORT_LINE_BEATS = 200

/**
 * Finds where an expression is true along a line. If the expression's form allows at most one change, a binary search finds it first and reports it
 * unconfirmed. A scan of every beat follows in any case and confirms the result. Reports nothing more once stopped.
 */
export async function* find(
  expression: Expression,
  line: BeatLine,
  reading: Pick<ExpressionReader, 'at'>,
  stop: AbortSignalLike
): AsyncGenerator<FindNews> {
  const course = monotonicityOf(expression.root)
  const guess = course !== 'any' && line.count > SHORT_LINE_BEATS ? bisected(expression, line, reading, course) : undefined
  if (guess) yield { kind: 'finding', finding: guess }
  const yieldThread = timeSlices()
  const changes = new TruthChanges(line)
  for (let i = 0; i < line.count; i++) {
    if (stop.aborted) return
    if (i > 0 && i % BEATS_PER_NEWS === 0) yield { kind: 'progress', done: i, of: line.count }
    changes.add(i, reading.at(line.trees[i] ?? ''))
    await yieldThread()
  }
  const finding = changes.finding(expression.text)
  const right = guess !== undefined && guess.first?.commit === finding.first?.commit && finding.flips.length + finding.more <= 1
  yield { kind: 'finding', finding: right ? { ...finding, how: 'bisected' } : finding }
}

/** Collects the changes from the beginning of a line. */
class TruthChanges {
  readonly #flips: Flip[] = []
  #more = 0
  #unread = 0
  #was: boolean | undefined
  #first: Spot | undefined
  #last: Spot | undefined

  constructor(private readonly line: BeatLine) {}

  add(i: number, { value, unread }: { value: unknown; unread: boolean }): void {
    const is = isTruthy(value as never)
    if (unread) this.#unread++
    if (is) this.#last = spot(this.line, i)
    if (is) this.#first ??= this.#last
    if (this.#was !== undefined && is !== this.#was) {
      if (this.#flips.length < MAX_FLIPS) this.#flips.push({ ...spot(this.line, i), holds: is })
      else this.#more++
    }
    this.#was = is
  }

  finding(expression: string): FindResult {
    return {
      expression,
      how: 'scanned',
      confirmed: true,
      beats: this.line.count,
      unread: this.#unread,
      ...(this.#first ? { first: this.#first } : {}),
      ...(this.#last ? { last: this.#last } : {}),
      now: this.#was ?? false,
      flips: this.#flips,
      more: this.#more
    }
  }
}

const spot = (line: BeatLine, i: number): Spot => ({ commit: line.ids[i] ?? '', n: line.numbers[i] ?? 0 })

/** The only change between the two ends of a line, if they differ. Unconfirmed. */
function bisected({ text }: Expression, line: BeatLine, reading: Pick<ExpressionReader, 'at'>, course: Monotonicity): FindResult {
  const is = (i: number): boolean => isTruthy(reading.at(line.trees[i] ?? '').value)
  let [low, high] = [0, line.count - 1]
  const [before, now] = [is(low), is(high)]
  if (before !== now)
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (is(middle) === before) low = middle
      else high = middle
    }
  const flips = before === now ? [] : [{ ...spot(line, high), holds: now }]
  const first = before ? spot(line, 0) : flips[0] && spot(line, high)
  const last = now ? spot(line, line.count - 1) : before && course !== 'any' ? spot(line, flips[0] ? low : high) : undefined
  return {
    expression: text,
    how: 'bisected',
    confirmed: false,
    beats: line.count,
    unread: 0,
    ...(first ? { first } : {}),
    ...(last ? { last } : {}),
    now,
    flips,
    more: 0
  }
}
