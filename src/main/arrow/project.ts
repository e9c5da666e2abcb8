import type { ArrowDocument, ArrowId } from '../../shared/arrow/document'
import type { CallContext, CallRefused } from '../../shared/arrow/functions/call'
import { readArrow } from '../../shared/arrow/read'
import { toProblem } from '../../shared/problem'

/** What the server knows of one project of a client: its mirror of the document, and where its user is. */
export interface Project {
  /** Absent until the client sent a document that can be read. */
  document?: ArrowDocument
  /** The text that the mirror was read from; equal texts aren't read again. */
  text?: string
  /** Why the last text that was sent couldn't be read, in one sentence. */
  unreadable?: string
  /** The time of the newest `file_sync`, as the client counts it. */
  timestamp?: number
  context: CallContext
}

/** Takes the text of a document into the mirror. A text that can't be read leaves the mirror as it is. Returns the reason, in one sentence. */
export function takeText(project: Project, text: string): string | undefined {
  if (text === project.text) return project.unreadable
  delete project.unreadable
  try {
    project.document = readArrow(text).document
    project.text = text
  } catch (thrown) {
    project.unreadable = toProblem(thrown).message
  }
  return project.unreadable
}

/** Puts a document that our own functions made into the mirror. */
export function putDocument(project: Project, document: ArrowDocument): void {
  if (project.document !== document) delete project.text
  project.document = document
}

/** What an editor answered to a call. */
export interface EditorAnswer {
  readonly success: boolean
  readonly result?: unknown
  readonly error?: string
  readonly code?: string
  readonly referenced_by?: readonly ArrowId[]
  readonly used_by?: readonly ArrowId[]
  readonly arrow_content?: string
}

/** Sends calls to the editor, as a batch if `batch`, and waits for what it answers. */
export type Ask = (
  calls: readonly { readonly function: string; readonly arguments: Readonly<Record<string, unknown>> }[],
  batch: boolean
) => Promise<EditorAnswer>

/** A refusal of the editor as the result of a call. */
export const refusedBy = ({ error = '', code, referenced_by, used_by }: EditorAnswer): CallRefused => ({
  success: false,
  code: code ?? 'PERMISSION_DENIED',
  error: error === '' ? 'The editor refused the call and gave no reason.' : error,
  ...(referenced_by && { referenced_by }),
  ...(used_by && { used_by })
})

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (value: unknown): value is ArrowId => typeof value === 'number' && Number.isInteger(value) && value >= 0
/** Members under which editors return the id of what a call made, in the order in which our functions make them. */
const ID_MEMBERS = ['scene_id', 'variable_id', 'character_id'] as const

/** The ids of what a call really made, in the order of making, as far as the editor tells: a plain id, or an object that names them. */
export function idsIn(result: unknown): readonly ArrowId[] {
  if (isId(result)) return [result]
  if (typeof result === 'string') return /^\d{1,16}$/.test(result.trim()) ? [Number(result)] : []
  if (!isRecord(result)) return []
  const each = result['results']
  if (Array.isArray(each)) return each.flatMap((one: unknown) => idsIn(one))
  const first = ID_MEMBERS.map((name) => result[name]).filter(isId)
  const nodes = result['created_nodes'] ?? result['entry_node_id'] ?? result['node_id']
  return [...first, ...(Array.isArray(nodes) ? nodes : [nodes]).filter(isId)]
}
