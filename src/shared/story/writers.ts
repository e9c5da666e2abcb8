/**
 * Who wrote a text. `designer`: the prose, documents and rules of the campaign; `built-in`: the phrases of the built-in table and the rules as
 * Proscenium ships them; `model`: a model, an MCP client or a command; `player`: what was typed for a player's seat; `unknown`: not recorded.
 */
export const WRITER_KINDS = ['designer', 'built-in', 'model', 'player', 'imported', 'unknown'] as const
export type WriterKind = (typeof WRITER_KINDS)[number]

/** The writer of a text; `model` is its name, if it is recorded. */
export interface Writer {
  by: WriterKind
  model?: string
}

/** The writer of a call, by its seat's kind of agent; undefined for a replay. `isPlayer`: a player's seat. `model`: its name, if recorded. */
export function writerOfAgent(agent: string | undefined, isPlayer: boolean, model?: string): Writer | undefined {
  switch (agent) {
    case 'offline':
      return { by: 'built-in' }
    case 'anthropic':
      return { by: 'model', ...(model === undefined ? {} : { model }) }
    case 'mcp':
      return { by: 'model', model: 'an MCP client' }
    case 'command':
      return { by: 'model', model: model ?? 'a command' }
    case 'hand':
      return { by: isPlayer ? 'player' : 'designer' }
    default:
      return undefined
  }
}

/**
 * Where a text comes from: a file of the campaign, and in it a value by its keys (`body` for the text of a Markdown file) or a node of an Arrow
 * document; without either, the file as a whole. `text`: the passage as it is written there. `when`: the condition under which it is said.
 */
export interface TextSource {
  path: string
  keys: (string | number)[]
  node?: number
  text: string
  when?: string
}

/** A part of a text, by offsets. The parts of a text follow each other without gaps. `others`: files that have the same words and are as likely. */
export interface TextPart {
  from: number
  to: number
  writer: Writer
  source?: TextSource
  others?: TextSource[]
}

/** Who wrote the lines of a scene's log, in the order of its entries, of the private talk by player, and of the summary. */
export interface SceneWriters {
  entries: TextPart[][]
  private: Record<string, Writer[]>
  summary?: Writer
}

/** Whether a source has the same text now, another one, or is gone. `line`: where it is in its file, from 1. */
export interface SourceNow {
  now: 'same' | 'changed' | 'gone'
  line?: number
}

const NAMES: Readonly<Record<WriterKind, string>> = {
  designer: 'the designer',
  'built-in': 'built-in text',
  model: 'a model',
  player: 'the player',
  imported: 'imported',
  unknown: 'not recorded'
}

/** A writer in words, inside a sentence or a list: `the designer`, `claude-sonnet-5-5`. */
export const writerWords = ({ by, model }: Writer): string => model ?? NAMES[by]

/** The writers of parts, each once. */
export const writersOf = (parts: readonly TextPart[]): Writer[] =>
  parts.map(({ writer }) => writer).filter((one, i, all) => all.findIndex((other) => other.by === one.by && other.model === one.model) === i)

/** Whether a text may be a model's: one that isn't recorded may be, too. */
export const mayBeModels = ({ by }: Writer): boolean => by === 'model' || by === 'unknown'
