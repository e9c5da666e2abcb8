import type { ContradictionKind, JudgePrice, JudgeReport } from './contradictions'

/** The kinds as people read them. */
export const CONTRADICTIONS: Readonly<Record<ContradictionKind, string>> = {
  voice: 'The dead or absent speak',
  harm: 'Hurt or unhurt against the record',
  thing: 'A thing that nobody has',
  player: "A player's character made to act",
  way: 'A closed way used',
  secret: 'A secret given away',
  repeat: 'Repeated from the log'
}

/** Who says so, where it is a model. */
export const judgedBy = (model: string): string => `${model} judges so.`

/** What judging would take, in words. */
export function priceWords({ model, beats, requests, input, output, cost, outdated = 0 }: JudgePrice): string {
  if (beats === 0) return `${model} has judged every beat.`
  const price = cost === undefined ? `Proscenium doesn't know the price of ${model}` : `about $${cost.toFixed(cost < 0.1 ? 4 : 2)}`
  const again = outdated === 0 ? '' : ` What was judged before of ${counted(outdated, 'beat')} is out of date and doesn't count any more.`
  return `${model} would judge ${counted(beats, 'beat')} in ${counted(requests, 'request')} with about ${counted(input + output, 'token')}: ${price}.${again}`
}

/** What was judged, in words. */
export function judgedWords({ model, beats, contradictions, usage, left, problem }: JudgeReport): string {
  const cost = usage.cost === undefined ? '' : ` It cost $${usage.cost.toFixed(usage.cost < 0.1 ? 4 : 2)}.`
  const rest = left === 0 ? '' : ` ${counted(left, 'beat')} ${left === 1 ? 'is' : 'are'} left.`
  return `${problem === undefined ? '' : `${problem} `}${model} judged ${counted(beats, 'beat')} and found ${counted(contradictions, 'contradiction')}.${rest}${cost}`
}

const counted = (n: number, what: string): string => `${n.toLocaleString('en')} ${what}${n === 1 ? '' : 's'}`

/** A quote between quotation marks, unless it begins with some. */
export const quoted = (quote: string): string => (/^["“«]/.test(quote) ? quote : `“${quote}”`)
