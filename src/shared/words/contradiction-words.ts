import type { Contradiction, ContradictionKind, JudgePrice, JudgeReport } from '../analysis/contradictions'
import { counted } from './labels'

/** The kinds in words. */
export const CONTRADICTIONS: Readonly<Record<ContradictionKind, string>> = {
  voice: 'A dead or absent character speaks',
  harm: 'Wrong injury or condition',
  thing: 'An item that nobody has',
  player: "Acts for a player's character",
  way: 'Uses a closed journey',
  fact: 'Wrong name, number, hour or place',
  secret: 'Reveals a secret',
  repeat: 'Repeats the log',
  decree: 'Ends a part of the story without play'
}

/** The source of a contradiction that a model found. */
export const judgedBy = (model: string): string => `Judged by ${model}.`

/** The estimated cost of judging, in words. */
export function priceWords({ model, beats, requests, input, output, cost, outdated = 0 }: JudgePrice): string {
  if (beats === 0) return `${model} has judged every beat.`
  const price = cost === undefined ? `Proscenium doesn't know the price of ${model}` : `about $${cost.toFixed(cost < 0.1 ? 4 : 2)}`
  const again = outdated === 0 ? '' : ` The earlier judgments of ${counted(outdated, 'beat')} are out of date and no longer count.`
  return `${model} would judge ${counted(beats, 'beat')} in ${counted(requests, 'request')} with about ${counted(input + output, 'token')}: ${price}.${again}`
}

/** The result of judging, in words. */
export function judgedWords({ model, beats, contradictions, usage, left, understood, problem }: JudgeReport): string {
  const cost = usage.cost === undefined ? '' : ` It cost $${usage.cost.toFixed(usage.cost < 0.1 ? 4 : 2)}.`
  const rest = left === 0 ? '' : ` ${counted(left, 'beat')} ${left === 1 ? 'is' : 'are'} left.`
  return `${problem === undefined ? '' : `${problem} `}${model} judged ${counted(beats, 'beat')} and found ${counted(contradictions, 'contradiction')}.${rest}${cost}${understood.length === 0 ? '' : ` Its reports were nearly right. ${understood.join(' ')}`}`
}

/** A quote between quotation marks, unless it begins with one. */
export const quoted = (quote: string): string => (/^["“«]/.test(quote) ? quote : `“${quote}”`)

/** Those of a beat's contradictions that are in one of its entries, by the entry's text. */
export const inText = (all: readonly Contradiction[], text: string): Contradiction[] =>
  all.filter(({ quote, from, to }) => text.slice(from, to) === quote)
