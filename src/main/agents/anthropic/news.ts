import type { View } from '../../../shared/table/agents'
import type { Context, ContextPiece } from '../../../shared/table/turns'
import { entryLines, privateLines } from '../context/current-scene'
import { defusedLine, fenced } from '../context/fence'
import { hasMemories, memoryLines } from '../context/memory'
import { tokensOf } from '../context/tokens'

/** The parts of the story that a conversation already contains. */
export interface KnownStory {
  /** The last beat whose log entries it contains. */
  beat: number
  /** The beats of its own calls. */
  readonly own: Set<number>
  /** The text of each piece, by id, as it was last sent. */
  readonly pieces: Map<string, string>
  /** The memories that it contains, as lines. */
  readonly memories: Set<string>
  /** The last beat of each private talk that it contains, by player. */
  readonly talks: Map<string, number>
}

/** The memories of a context that are not in a conversation yet. */
const newMemories = (context: Context, known: ReadonlySet<string>): string[] =>
  includedPieces(context)
    .filter(hasMemories)
    .flatMap(({ text }) => memoryLines(text))
    .filter((line) => !known.has(line))

/** Returns whether a piece grows with the story. Of such a piece only the new lines are sent. */
const isRunning = (piece: Pick<ContextPiece, 'id'>): boolean =>
  piece.id === 'log' || piece.id === 'now' || piece.id.startsWith('private:') || hasMemories(piece)
const includedPieces = (context: Context): ContextPiece[] => context.pieces.filter((piece) => piece.kept && piece.text.trim() !== '')

/** The player whose private talk with the DM is in a view. */
const partnerOf = (view: View): string => (view.role === 'dm' ? (view.answering ?? '') : view.who)

/** The known parts at the beginning of a conversation: everything in its context. */
export function knownOf(view: View, context: Context): KnownStory {
  const talks = new Map(view.private.length === 0 ? [] : [[partnerOf(view), view.beat]])
  const pieces = new Map(includedPieces(context).map(({ id, text }) => [id, text]))
  return { beat: view.beat, own: new Set(), pieces, memories: new Set(newMemories(context, new Set())), talks }
}

/** The events since the last message, and the request of this turn. */
export interface News {
  pieces: ContextPiece[]
  text: string
}

/**
 * The message with which a conversation continues: each later log entry and private line once, each piece whose text changed (as a whole, or only its
 * changed lines), the names of removed pieces, and the request of this turn; in the middle of a turn, only the changed lines of the request.
 * Undefined if the frame changed, which needs a new conversation.
 */
export function newsOf(known: KnownStory, view: View, context: Context, isNewTurn: boolean): News | undefined {
  const now = includedPieces(context)
  const isStale = ({ id, text }: ContextPiece): boolean => known.pieces.get(id) !== text
  if (now.some((piece) => piece.tier === 'frame' && isStale(piece))) return undefined
  const entries = entryLines(view, (beat) => beat > known.beat && !known.own.has(beat))
  const talkedTo = partnerOf(view)
  const lastBeat = known.talks.get(talkedTo) ?? 0
  const lines = privateLines(view, (beat) => beat > lastBeat && !known.own.has(beat))
  const memories = newMemories(context, known.memories)
  const since = [
    ...(memories.length === 0 ? [] : [sincePiece('memory:since', 'What else you remember', ['You also remember:', ...memories])]),
    ...(entries.length === 0 ? [] : [sincePiece('log:since', 'What happened since', entries)]),
    ...(lines.length === 0 ? [] : [sincePiece(`private:${talkedTo}:since`, 'In private since', lines)])
  ]
  const changed = now.filter((piece) => !isRunning(piece) && isStale(piece)).map((piece) => changeOf(known.pieces.get(piece.id), piece))
  const present = new Set(now.map(({ id }) => id))
  const removed = [...known.pieces.keys()].filter((id) => !present.has(id) && !isRunning({ id }))
  const task = now.filter(({ id }) => id === 'now')
  const text = [
    ...since.map((piece) => piece.text),
    ...changed.map(({ piece, how }) => `${how} "${defusedLine(piece.id)}":\n${piece.text}`),
    ...(removed.length === 0 ? [] : [`No longer before you: ${removed.map((id) => `"${defusedLine(id)}"`).join(', ')}.`]),
    ...task.map((piece) => (isNewTurn ? piece.text : addedLines(known.pieces.get(piece.id), piece.text)))
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return { pieces: [...since, ...changed.map(({ piece }) => piece), ...task], text }
}

/** How a new or changed piece is sent: only its replaced or added lines, if nothing else changed and they are less than half of it. */
export function changeOf(before: string | undefined, piece: ContextPiece): { piece: ContextPiece; how: string } {
  if (before === undefined) return { piece, how: 'New' }
  const whole = { piece, how: 'New version of' }
  const [earlier, later] = [before.split('\n'), piece.text.split('\n')]
  // The first two lines are the fence and the piece's title line.
  if (earlier[0] !== later[0] || earlier[1] !== later[1]) return whole
  const isReplaced = earlier.length === later.length
  const known = new Set(earlier)
  const lines = later.filter((line, i) => (isReplaced ? line !== earlier[i] : !known.has(line)))
  if (!isReplaced && lines.length !== later.length - earlier.length) return whole
  const text = fenced(piece.id, lines.join('\n'))
  if (lines.length === 0 || text.length > piece.text.length / 2) return whole
  const how = isReplaced ? 'The rest is as before; changed lines of' : 'The rest is as before; new lines of'
  return { piece: { ...piece, text, tokens: tokensOf(text), why: `${piece.why}; only the lines that changed` }, how }
}

/** The lines that are not in the earlier text, without the first line, which only names the time. */
function addedLines(before = '', now: string): string {
  const known = new Set(before.split('\n'))
  return now
    .split('\n')
    .slice(1)
    .filter((line) => !known.has(line))
    .join('\n')
}

/** Records that a conversation contains everything up to this view. */
export function noteKnown(known: KnownStory, view: View, context: Context): void {
  known.beat = view.beat
  known.pieces.clear()
  for (const { id, text } of includedPieces(context)) known.pieces.set(id, text)
  for (const line of newMemories(context, known.memories)) known.memories.add(line)
  if (view.private.length > 0) known.talks.set(partnerOf(view), view.beat)
}

function sincePiece(id: string, title: string, lines: readonly string[]): ContextPiece {
  const text = fenced(id, lines.join('\n'))
  return {
    id,
    title,
    tier: 'hot',
    source: 'the scene',
    text,
    tokens: tokensOf(text),
    kept: true,
    why: `included: ${lines.length === 1 ? 'the line' : `the ${lines.length} lines`} since this seat was last asked`
  }
}
