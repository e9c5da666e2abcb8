import { own } from '../../shared/base/json'
import { keyInText } from '../../shared/narrator/key-in-text'
import { wordsIn, type Clicked } from '../../shared/narrator/open-words'
import type { SceneTree, SceneTreeClickable, SceneTreeNarration } from '../../shared/narrator/output'
import type { LogEntry } from '../../shared/story/play'

/** A part of a text: plain, or clickable words with their id. */
type TextPart = { text: string; id?: undefined } | { text: string; id: string; clickable: SceneTreeClickable }

/** A text in parts. Words are clickable at their first occurrence; of overlapping words, only the first. */
export function stretchesOf(at: string, { text, clickable = {} }: Pick<SceneTreeNarration, 'text' | 'clickable'>): TextPart[] {
  const found = Object.keys(clickable)
    .flatMap((words) => {
      const place = keyInText(text, words)
      const one = own(clickable, words)
      return place && one ? [{ ...place, words, clickable: one }] : []
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
  const stretches: TextPart[] = []
  let from = 0
  for (const { start, end, words, clickable: one } of found) {
    if (start < from) continue
    if (start > from) stretches.push({ text: text.slice(from, start) })
    stretches.push({ text: text.slice(start, end), id: wordsIn(at, words), clickable: one })
    from = end
  }
  return from < text.length ? [...stretches, { text: text.slice(from) }] : stretches
}

/** The clicked words of a text, in reading order, each with its answer. */
export const unfolded = (at: string, text: Pick<SceneTreeNarration, 'text' | 'clickable'>, clicked: Clicked) =>
  stretchesOf(at, text).flatMap((one) => (one.id !== undefined && own(clicked, one.id) !== undefined ? [one] : []))

/** The last `most` log entries since a tree was narrated, without the clicks and their prepared answers. */
export function saidSince({ narration }: Pick<SceneTree, 'narration'>, entries: readonly LogEntry[], most: number): LogEntry[] {
  const last = narration.at(-1)?.text.trim() ?? ''
  const at = entries.findLastIndex(({ kind, text }) => (kind === 'narration' || kind === 'speech') && text.includes(last))
  return at < 0
    ? []
    : entries
        .slice(at + 1)
        .filter(({ kind, action }) => (kind === 'narration' || kind === 'speech') && action !== 'click')
        .slice(-most)
}
