import { type ArrowDocument, type ArrowId, type CallContext, type CallRefused, isRecord, readArrow } from '../../arrow'
import { toProblem } from '../../shared/base/problem'

/** The server's state of one project of a client: its mirror of the document, and the user's position. */
export interface Project {
  /** Absent until the client has sent a valid document. */
  document?: ArrowDocument
  /** The text of the mirror; equal texts aren't parsed again. */
  text?: string
  /** Why the last text was invalid, in one sentence. */
  unreadable?: string
  /** The time of the newest `file_sync`, by the client's clock. */
  timestamp?: number
  context: CallContext
}

/** Parses the text of a document into the mirror. An invalid text leaves the mirror unchanged. Returns the reason, in one sentence. */
export function mirrorText(project: Project, text: string): string | undefined {
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

/** Puts a document from our own functions into the mirror. */
export function putDocument(project: Project, document: ArrowDocument): void {
  if (project.document !== document) delete project.text
  project.document = document
}

/** An editor's answer to a call. */
export interface EditorAnswer {
  readonly success: boolean
  readonly result?: unknown
  readonly error?: string
  readonly code?: string
  readonly referenced_by?: readonly ArrowId[]
  readonly used_by?: readonly ArrowId[]
  readonly arrow_content?: string
}

/** Sends calls to the editor, as a batch if `batch`, and waits for its answer. */
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

const isId = (value: unknown): value is ArrowId => typeof value === 'number' && Number.isInteger(value) && value >= 0
/** The members of an editor's result with the id that a call created, in our functions' order of creation. */
const ID_MEMBERS = ['scene_id', 'variable_id', 'character_id'] as const

/** The ids that a call really created, in order, as far as the editor's result contains them: a plain id, or an object with them. */
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
