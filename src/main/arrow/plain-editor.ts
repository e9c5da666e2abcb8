import type { ArrowCall, ArrowDocument, ArrowId, ArrowCallResult } from '../../arrow'
import { runCall } from '../../arrow/schemas'
import { makingCall, plainCalls, type PlainCall } from './plain-calls'
import { planned, type PlannedCalls } from './planned'
import { idsIn, putDocument, refusedBy, mirrorText, type Ask, type EditorAnswer, type Project } from './project'
import { rollBack } from './roll-back'

/** The most calls for a request of an assistant. */
const MAX_CALLS = 2000

/**
 * Has an editor with only the functions of real editors carry out calls: one at a time, with real data, and connections as changes of the map. After
 * each answer the plan is computed again, with the editor's ids and its current document.
 */
export async function callPlainEditor(calls: readonly ArrowCall[], project: Project, ask: Ask): Promise<ArrowCallResult> {
  const before = project.document
  if (!before) return refusedBy({ success: false })
  const { context } = project
  const created: ArrowId[] = []
  const sent = new Set<string>()
  let after = before
  const giveUp = (answer: EditorAnswer): Promise<ArrowCallResult> => rollBack(refusedBy(answer), { before, after, made: created }, project, ask)
  for (let n = 0; n < MAX_CALLS; n++) {
    const plan = planned(before, calls, context, created)
    if (!plan.result.success) return plan.result
    const actual = project.document ?? before
    const next = nextCall(before, plan, actual, created, sent)
    if (!next) {
      project.context = plan.context
      return plan.result
    }
    if (sent.has(next.key)) return giveUp({ success: false, error: `The editor said that it did “${next.key}”, but its document shows otherwise.` })
    sent.add(next.key)
    const from = project.document
    const answer = refusalOf(next.call, await ask([next.call], false))
    const ids = follow(project, from, next, answer)
    if (!answer.success) return giveUp(answer)
    created.push(...ids)
    after = planned(after, [next.call], { ...context, polarity: 'file' }, ids).document
  }
  return giveUp({ success: false, error: `This takes more than ${MAX_CALLS} calls. Ask for less at once.` })
}

/** The next call of a plan: first every new resource, in the order of ids, then the remaining changes. */
function nextCall(
  before: ArrowDocument,
  plan: PlannedCalls,
  actual: ArrowDocument,
  created: ArrowId[],
  sent: ReadonlySet<string>
): PlainCall | undefined {
  while (created.length < plan.proposed.length) {
    const id = plan.proposed[created.length] ?? -1
    const making = makingCall(plan.document, id)
    if (making) return { key: `making of the ${created.length + 1}. thing`, call: making, makes: id }
    // A resource that the same calls create and remove is never created.
    created.push(id)
  }
  for (const one of plainCalls(before, plan.document, actual, created)) {
    // An editor may store a new resource in its own form; it was asked once to change it.
    if (sent.has(one.key) && /^(?:content|name|value|tags|place) of /.test(one.key)) continue
    return one
  }
  return undefined
}

/** Real editors report a refused removal as done, with the result false. */
const refusalOf = ({ function: name }: ArrowCall, answer: EditorAnswer): EditorAnswer =>
  answer.success && answer.result === false && name.startsWith('delete_')
    ? { ...answer, success: false, code: 'RESOURCE_IN_USE', error: 'The editor refused to remove it, because something refers to it.' }
    : answer

/** Applies the answer to a call to the mirror, which was `from` when the call was sent. Returns the ids that the call created. */
function follow(project: Project, from: ArrowDocument | undefined, { call, makes }: PlainCall, answer: EditorAnswer): readonly ArrowId[] {
  const content = answer.arrow_content === '' ? undefined : answer.arrow_content
  const isMirrored = content !== undefined && mirrorText(project, content) === undefined
  const now = project.document
  if (!answer.success || !from || !now) return []
  const [named] = idsIn(answer.result)
  const fresh = newIds(from, now, call, named)
  // The ids are in the editor's document, or in one that arrived meanwhile.
  if (makes !== undefined && (isMirrored || fresh.length > 0)) return fresh.length > 0 ? fresh : [named ?? makes]
  if (isMirrored) return []
  const own: ArrowId[] = []
  const assign = (proposed: ArrowId): ArrowId => {
    const id = (own.length === 0 ? (named ?? makes) : undefined) ?? proposed
    own.push(id)
    return id
  }
  const ran = runCall(now, call, { ...project.context, polarity: 'file', ids: { ...project.context.ids, assign } })
  if (ran.result.success) putDocument(project, ran.document)
  return makes === undefined ? [] : own.length > 0 ? own : [makes]
}

/** The ids that a call created: those that are new in the editor's document. A scene comes before its entry. */
function newIds(
  before: ArrowDocument,
  after: ArrowDocument,
  { function: name, arguments: input }: ArrowCall,
  named: ArrowId | undefined
): readonly ArrowId[] {
  const set = MADE[name] ?? 'nodes'
  const fresh = [...after.resources[set].keys()].filter((id) => !before.resources[set].has(id))
  // The user may have created something at the same time.
  const ours = fresh.filter((id) => set !== 'nodes' || after.resources.nodes.get(id)?.type === input['type'])
  const id = named !== undefined && fresh.includes(named) ? named : ours.at(-1)
  if (id === undefined) return []
  return set === 'scenes' ? [id, after.resources.scenes.get(id)?.entry ?? -1] : [id]
}
const MADE: Readonly<Record<string, 'variables' | 'characters' | 'scenes'>> = {
  create_variable: 'variables',
  create_character: 'characters',
  create_scene: 'scenes'
}
