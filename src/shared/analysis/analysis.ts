import { counted } from '../words/labels'
/** A beat on a line of history. */
export interface Spot {
  commit: string
  n: number
}

/** A beat at which an expression became true or false. */
export interface Flip extends Spot {
  holds: boolean
}

/** Where an expression holds along a line of history. */
export interface FindResult {
  expression: string
  /** `bisected`: the first beat was found by bisection, which is right only if the value changes at most once; `scanned`: every beat was read. */
  how: 'bisected' | 'scanned'
  /** False while only some beats were read; the answer may still change. */
  confirmed: boolean
  /** The number of beats on the line, and of those whose files can't be read; there the expression counts as false. */
  beats: number
  unread: number
  first?: Spot
  last?: Spot
  /** Whether it holds at the end of the line. */
  now: boolean
  /** Every change along the line, oldest first, up to a limit; `more` counts the rest. */
  flips: Flip[]
  more: number
}

/** An event of a search: progress or a finding. The last finding is the answer. */
export type FindNews = { kind: 'progress'; done: number; of: number } | { kind: 'finding'; finding: FindResult }

/**
 * The values of an expression along a line, in runs of equal values: run k goes from place `from[k]` to the place before `from[k + 1]`, the last
 * one to place `to`. Places count the beats of the line from 0. Null means no value: the subject doesn't exist or could not be read.
 */
export interface Watched {
  from: number[]
  values: (number | string | boolean | null)[]
  to: number
  /** The line's last commit. */
  end: string
}

/** The result of a search in one sentence. */
export function resultWords({ first, last, now, flips, more, beats }: FindResult): string {
  const changes = flips.length + more
  if (!first || !last) return `It is never true on this branch of ${counted(beats, 'beat')}.`
  if (changes === 0) return `It is true at every one of ${counted(beats, 'beat')}.`
  const since = now ? (changes === 1 ? 'and stays true' : 'and is true at the end') : `and last at beat ${last.n}`
  return `It is first true at beat ${first.n}, ${since}. It changes ${changes === 1 ? 'once' : counted(changes, 'time')}.`
}

/** How certain a finding is, and how it was found, in one sentence. */
export function howWords({ how, confirmed, beats, unread }: FindResult): string {
  const not = unread > 0 ? ` ${counted(unread, 'beat')} could not be read and ${unread === 1 ? 'counts' : 'count'} as false.` : ''
  return how === 'scanned' || confirmed
    ? `All ${counted(beats, 'beat')} checked.${not}`
    : 'The search looked at a few beats. The answer is right if the value changes only once; that is being checked.'
}
