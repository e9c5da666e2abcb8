import { type ArrowDocument, type OpenNode, parseMarkup, plainMarkup } from '../../arrow'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import type { Write } from './outcome'
import { DM, nameOf } from './people'
import type { Cast } from './scene-cast'
import type { Scribe } from './scribe'
import type { SceneAction } from './waiting'

/** A step to log. Nodes with a serial below `known` waited before the step, so their texts are in the log already. */
export interface LoggedStep {
  document: ArrowDocument
  cast: Cast
  acted: SceneAction | undefined
  known: number
}

/** The log entries of the shown nodes, in reading order. A player's choice comes first, because the other entries follow from it. */
export function* entriesOf(shown: readonly OpenNode[], step: LoggedStep, scribe: Scribe): Generator<Write> {
  for (const node of shown.toSorted((a, b) => a.serial - b.serial)) {
    if (node.serial < step.known) yield* chosen(node, step, scribe)
    else if (!node.skipped) yield* appeared(node, step, scribe)
  }
}

/** An entry that names its verb, so that the DM doesn't narrate it again. */
const entryOf = (scribe: Scribe, kind: LogEntry['kind'], text: string, by: string): Write =>
  scribe.entry(kind, text, { by, action: scribe.call.action })

/** The entries for a player's action at a node that waited. */
function* chosen({ type, shown: { taken, character } }: OpenNode, { acted }: LoggedStep, scribe: Scribe): Generator<Write> {
  if (!acted || acted.by === DM) return
  if (type === 'dialog' && taken !== undefined) yield* said(scribe, acted.by, character, taken)
  if (type === 'interaction' && taken !== undefined && taken.trim() !== '') yield entryOf(scribe, 'system', taken, acted.by)
  if (type === 'user_input' && acted.action.do === 'input') yield entryOf(scribe, 'system', `“${String(acted.action.value)}”`, acted.by)
}

/** The entries of a node when it is shown; none for a node without text. */
export function* appeared(node: OpenNode, { document, cast }: Pick<LoggedStep, 'document' | 'cast'>, scribe: Scribe): Generator<Write> {
  const { title, brief, text, prompt, taken, character, playable } = node.shown
  switch (node.type) {
    case 'content': {
      const words = [title, brief, text].flatMap((part) => (part === undefined ? [] : [plain(part)])).filter((part) => part !== '')
      if (words.length > 0) yield entryOf(scribe, 'narration', words.join('\n'), DM)
      break
    }
    case 'monolog':
      yield* said(scribe, speakerOf(node, document, cast), character, plain(text ?? ''))
      break
    case 'dialog':
      if (taken !== undefined && playable !== true) yield* said(scribe, speakerOf(node, document, cast), character, taken)
      break
    case 'user_input':
      if (prompt !== undefined && prompt.trim() !== '') yield entryOf(scribe, 'narration', prompt, DM)
      break
  }
}

/** A line as speech of an actor, or as narration if its character has no actor. An empty line gives no entry. */
function* said(scribe: Scribe, by: string | undefined, character: string | undefined, text: string): Generator<Write> {
  if (text.trim() === '') return
  if (by !== undefined) yield entryOf(scribe, 'speech', text, by)
  else yield entryOf(scribe, 'narration', character === undefined ? `“${text}”` : `${character}: “${text}”`, DM)
}

/** The actor who says a node's line; undefined if the node has no speaker. */
export function speakerOf({ id }: OpenNode, document: ArrowDocument, cast: Cast): string | undefined {
  const character = document.resources.nodes.get(id)?.data['character']
  return typeof character === 'number' ? cast.get(character) : undefined
}

const plain = (text: string): string => plainMarkup(parseMarkup(text)).trim()

/** The first entry as one line: the speaker or actor, and the text. */
export function firstLine(state: GameState, writes: readonly Write[]): string | undefined {
  const [first] = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
  if (first?.kind === 'speech') return `${nameOf(state, first.by)}: “${first.text}”`
  return first?.kind === 'system' ? `${nameOf(state, first.by)}: ${first.text}` : first?.text
}
