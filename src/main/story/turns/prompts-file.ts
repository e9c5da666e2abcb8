import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { OPEN } from '../../campaign/git/disk'
import { appendAll } from '../../campaign/git/plain-files'
import { Context, INSTRUCTION, Reason, reasonTexts, type TurnRecord } from '../../../shared/turns'

/** The long part of a turn: what was told, what was sent and answered, block by block, and what the built-in table decided from. */
const Prompt = z.object({
  context: Context.optional(),
  exchanges: z.array(z.object({ messages: z.array(z.unknown()), content: z.array(z.unknown()) })),
  reasons: z.array(Reason).optional()
})

/** Where the long part of a turn stands in its file, in bytes. `zip`: compressed, in the file of those; earlier ones are not. */
export const PromptPlace = z.object({ at: z.number().int().min(0), bytes: z.number().int().min(1), zip: z.literal(true).optional() })
export type PromptPlace = z.infer<typeof PromptPlace>

/** Bytes of the longest long part that is read again. */
const MAX_PART_BYTES = 1 << 28

/** Texts of the story that were told, and what the designer added; the rest of the frame is the same at every turn. */
export const toldOf = (context: Pick<Context, 'pieces'> | undefined): string[] =>
  (context?.pieces ?? []).flatMap(({ id, kept, tier, text }) => (kept && (tier !== 'frame' || id === INSTRUCTION) ? [text] : []))

/** The long parts of turns, each as JSON in a zlib stream; they are read one at a time, so that thousands of turns need no memory. */
export class PromptsFile {
  constructor(private readonly folder: string) {}

  /** Takes the long part out of a turn and keeps it. Answers the short part and where the rest is; undefined when there is nothing long. Throws when the disk fails. */
  keep(record: TurnRecord): { short: TurnRecord; place: PromptPlace } | undefined {
    const { context, reasons, ...short } = record
    if (context === undefined && reasons === undefined && short.exchanges.length === 0) return undefined
    const exchanges = short.exchanges.map(({ messages, content }) => ({ messages, content }))
    const long = deflateSync(JSON.stringify({ context, exchanges, reasons }))
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

  /** A turn with its long part again; as it is when that cannot be read any more. */
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

  /** Texts of the story that were told, and the reasons of the built-in table, for search: unchecked, [] when they cannot be read. */
  told(place: PromptPlace): string[] {
    try {
      const { context, reasons } = JSON.parse(this.#text(place)) as z.infer<typeof Prompt>
      return [...toldOf(context), ...reasonTexts(reasons)]
    } catch {
      return []
    }
  }

  /** Throws when it cannot be read. */
  #text({ at, bytes, zip }: PromptPlace): string {
    if (bytes > MAX_PART_BYTES) throw new RangeError('no turn is as long')
    const file = openSync(this.#file(zip === true), OPEN.read)
    try {
      const buffer = Buffer.alloc(bytes)
      const kept = buffer.subarray(0, readSync(file, buffer, 0, bytes, at))
      return (zip ? inflateSync(kept, { maxOutputLength: MAX_PART_BYTES }) : kept).toString('utf8')
    } finally {
      closeSync(file)
    }
  }

  #file = (zip: boolean): string => join(this.folder, zip ? 'prompts.zlib' : 'prompts.jsonl')
}
