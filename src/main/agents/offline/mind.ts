import type { Reason } from '../../../shared/table/turns'
import { best, weighted, type Chance } from './chance'

/** An option of a choice, in words, with its weight. */
export interface Option<T> {
  value: T
  words: string
  weight: number
  /** The purpose of the option. */
  want?: string
}

/** An event that may happen: `upto` is the upper end of its band of a roll, 0 … 1. */
export interface OddsBand<T> {
  value: T
  words: string
  upto: number
  open: boolean
}

/** The maximum number of options that are recorded of one choice; the others are counted. */
const MAX_NOTED_OPTIONS = 24
/** Rounds a weight to three significant digits, which are enough for readers. */
const rounded = (weight: number): number => Number(weight.toPrecision(3))

/** Makes random decisions and records the reasons for them: the weights and odds that were actually used. */
export class Mind {
  readonly reasons: Reason[] = []

  /** `chance`: the random stream for decisions. Details that need no recorded reason use it, too. */
  constructor(readonly chance: Chance) {}

  /** Records the reason of a decision that was not random, in a sentence. */
  note(words: string): void {
    this.reasons.push({ kind: 'note', words })
  }

  /** Decides whether something happens, at odds of 0 … 1. */
  happens(what: string, odds: number): boolean {
    const happened = this.chance() < odds
    this.reasons.push({ kind: 'odds', what, odds: rounded(odds), came: happened })
    return happened
  }

  /** Chooses one of several options by weight; undefined if none has weight. */
  choose<T>(what: string, options: readonly Option<T>[]): T | undefined {
    const at = weighted(
      options.map((option, i) => [i, option.weight] as const),
      this.chance
    )
    return this.#chosen('weight', what, options, at)
  }

  /** Chooses the option with the highest score; of equal ones the first. */
  best<T>(what: string, options: readonly Option<T>[]): T | undefined {
    const at = best([...options.keys()], (i) => options[i]?.weight ?? 0)
    return this.#chosen('score', what, options, at)
  }

  /** Makes one roll for several events: returns the first open one whose band the roll falls into; undefined if none happens. */
  rolls<T>(what: string, bands: readonly OddsBand<T>[]): T | undefined {
    const roll = this.chance()
    let from = 0
    const options: Option<T | undefined>[] = []
    for (const { value, words, upto, open } of bands) {
      if (!open) continue
      options.push({ value, words, weight: upto - from })
      from = upto
    }
    options.push({ value: undefined, words: 'Nothing', weight: 1 - from })
    const at = bands.filter(({ open }) => open).findIndex(({ upto }) => roll < upto)
    return this.#chosen('weight', what, options, at < 0 ? options.length - 1 : at)
  }

  #chosen<T>(by: 'weight' | 'score', what: string, options: readonly Option<T>[], at: number | undefined): T | undefined {
    if (options.length === 0) return undefined
    const candidates = options
      .map((option, i) => ({ option, chosen: i === at }))
      .filter(({ option, chosen }) => by === 'score' || option.weight > 0 || chosen)
      .toSorted((a, b) => b.option.weight - a.option.weight)
    const listed = candidates.filter(({ chosen }, i) => chosen || i < MAX_NOTED_OPTIONS)
    const total = candidates.reduce((sum, { option }) => sum + option.weight, 0)
    const chosen = listed.findIndex((one) => one.chosen)
    this.reasons.push({
      kind: 'choice',
      by,
      what,
      options: listed.map(({ option: { words, weight, want } }) => ({
        words,
        weight: rounded(weight),
        ...(want === undefined ? {} : { want })
      })),
      ...(by === 'weight' ? { total: rounded(total) } : {}),
      ...(chosen < 0 ? {} : { chosen }),
      others: options.length - listed.length
    })
    return at === undefined ? undefined : options[at]?.value
  }
}
