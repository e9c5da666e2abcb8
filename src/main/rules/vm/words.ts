// Runs inside the sandbox; rules import it from 'proscenium'.
import { isPlural } from '../../../shared/words/plural'
import type { Item, Place } from '../../../shared/story/state'
import type { RuleState } from '../rule-state'
import type { Tools } from './tools'

declare const game: Tools['game']

/** Words for the slots of a line, by letter. A list of several takes plural verbs, and so does what sounds like several: "the Gannet Rocks". */
export type LineSlots = Readonly<Record<string, string | readonly string[]>>

/** A line with its slots filled: `$P` is a slot, `[P:stands|stand]` a verb that agrees with it. A slot at the start of a sentence is capitalized. */
export const fill = (line: string, slots: LineSlots): string =>
  line.replace(/\$([A-Z])|\[([A-Z]):([^|\]]*)\|([^\]]*)\]/g, (_, slot: string | undefined, whose: string, one: string, many: string, at: number) => {
    const words = slots[slot ?? whose] ?? ''
    const text = typeof words === 'string' ? words : names(words)
    if (slot === undefined) return (typeof words !== 'string' && words.length > 1) || isPlural(text) ? many : one
    return at === 0 || /[.!?”] $/.test(line.slice(0, at)) ? cap(text) : text
  })

/** The next line for an action: one further each time the action is played in a session, so that none repeats before all were used. */
export const tell = (state: RuleState, action: string, lines: readonly string[], slots: LineSlots = {}): string =>
  fill(lines[(state.table.played[action] ?? 0) % lines.length] ?? '', slots)

/** The text with its first letter in upper case. */
export const cap = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** "Wren", "Wren and Oswin", "Wren, Oswin and Tam". */
export function names(list: readonly string[]): string {
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`
}

/** A place's name inside a sentence: "the Cellar", "Clint Top". */
export const placeName = (place: Place | undefined): string => (place?.name ?? 'nowhere').replace(/^The /, 'the ')

const inside = new Map<string, string>()
/** An item's name inside a sentence, as its bearer calls it. */
export function itemName(entry: Item): string {
  const name = entry.name ?? game.equipment[entry.item]?.name ?? entry.item
  const before = inside.get(name)
  if (before !== undefined) return before
  const made = lower(name.replace(/^(the|a|an) /i, ''))
  inside.set(name, made)
  return made
}
/** Lower case, unless a second capital marks a proper name. */
const lower = (text: string): string => (/\s[A-Z]/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1))

/** "10 minutes", "an hour", "3 hours", "2 days". */
export function span(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour' : `${hours} hours`
  const days = Math.round(hours / 24)
  return days === 1 ? 'a day' : `${days} days`
}

/** The minutes of `N[-M] minute|hour|day(s)`; for a span, the middle. */
export function minutesOf(duration: string): number {
  const [, least = '10', most = least, unit = 'minute'] = /^\s*(\d+)(?:\s*-\s*(\d+))?\s*(minute|hour|day)/.exec(duration) ?? []
  const factor = unit === 'day' ? 1440 : unit === 'hour' ? 60 : 1
  return Math.floor(((Number(least) + Number(most)) / 2) * factor)
}
