import { draft, type PieceDraft } from './budget'
import { defusedLine, setIn } from './fence'
import type { SeatMemory } from './memory'

/** A note as an entry of a list. */
export interface ListedNote {
  /** The path as the seat names it in recall and record. */
  path: string
  title: string
  tags: readonly string[]
}

/** A note whose name occurs in the last log entries. */
export interface NamedNote extends ListedNote {
  /** Its path in the campaign. */
  source: string
  text: string
  name: string
}

/** A seat's own notes: their number, the newest of them, and those whose names occur in the last log entries. */
export interface SeatNotes {
  total: number
  listed: readonly ListedNote[]
  named: readonly NamedNote[]
  /** What the seat remembers that has to do with the last entries. */
  memory?: SeatMemory
  /** The facts that the logs of all scenes set, for the DM: the one that was set last is the last. */
  factsByAge?: readonly string[]
}

/** The index of a seat's own notes. */
export function noteIndexDraft({ total, listed }: SeatNotes): PieceDraft[] {
  if (total === 0) return []
  const line = ({ path, title, tags }: ListedNote): string =>
    `${defusedLine(path)}: ${defusedLine(title)}${tags.length === 0 ? '' : ` (${tags.map(defusedLine).join(', ')})`}`
  const parts = ['Your notes, newest first; recall finds what is in them:', ...listed.map((note) => `  ${line(note)}`)]
  return [draft('warm', 'notes', 'Your notes', 'engine', parts, `titles and tags of ${listed.length} of your ${total} notes`)]
}

/** The notes that were named recently, as a whole. */
export const namedNoteDrafts = ({ named }: SeatNotes): PieceDraft[] =>
  named.map(({ path, source, title, tags, text, name }, at) => {
    const head = `Your note ${defusedLine(path)}${tags.length === 0 ? '' : ` (${tags.map(defusedLine).join(', ')})`}:`
    const why = `“${defusedLine(name)}” is named in the last entries`
    return draft('hot', `note:${path}`, title, source, [head, ...setIn(text).split('\n')], why, { urgency: -at })
  })
