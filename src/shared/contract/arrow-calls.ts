import { z } from 'zod'
import { type AssistantMessage, type ArrowCallResult, MAX_REACH_STEPS, MAX_REACH_RUNS, type PagePlayer, type ReachReport } from '../../arrow'
import { Commit, mutation, query, stream, type Methods, type WorkNews } from './calls'
import { isArrowPath, MAX_ARROW_BYTES } from '../story/layout'
import type { Beat } from '../story/play'
import { NewPicture } from './workshop-calls'
import { DESIGN_PART_BYTES, type DesignDocument, type DesignPassage } from './design-documents'

const Path = z
  .string()
  .max(1000)
  .refine(isArrowPath, 'must be a file of the campaign whose name ends with .arrow, such as world/story/storm/scene.arrow')

/** A campaign's Arrow document. `event`: the story event that it is attached to, or whose folder it is in; `title`: its own, if readable. */
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

/** The characters of an attached document that match no actor and without whom the table can't play it, each with the actors of the same name. */
export interface ArrowCast {
  event?: { id: string; title: string }
  unmatched: { name: string; could: string[] }[]
}

/** What a document is attached to: a story event, or a new one that may begin at once. */
const AttachTo = z.union([
  z.strictObject({ event: z.string().max(300) }),
  z.strictObject({ title: z.string().trim().min(1).max(200), place: z.string().max(300), aim: z.string().max(1000) })
])

/** The text of a document and its version: equal texts have equal versions. */
export interface ArrowFile {
  text: string
  version: string
}

/** Many random plays of a document: its text, the numbers of plays and actions, the seed, the start, and initial values of variables by id. */
const ReachInput = z.object({
  text: z.string().max(MAX_ARROW_BYTES),
  runs: z.int().min(1).max(MAX_REACH_RUNS),
  steps: z.int().min(1).max(MAX_REACH_STEPS),
  seed: z.int().min(0).max(0xffffffff),
  from: z.int().min(0).optional(),
  assume: z.record(z.string().regex(/^\d{1,16}$/), z.union([z.number(), z.string().max(100_000), z.boolean()])).optional()
})

/** The name that a window gives its conversation with the assistant. */
const Conversation = z.string().min(8).max(100)
const ArrowId = z.int().min(0)
const DocumentText = z.string().max(MAX_ARROW_BYTES)

/** The result of the assistant's calls on a document in the protocol's form; unless they were refused, also the new text and the ids created last. */
export interface ArrowCallsDone {
  result: ArrowCallResult
  text?: string
  lastCreated?: number
}

/** The model that would answer the assistant's next request, and the estimated size and cost of its first prompt. `why`: no model is available. */
export interface ArrowModel {
  model: string
  why?: string
  tokens: number
  cost?: number
}

const Id = z.string().regex(/^[0-9a-f]{32}$/, 'must be the id of a design document')
const Upload = z.string().max(40)

/** The nodes of a document that a model has written since it was saved. */
const Assisted = z.object({ model: z.string().min(1).max(200), nodes: z.array(z.int()).max(1000) })

/** The calls about Arrow documents and design documents. */
export const arrowCalls = {
  // The calls about Arrow documents, files of the campaign.
  /** The documents at a commit; by default the current ones, with those added outside. */
  arrowFiles: query(z.object({ at: Commit.optional() })).returns<ArrowFiles>(),
  /** A document's text at a commit, or now with external changes. Throws Problem `not-found`, `bad-file` for anything but text of up to 32 MB. */
  arrowFile: query(z.object({ path: Path, at: Commit.optional() })).returns<ArrowFile>(),
  /**
   * Saves a document as one beat by the designer with this subject. `over` is the version that the caller has seen; null for a new file. Throws
   * Problem `conflict` if the version is another one now (data.version; absent if there is no file), and `refused` if nothing would change. An
   * external version that is replaced is kept in the folder `aside`. `assisted`: the model that wrote some of its nodes; the beat records it.
   * `pictures` are added to world/pictures in the same beat.
   */
  saveArrowFile: mutation(
    z.object({
      path: Path,
      text: z.string().max(MAX_ARROW_BYTES),
      subject: z.string().min(1).max(300),
      over: z.string().max(100).nullable(),
      assisted: Assisted.optional(),
      pictures: z.array(NewPicture).max(20).optional()
    })
  ).returns<{ beat: Beat; version: string; aside?: string }>(),
  /** The actors that the characters of a saved document match. Throws Problem `bad-file`. */
  arrowCast: query(z.object({ path: Path })).returns<ArrowCast>(),
  /**
   * Attaches a document to a story event as one beat by the designer; `characters` maps its characters to actors by name. Throws Problem `not-found`
   * for a missing document, event, place or actor, and `refused` if its variables can't be facts or nothing would change.
   */
  attachArrowFile: mutation(
    z.object({ path: Path, to: AttachTo, characters: z.record(z.string().max(300), z.string().max(300)).optional() })
  ).returns<{ beat: Beat }>(),
  /** The player of exported story pages. Throws Problem `not-found` if it isn't built. */
  pagePlayer: query().returns<PagePlayer>(),
  /**
   * Plays a document many times at random in a worker thread and counts what is reached. Throws Problem `bad-file` for a text that is not a document,
   * `not-found` for a start that isn't in it, `refused` when stopped.
   */
  arrowReach: stream(ReachInput).returns<WorkNews<{ done: number; of: number }, ReachReport>>(),
  /**
   * Opens a conversation with the assistant for Arrow documents: it yields the protocol's messages to an editor until the stream ends. A second
   * conversation of the same name replaces the first. Throws Problem `refused` if too many are open.
   */
  arrowAssistant: stream(z.object({ conversation: Conversation, assistant: z.enum(['built-in', 'model']) })).returns<AssistantMessage>(),
  /** Sends an editor's message of the protocol, as JSON, to an open conversation. Throws Problem `not-found` if there is none. */
  tellArrowAssistant: mutation(z.object({ conversation: Conversation, message: z.string().max(2 * MAX_ARROW_BYTES) })).returns<void>(),
  /** Runs the protocol's calls on the text of a document atomically. Saves nothing. Throws Problem `bad-file` for a text that is not a document. */
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
  arrowModel: query(z.object({ text: DocumentText, scene: ArrowId.optional() })).returns<ArrowModel>(),

  // The calls about design documents: PDFs beside the campaign, whose text is searched for the assistant.
  /** The documents of the campaign, oldest first. */
  designDocuments: query().returns<DesignDocument[]>(),
  /** Begins the upload of a PDF. Throws Problem `bad-input` for one that is too large. */
  startDesignUpload: mutation(z.object({ name: z.string().min(1).max(300), bytes: z.int().min(0) })).returns<string>(),
  /** Receives the next part of an upload, as base64. `at`: the number of bytes before it. Throws Problem `not-found` for an abandoned upload. */
  sendDesignPart: mutation(
    z.object({ upload: Upload, at: z.int().min(0), content: z.string().max(Math.ceil(DESIGN_PART_BYTES / 3) * 4) })
  ).returns<void>(),
  /** Reads an uploaded PDF in a worker and stores its text. Throws Problem `bad-file`, `refused` when stopped. The upload is always deleted. */
  readDesignDocument: stream(z.object({ upload: Upload })).returns<WorkNews<{ done: number; of: number }, DesignDocument>>(),
  /** Removes a document. It can be restored until the next one is removed. Throws Problem `not-found`. */
  removeDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** Restores the document that was removed last. Throws Problem `not-found`. */
  restoreDesignDocument: mutation(z.object({ id: Id })).returns<void>(),
  /** The pages that match a question best, best first. */
  searchDesignDocuments: query(z.object({ question: z.string().max(10_000) })).returns<DesignPassage[]>()
}
export type ArrowCalls = Methods<typeof arrowCalls>
