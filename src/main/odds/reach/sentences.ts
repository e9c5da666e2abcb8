import { capitalised, listed } from '../../../shared/words/labels'
import type { Whom } from './findings'

/** The maximum number of names in a sentence. The others are counted. */
const MAX_LISTED = 6

const places = (names: readonly string[]): string =>
  names.length <= MAX_LISTED ? listed(names) : listed([...names.slice(0, MAX_LISTED - 1), `${names.length - MAX_LISTED + 1} other places`])

/** "Mage can never", "Mage and Thief can never", "nobody can ever". */
const never = ({ names, everybody }: Whom): string => (everybody ? 'nobody can ever' : `${listed(names)} can never`)

type Sentence = (who: Whom) => string

/** Places that can be entered but not left. */
export const neverOut =
  (inside: readonly string[]): Sentence =>
  (who) =>
    `Once in ${places(inside)}, ${never(who)} get out again.`

/** A journey after which places can't be reached again. */
export const noWayBack =
  (behind: readonly string[], ahead: readonly string[]): Sentence =>
  (who) =>
    `After going from ${places(behind)} to ${places(ahead)}, ${never(who)} come back.`

/** Places that no journey leads to. */
export const notReached =
  (lost: readonly string[], from: string): Sentence =>
  (who) =>
    capitalised(`${never(who)} reach ${places(lost)} from ${from}.`)

/** A journey that no roll completes; `stat` is the stat that it tests. */
export const notManaged =
  (from: string, to: string, stat: string | undefined): Sentence =>
  (who) =>
    capitalised(`${never(who)} get through from ${from} to ${to}${stat === undefined ? '' : `: too little ${stat}`}.`)

/** Journeys that wait for a fact. */
export const shutUntil =
  (fact: string, journeys: readonly string[]): Sentence =>
  () => {
    const shown =
      journeys.length <= MAX_LISTED ? journeys : [...journeys.slice(0, MAX_LISTED - 1), `${journeys.length - MAX_LISTED + 1} other journeys`]
    return fact.startsWith('!')
      ? `Closed while “${fact.slice(1)}” is true: ${shown.join(', ')}.`
      : `Closed until “${fact}” is true: ${shown.join(', ')}.`
  }

/** Places behind closed journeys. */
export const shutUntilThen =
  (later: readonly string[]): Sentence =>
  ({ names, everybody }) =>
    `${everybody ? 'Nobody reaches' : `${listed(names)} ${names.length === 1 ? "doesn't" : "don't"} reach`} ${places(later)} before a closed journey opens.`
