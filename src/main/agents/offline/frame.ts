import { own } from '../../../shared/base/json'
import { isPlural } from '../../../shared/words/plural'

/** A pattern that matches a text. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** `{place}` is a slot. `[looks]` agrees with the slot `he`, `[m:looks]` with `mhe`, `[o:looks]` with `ohe`, by a letter below with its slot. */
const PART = /\{(\w+)\}|\[(?:([mopwgrfi]):)?(\w+)\]/g
const THINGS: Readonly<Record<string, string>> = { p: 'place', w: 'way', g: 'goal', r: 'from', f: 'feature', i: 'item' }
/** Returns whether the subject of a verb is plural. */
const isMany = (slots: Slots, whose: string): boolean => {
  const thing = own(THINGS, whose)
  return thing === undefined ? Boolean(own(slots, `${whose}many`)) : isPlural(own(slots, thing) ?? '')
}

/** A sentence with slots, such as `{n} goes to {place}.`, and a pattern that finds it in a text. */
export interface Frame {
  readonly text: string
  readonly slots: readonly string[]
  readonly pattern: RegExp
  /** The longest fixed part in lower case. Searching for it is cheaper than using the pattern. */
  readonly piece: string
}

/** Words by slot. */
export type Slots = Readonly<Record<string, string | undefined>>

const frames = new Map<string, Frame>()

/** The frame of a sentence with slots. It is computed once for each sentence. */
export function frame(text: string): Frame {
  const cached = frames.get(text)
  if (cached) return cached
  let pattern = ''
  let end = 0
  const slots: string[] = []
  const pieces: string[] = []
  for (const part of text.matchAll(PART)) {
    pieces.push(text.slice(end, part.index))
    pattern += escaped(text.slice(end, part.index)) + (part[1] === undefined ? '\\S+' : '[^\\n]{1,160}?')
    if (part[1] !== undefined) slots.push(part[1])
    end = part.index + part[0].length
  }
  const rest = text.slice(end).replace(/[.!?]+$/, '')
  const piece = [...pieces, rest].toSorted((a, b) => b.length - a.length)[0] ?? ''
  const frame = { text, slots, pattern: new RegExp(pattern + escaped(rest), 'i'), piece: piece.toLowerCase() }
  frames.set(text, frame)
  return frame
}

/** Fills the slots of a frame; undefined if a slot has no words. `many`, `mmany` and `omany` say that a pronoun takes plural verbs. */
export function filled(frame: Frame, slots: Slots): string | undefined {
  if (frame.slots.some((name) => !own(slots, name))) return undefined
  return frame.text.replace(PART, (_, slot: string | undefined, whose: string | undefined, verb: string | undefined) => {
    if (slot !== undefined) return own(slots, slot) ?? ''
    return isMany(slots, whose ?? '') ? plural(verb ?? '') : (verb ?? '')
  })
}

const IRREGULAR: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have', does: 'do', goes: 'go' }

/** Converts a verb of the third person singular to the plural: looks → look. */
export function plural(verb: string): string {
  return (
    own(IRREGULAR, verb) ??
    verb
      .replace(/ies$/, 'y')
      .replace(/(sh|ch|ss|x)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  )
}
