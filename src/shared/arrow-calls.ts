import { z } from 'zod'
import type { AssistantMessage } from './arrow/assistant-messages'
import type { PagePlayer } from './arrow/export/html'
import type { CallResult } from './arrow/functions/call'
import { MAX_REACH_STEPS, MAX_RUNS, type ReachReport } from './arrow/play/reach/report'
import { Commit, mutation, query, stream, type Methods, type WorkNews } from './calls'
import { isArrowPath, MAX_ARROW_BYTES } from './layout'
import type { Beat } from './play'

const Path = z
  .string()
  .max(1000)
  .refine(isArrowPath, 'must be a file of the campaign whose name ends with .arrow, such as world/story/storm/scene.arrow')

/** An Arrow document of the campaign. `event` is the story event that it is attached to, or in whose folder it lies; `title` is the one it gives itself, if it can be read. */
export interface ArrowFileInfo {
  path: string
  title?: string
  event?: { id: string; title: string }
  bytes: number
}

/** The documents by path, and the story events that have none. */
export interface ArrowFiles {
  files: ArrowFileInfo[]
  without: { id: string; title: string }[]
}

/** The characters of an attached document without whom it can't be played at the table and who match nobody, each with the actors who have that name. */
export interface ArrowCast {
  event?: { id: string; title: string }
  unmatched: { name: string; could: string[] }[]
}

/** What a document is attached to: a story event, or a new one that may begin at once. */
const AttachTo = z.union([
  z.strictObject({ event: z.string().max(300) }),
  z.strictObject({ title: z.string().trim().min(1).max(200), place: z.string().max(300), aim: z.string().max(1000) })
])

/** The text of a document, and the version that it is: the same text has the same one. */
export interface ArrowFile {
  text: string
  version: string
}

/** Many random plays of a document: its text, how many plays and actions of each, the seed, the start, and values that variables start with, by id. */
const ReachInput = z.object({
  text: z.string().max(MAX_ARROW_BYTES),
  runs: z.int().min(1).max(MAX_RUNS),
  steps: z.int().min(1).max(MAX_REACH_STEPS),
  seed: z.int().min(0).max(0xffffffff),
  from: z.int().min(0).optional(),
  assume: z.record(z.string().regex(/^\d{1,16}$/), z.union([z.number(), z.string().max(100_000), z.boolean()])).optional()
})

/** The name that a window gives a conversation with the assistant. */
const Conversation = z.string().min(8).max(100)
const ArrowId = z.int().min(0)
const DocumentText = z.string().max(MAX_ARROW_BYTES)

/** What calls of the assistant did to a document: the result in the protocol's form, and unless they were refused the new text and what was created last. */
export interface ArrowCallsDone {
  result: CallResult
  text?: string
  lastCreated?: number
}

/** The model that would answer the assistant's next request, and our estimate of what its first prompt takes and costs. `why`: no model can be asked. */
export interface ArrowModel {
  model: string
  why?: string
  tokens: number
  cost?: number
}

/** The calls about Arrow documents, files of the campaign. */
export const arrowCalls = {
  /** The documents at a commit; now, with those added outside, if none is named. */
  arrowFiles: query(z.object({ at: Commit.optional() })).returns<ArrowFiles>(),
  /**
   * The text of a document at a commit; now, with external changes, if none is named. Throws Problem `not-found`, `bad-file` for anything but text
   * of up to 32 MB.
   */
  arrowFile: query(z.object({ path: Path, at: Commit.optional() })).returns<ArrowFile>(),
  /**
   * Saves a document as one beat by the designer with this subject. `over` is the version that the caller has seen, null for none: Throws Problem
   * `conflict` if there is another one now (data.version, absent if there is no file), and `refused` if nothing would change. A version that was
   * changed outside and is replaced lies in the folder `aside` afterwards.
   */
  saveArrowFile: mutation(
    z.object({ path: Path, text: z.string().max(MAX_ARROW_BYTES), subject: z.string().min(1).max(300), over: z.string().max(100).nullable() })
  ).returns<{ beat: Beat; version: string; aside?: string }>(),
  /** Whom the characters of a document match, as it is saved. Throws Problem `bad-file`. */
  arrowCast: query(z.object({ path: Path })).returns<ArrowCast>(),
  /**
   * Attaches a document to a story event as one beat by the designer; `characters` says which actors its characters are, by name. Throws Problem
   * `not-found` for a document, an event, a place or an actor that isn't there, `refused` if its variables can't be facts or nothing would change.
   */
  attachArrowFile: mutation(
    z.object({ path: Path, to: AttachTo, characters: z.record(z.string().max(300), z.string().max(300)).optional() })
  ).returns<{
    beat: Beat
  }>(),
  /** The player of exported story pages. Throws Problem `not-found` if it isn't built. */
  pagePlayer: query().returns<PagePlayer>(),
  /**
   * Plays a document many times at random and counts what is reached, in a thread. Throws Problem `bad-file` for a text that is not a document,
   * `not-found` for a start that isn't in it, `refused` when stopped.
   */
  arrowReach: stream(ReachInput).returns<WorkNews<{ done: number; of: number }, ReachReport>>(),
  /**
   * Opens a conversation with the assistant for Arrow documents: the protocol's messages to an editor, until the stream is ended. Of two with one name the
   * later one stays. Throws Problem `refused` for too many.
   */
  arrowAssistant: stream(z.object({ conversation: Conversation, assistant: z.enum(['built-in', 'model']) })).returns<AssistantMessage>(),
  /** Sends an editor's message of the protocol, as JSON, to an open conversation. Throws Problem `not-found` if there is none. */
  tellArrowAssistant: mutation(z.object({ conversation: Conversation, message: z.string().max(2 * MAX_ARROW_BYTES) })).returns<void>(),
  /** Runs the protocol's calls on the text of a document, all of them or none. Saves nothing. Throws Problem `bad-file` for a text that is not a document. */
  runArrowCalls: query(
    z.object({
      text: DocumentText,
      calls: z
        .array(z.object({ function: z.string().max(200), arguments: z.record(z.string(), z.unknown()) }))
        .min(1)
        .max(500),
      context: z.object({ scene: ArrowId.optional(), selected: z.array(ArrowId).max(10_000).optional(), lastCreated: ArrowId.optional() })
    })
  ).returns<ArrowCallsDone>(),
  /** The model that would answer about a document. Throws Problem `bad-file` for a text that is not a document. */
  arrowModel: query(z.object({ text: DocumentText, scene: ArrowId.optional() })).returns<ArrowModel>()
}
export type ArrowCalls = Methods<typeof arrowCalls>
