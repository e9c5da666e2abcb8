import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { OPEN } from '../../campaign/git/disk'
import { appendAll } from '../../campaign/git/plain-files'
import { PROMPT_DICTIONARIES } from './prompt-dictionary'
import { Context, INSTRUCTION, Reason, reasonTexts, type TurnRecord } from '../../../shared/table/turns'

/** The long part of a turn: the context, the requests and responses, and the reasons of the built-in table. */
const Prompt = z.object({
  context: Context.optional(),
  exchanges: z.array(z.object({ messages: z.array(z.unknown()), content: z.array(z.unknown()) })),
  reasons: z.array(Reason).optional()
})

/**
 * The position of a turn's long part in its file, in bytes. `zip`: the part is compressed, in prompts.zlib. Older parts are in an uncompressed file.
 */
export const PromptPlace = z.object({ at: z.number().int().min(0), bytes: z.number().int().min(1), zip: z.literal(true).optional() })
export type PromptPlace = z.infer<typeof PromptPlace>

/** The maximum size of a long part, in bytes. */
const MAX_PART_BYTES = 1 << 28

/** The texts of the story in a context, and the designer's instruction. The other texts of the frame are the same in every turn. */
export const contextTexts = (context: Pick<Context, 'pieces'> | undefined): string[] =>
  (context?.pieces ?? []).flatMap(({ id, kept, tier, text }) => (kept && (tier !== 'frame' || id === INSTRUCTION) ? [text] : []))

/**
 * The long parts of turns, each as JSON in a zlib stream, with a dictionary because they are small. They are read one at a time, so that thousands of
 * turns need no memory.
 */
export class PromptsFile {
  constructor(private readonly folder: string) {}

  /**
   * Removes the long part from a turn and saves it. Returns the short part and the position of the long part; undefined if the turn has no long part.
   * Throws if the disk fails.
   */
  keep(record: TurnRecord): { short: TurnRecord; place: PromptPlace } | undefined {
    const { context, reasons, ...short } = record
    if (context === undefined && reasons === undefined && short.exchanges.length === 0) return undefined
    const exchanges = short.exchanges.map(({ messages, content }) => ({ messages, content }))
    const long = deflateSync(JSON.stringify({ context, exchanges, reasons }), { dictionary: PROMPT_DICTIONARIES[0] })
    const file = openSync(this.#file(true), OPEN.log)
    try {
      const at = appendAll(file, long)
      return {
        short: { ...short, exchanges: short.exchanges.map((one) => ({ ...one, messages: [], content: [] })) },
        place: { at, bytes: long.length, zip: true }
      }
    } finally {
      closeSync(file)
    }
  }

  /** A turn with its long part. If that can't be read, the turn without it. */
  whole(short: TurnRecord, place: PromptPlace): TurnRecord {
    try {
      const { context, exchanges, reasons } = Prompt.parse(JSON.parse(this.#text(place)))
      return {
        ...short,
        ...(context === undefined ? {} : { context }),
        ...(reasons === undefined ? {} : { reasons }),
        exchanges: short.exchanges.map((one, i) => ({ ...one, ...exchanges[i] }))
      }
    } catch {
      return short
    }
  }

  /** The context's texts and the built-in table's reasons, for the search. Unchecked; [] if they can't be read. */
  texts(place: PromptPlace): string[] {
    try {
      const { context, reasons } = JSON.parse(this.#text(place)) as z.infer<typeof Prompt>
      return [...contextTexts(context), ...reasonTexts(reasons)]
    } catch {
      return []
    }
  }

  /** Throws if it can't be read. */
  #text({ at, bytes, zip }: PromptPlace): string {
    if (bytes > MAX_PART_BYTES) throw new RangeError('no turn is this long')
    const file = openSync(this.#file(zip === true), OPEN.read)
    try {
      const buffer = Buffer.alloc(bytes)
      const content = buffer.subarray(0, readSync(file, buffer, 0, bytes, at))
      return (zip ? inflated(content) : content).toString('utf8')
    } finally {
      closeSync(file)
    }
  }

  #file = (zip: boolean): string => join(this.folder, zip ? 'prompts.zlib' : 'prompts.jsonl')
}

/** The bytes of the checksum of the dictionary in a zlib stream, which follows two bytes of header. */
const checksumIn = (stream: Buffer): string => stream.toString('hex', 2, 6)
const checksums = PROMPT_DICTIONARIES.map((dictionary) => checksumIn(deflateSync('', { dictionary })))

/** Decompresses a part with the dictionary that it was written with. Throws if it can't be read. */
function inflated(stream: Buffer): Buffer {
  const dictionary = PROMPT_DICTIONARIES[checksums.indexOf(checksumIn(stream))]
  return inflateSync(stream, { maxOutputLength: MAX_PART_BYTES, ...(dictionary && { dictionary }) })
}
