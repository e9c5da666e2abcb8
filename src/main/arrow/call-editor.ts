import type { ArrowCall, ArrowDocument, ArrowId, ArrowCallResult } from '../../arrow'
import { planned } from './planned'
import { callPlainEditor } from './plain-editor'
import { idsIn, putDocument, refusedBy, mirrorText, type Ask, type EditorAnswer, type Project } from './project'
import { rollBack } from './roll-back'

/** An editor's declared capabilities: the protocol’s functions, batches of them, and message chunks. The default is what real editors support. */
export interface EditorCapabilities {
  readonly functions: boolean
  readonly batch: boolean
  readonly chunks: boolean
}

/**
 * Has an editor run calls, and updates the mirror with the actual result: the editor's document, or the ids in its answer. Calls that our own
 * functions refuse are not sent. In an editor with batches, several calls are one change; in another one the calls before a refusal are rolled back.
 */
export async function callEditor(calls: readonly ArrowCall[], project: Project, peer: EditorCapabilities, ask: Ask): Promise<ArrowCallResult> {
  const { document } = project
  if (!document) return refusedBy({ success: false, error: 'No document was sent yet. Send it with file_sync.', code: 'PARSE_ERROR' })
  const plan = planned(document, calls, project.context)
  if (!plan.result.success) return plan.result
  if (!peer.functions) return callPlainEditor(calls, project, ask)
  if (calls.length > 1 && !peer.batch) return callOneByOne(calls, document, project, ask)
  return settled(calls, project, document, await ask(calls, calls.length > 1))
}

async function callOneByOne(calls: readonly ArrowCall[], before: ArrowDocument, project: Project, ask: Ask): Promise<ArrowCallResult> {
  const nodes: ArrowId[] = []
  const createdIds: ArrowId[] = []
  let after = before
  let connections = 0
  for (const [i, call] of calls.entries()) {
    const [known, { context }] = [project.document ?? before, project]
    const answer = await ask([call], false)
    const result = settled([call], project, known, answer)
    if (!result.success) return { ...(await rollBack(result, { before, after, made: createdIds }, project, ask)), failed_at: i }
    const named = idsIn(answer.result)
    const plan = planned(after, [call], context, named.length > 0 ? named : [...newNames(known, project.document ?? known), ...result.created_nodes])
    createdIds.push(...plan.proposed)
    after = plan.document
    nodes.push(...result.created_nodes)
    connections += result.created_connections
  }
  return { success: true, created_nodes: nodes, created_connections: connections }
}

/** The ids of scenes, variables and characters that are new in a document. Calls create them before nodes. */
const newNames = (before: ArrowDocument, after: ArrowDocument): readonly ArrowId[] =>
  (['scenes', 'variables', 'characters'] as const).flatMap((set) => [...after.resources[set].keys()].filter((id) => !before.resources[set].has(id)))

/** Applies an editor's answer to calls to the mirror. `from` was the mirror when they were sent. */
export function settled(calls: readonly ArrowCall[], project: Project, from: ArrowDocument | undefined, answer: EditorAnswer): ArrowCallResult {
  const content = answer.arrow_content === '' ? undefined : answer.arrow_content
  const isMirrored = content !== undefined && mirrorText(project, content) === undefined
  if (!answer.success) return refusedBy(answer)
  const now = project.document
  if (!from || !now) return { success: true, created_nodes: [], created_connections: 0 }
  const ids = idsIn(answer.result)
  // A document that arrived meanwhile may contain all of it already.
  const isThere = isMirrored || (now !== from && ids.length > 0 && ids.every((id) => hasResource(now, id)))
  const plan = planned(isThere ? from : now, calls, project.context, ids)
  // The editor ran calls that our functions refuse; its next document shows the result.
  if (!plan.result.success) return { success: true, created_nodes: newNodes(from, now), created_connections: 0 }
  project.context = plan.context
  if (!isThere) {
    putDocument(project, plan.document)
    return plan.result
  }
  const nodes = newNodes(from, now)
  const { created_nodes } = plan.result
  if (created_nodes.length === nodes.length && created_nodes.every((id) => nodes.includes(id))) return plan.result
  const last = nodes.at(-1)
  project.context = { ...plan.context, ...(last !== undefined && { lastCreated: last }) }
  return { success: true, created_nodes: nodes, created_connections: plan.result.created_connections }
}

const hasResource = ({ resources }: ArrowDocument, id: ArrowId): boolean =>
  resources.nodes.has(id) || resources.scenes.has(id) || resources.variables.has(id) || resources.characters.has(id)

/** The nodes that are new in a document. */
const newNodes = (before: ArrowDocument, after: ArrowDocument): readonly ArrowId[] =>
  [...after.resources.nodes.keys()].filter((id) => !before.resources.nodes.has(id))
