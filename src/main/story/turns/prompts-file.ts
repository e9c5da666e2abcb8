import { closeSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { z } from 'zod'
import { OPEN } from '../../campaign/git/disk'
import { appendAll } from '../../campaign/git/plain-files'
import { Context, INSTRUCTION, Reason, reasonTexts, type TurnRecord } from '../../../shared/table/turns'

/** The words that the first dictionary has for reasons of the built-in table, and those that the table uses now. */
const REWORDED: readonly (readonly [string, string])[] = [
  ['Somebody comes even to a safe place', 'A character comes by even though the place is safe'],
  [' is out of breath and is asked alone.', ' is exhausted, so the DM calls on them alone.'],
  ['There was no occasion for that.', 'No action for that was possible.'],
  ['so the scene goes on from where the party stands.', 'so the story continues where the party is.'],
  ['Close the scene, which has gone on for a while', 'Close a scene that has lasted a while'],
  [
    'Something presses, so what draws less than a tenth as much is left out.',
    'The situation is urgent, so options with less than a tenth of the highest weight are left out.'
  ],
  ['Nothing has been told yet this turn, so what happened is told first.', 'The DM has narrated nothing yet this turn, so that comes first.'],
  ['Something besides', 'Something else'],
  ['The place harms somebody', 'The place harms a character'],
  ['Somebody comes by', 'A character comes by'],
  ['Whoever roams goes on', 'A wandering character moves on'],
  ['Those who did least lately come first: ', 'Players who have done least lately come first: '],
  ['of the strength is left.', 'of their strength is left.'],
  ['What was said aloud this turn draws much more.', 'Options mentioned aloud this turn weigh much more.'],
  ['tend and mend', 'heal and repair']
]

const FIRST = [
  '{"context":{"who":"DM","beat":,"pieces":[{"id":"rules","title":"","tier":"frame","source":"engine","text":"","tokens":,"kept":true,"why":""},{"id":"","title":"","tier":"hot","source":"world/',
  '{"role":"user","content":[{"type":"tool_result","tool_use_id":"toolu_","content":"<story piece=\\"","is_error":true}]},{"role":"assistant","content":[{"type":"thinking","thinking":"","signature":""},{"type":"text","text":""},{"type":"tool_use","id":"toolu_","name":"","input":{',
  '","as":"","input_schema":{"type":"object","properties":{"":{"type":"string","enum":["","description":""}},"required":[""],"additionalProperties":false},"action":"',
  '{"exchanges":[],"reasons":[{"kind":"note","words":"The summary of the scene is due."}]}{"exchanges":[],"reasons":[{"kind":"note","words":"The scene has had its turns, so it ends."}]}',
  '{"kind":"odds","what":"Somebody comes even to a safe place","odds":0.25,"came":false},{"kind":"note","words":" is out of breath and is asked alone."},{"kind":"note","words":"There was no occasion for that."}',
  '{"kind":"note","words":"No story event is ready, so the scene goes on from where the party stands."},{"kind":"odds","what":"Close the scene, which has gone on for a while","odds":0.25,"came":false}',
  '{"kind":"note","words":"Something presses, so what draws less than a tenth as much is left out."},{"kind":"choice","by":"score","what":"The action that pays most","options":[{"words":"attack: ","weight":',
  '{"words":"cast spell: ","weight":1,"want":"to search"},{"words":"search: ","weight":1,"want":"to search"},{"words":"use item: ","weight":1,"want":"to tend and mend"},{"words":"drop item: ","weight":0.01,"want":"to travel light"},',
  '{"words":"give: ","weight":0.02,"want":"to tend and mend"},{"words":"talk: ","weight":1,"want":"to talk"},{"words":"rest: ","weight":0.1,"want":"to rest"},{"words":"traverse: ","weight":1,"want":"to go on"},{"words":"interact: ","weight":1,"want":"to talk"},',
  '{"exchanges":[],"reasons":[{"kind":"note","words":"Nothing has been told yet this turn, so what happened is told first."}]}',
  '{"exchanges":[],"reasons":[{"kind":"choice","by":"weight","what":"Something besides","options":[{"words":"Nothing","weight":0.4},{"words":"The place harms somebody","weight":0.2},{"words":"A bystander speaks","weight":0.2},{"words":"Somebody comes by","weight":0.1},{"words":"Whoever roams goes on","weight":0.09},{"words":"A deed is rewarded","weight":0.07},{"words":"A table is rolled","weight":0.06},{"words":"A torch burns down","weight":0.03},{"words":"A quarter of an hour goes by","weight":0.03},{"words":"Somebody friendly gives a thing","weight":0.02}],"total":1,"chosen":0,"others":0},{"kind":"odds","what":"Call on everybody","odds":0.55,"came":false},{"kind":"note","words":"Those who did least lately come first: "},{"kind":"odds","what":"Call on two rather than one","odds":0.6,"came":true}]}',
  '{"exchanges":[],"reasons":[{"kind":"note","words":"A careful player: rest × 1.5, talk × 1.3, tend and mend × 1.3. 100 % of the strength is left."},{"kind":"choice","by":"weight","what":"What to do","options":[{"words":"travel: down to  (10 minutes)","weight":0.45,"want":"to go on"},{"words":"help: : help with what they try next","weight":0.035,"want":"to tend and mend"}],"total":1,"chosen":0,"others":13},{"kind":"odds","what":"Write a note","odds":0.12,"came":false},{"kind":"odds","what":"Whisper to the DM","odds":0.05,"came":false},{"kind":"odds","what":"Say something first","odds":0.4,"came":true}]}',
  '{"exchanges":[],"reasons":[{"kind":"note","words":"A dry player: talk × 1.4, go on × 1.1. 100 % of the strength is left."},{"kind":"note","words":"A bold player: go on × 1.5, fight × 1.3, rest × 0.6. 100 % of the strength is left."},{"kind":"note","words":"What was said aloud this turn draws much more."},{"kind":"choice","by":"weight","what":"What to do","options":[{"words":"travel: '
].join('')

/**
 * Texts that many long parts of turns contain, for compressing them, the most frequent last. New parts use the first of these dictionaries. A part
 * can be read only with the dictionary with which it was written, so a dictionary never changes and is never removed.
 */
export const PROMPT_DICTIONARIES: readonly Buffer[] = [REWORDED.reduce((text, [from, to]) => text.replaceAll(from, to), FIRST), FIRST].map((text) =>
  Buffer.from(text)
)

/** The long part of a turn: the context, the requests and responses, and the reasons of the built-in table. */
const Prompt = z.object({
  context: Context.optional(),
  exchanges: z.array(z.object({ messages: z.array(z.unknown()), content: z.array(z.unknown()) })),
  reasons: z.array(Reason).optional()
})

/** The position of a turn's long part in its file, in bytes. `zip`: compressed, in prompts.zlib. Older parts are in an uncompressed file. */
export const PromptPlace = z.object({ at: z.number().int().min(0), bytes: z.number().int().min(1), zip: z.literal(true).optional() })
export type PromptPlace = z.infer<typeof PromptPlace>

/** The maximum size of a long part, in bytes. */
const MAX_PART_BYTES = 1 << 28

/** The texts of the story in a context, and the designer's instruction. The other texts of the frame are the same in every turn. */
export const contextTexts = (context: Pick<Context, 'pieces'> | undefined): string[] =>
  (context?.pieces ?? []).flatMap(({ id, kept, tier, text }) => (kept && (tier !== 'frame' || id === INSTRUCTION) ? [text] : []))

/** The long parts of turns, each as JSON in a zlib stream with a dictionary, because they are small; read one at a time to save memory. */
export class PromptsFile {
  constructor(private readonly folder: string) {}

  /** Saves a turn's long part. Returns the short part and the place of the long one; undefined without one. Throws if the disk fails. */
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
