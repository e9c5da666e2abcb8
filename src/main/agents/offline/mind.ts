import type { Reason } from '../../../shared/turns'
import { best, weighted, type Chance } from './chance'

/** Something that could be chosen, in words, and how much it draws. */
export interface Option<T> {
  value: T
  words: string
  weight: number
  /** What it would be for. */
  want?: string
}

/** A thing that may come about besides: `upto` is where its stretch of the roll ends, 0 … 1. */
export interface Band<T> {
  value: T
  words: string
  upto: number
  open: boolean
}

/** Options that are noted of one choice; the others are counted. */
const MAX_NOTED_OPTIONS = 24
/** Three digits are enough to read. */
const rounded = (weight: number): number => Number(weight.toPrecision(3))

/** Decides by chance, and notes what it decided from while it does: the reasons are the numbers the choice was drawn with. */
export class Mind {
  readonly reasons: Reason[] = []

  /** `chance`: the stream it decides by; details nobody asks the reason of are taken from it too. */
  constructor(readonly chance: Chance) {}

  /** Notes what a decision came from where nothing was drawn, in a sentence. */
  note(words: string): void {
    this.reasons.push({ kind: 'note', words })
  }

  /** Whether something comes about, at odds of 0 … 1. */
  happens(what: string, odds: number): boolean {
    const happened = this.chance() < odds
    this.reasons.push({ kind: 'odds', what, odds: rounded(odds), came: happened })
    return happened
  }

  /** One of several by weight; undefined when nothing draws. */
  choose<T>(what: string, options: readonly Option<T>[]): T | undefined {
    const at = weighted(
      options.map((option, i) => [i, option.weight] as const),
      this.chance
    )
    return this.#chosen('weight', what, options, at)
  }

  /** The one with the highest score; the earlier of two equals. */
  best<T>(what: string, options: readonly Option<T>[]): T | undefined {
    const at = best([...options.keys()], (i) => options[i]?.weight ?? 0)
    return this.#chosen('score', what, options, at)
  }

  /** One roll for several things: the first open one whose stretch the roll is not beyond; undefined when none comes about. */
  rolls<T>(what: string, bands: readonly Band<T>[]): T | undefined {
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
    const drawing = options
      .map((option, i) => ({ option, chosen: i === at }))
      .filter(({ option, chosen }) => by === 'score' || option.weight > 0 || chosen)
      .toSorted((a, b) => b.option.weight - a.option.weight)
    const listed = drawing.filter(({ chosen }, i) => chosen || i < MAX_NOTED_OPTIONS)
    const total = drawing.reduce((sum, { option }) => sum + option.weight, 0)
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
