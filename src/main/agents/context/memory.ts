import type { ContextPiece } from '../../../shared/table/turns'
import { draft, type PieceDraft } from './budget'
import { defusedLine } from './fence'

/** What a seat saw or heard in an earlier beat. `by` is a name. */
export interface Remembered {
  beat: number
  session: number
  number: number
  kind: string
  by: string
  text: string
}

/** What a seat remembers that has to do with the last entries, the most relevant first. */
export type SeatMemory = readonly Remembered[]

const MEMORY = 'memory'

/** The maximum length of one memory in a context, in characters. */
const MAX_CHARACTERS = 240

/** The memories of a seat in the order in which they happened. If there is no room for all, the least relevant are left out. */
export function memoryDraft(memory: SeatMemory): PieceDraft[] {
  if (memory.length === 0) return []
  const line = ({ beat, session, number, kind, by, text }: Remembered): string =>
    `Beat ${beat} (session ${session}, scene ${number}), ${defusedLine(by)}${kind === 'private' ? ' in private' : ''}: ${defusedLine(shortened(text))}`
  const why = 'what you saw or heard earlier that has to do with the last entries; recall finds more'
  return [draft('hot', MEMORY, 'What you remember', 'engine', ['You remember:', ...memory.map(line)], why)]
}

/** Returns whether a piece of a context has a seat's memories. */
export const hasMemories = ({ id }: Pick<ContextPiece, 'id'>): boolean => id === MEMORY

/** The memories in the text of such a piece, a line each. */
export const memoryLines = (text: string): string[] => text.split('\n').filter((line) => line.startsWith('Beat '))

const shortened = (text: string): string => (text.length <= MAX_CHARACTERS ? text : `${text.slice(0, MAX_CHARACTERS).replace(/\s\S*$/, '')} …`)
