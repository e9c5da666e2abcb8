import {
  type ArrowCall,
  type ArrowId,
  asksForUndo,
  type AssistantMessage,
  type AssistedRun,
  beginRun,
  type ArrowCallResult,
  changesOf,
  isEmptyDiff,
  overwrittenBy,
  readArrow,
  sharedWith,
  withEdits,
  writeArrow
} from '../../../arrow'
import type { Selection } from '../../canvas/selection'
import { api } from '../../client'
import { uneditableReason } from '../../editing'
import { problemOf } from '../../problem-of'
import { useSession } from '../../session'
import { endStep, showNode } from '../edits'
import { currentOf, selectedNodes, useArrow, type OpenDocument, putOpen } from '../state'
import { putRun, undoLast, type Anchor } from './changes'
import { answererOf, conversationAt, note, putConversation, useAssistant, type Answerer } from './state'
import { assistantTexts as t } from './assistant-texts'

// The panel's side of the protocol: this window is an editor like any other, and the assistant runs in the core.

/** The connection of a conversation. */
interface Link {
  readonly id: string
  readonly answerer: Answerer
  readonly unsubscribe: () => void
  /** Messages that wait for the assistant's greeting; undefined after it. */
  waiting: object[] | undefined
  lastCreated?: ArrowId | undefined
  /** The running request: its scene and selection, and the position of its changes in the undo stack once it has any. */
  scene?: ArrowId | undefined
  selection?: Selection | undefined
  anchor?: Anchor | undefined
}

const links = new Map<string, Link>()
/** The most times that calls are rerun because the document was edited meanwhile. */
const MAX_RUNS = 8

/** Ends the connection of a conversation, or of all of them. The messages stay. */
export function endConversations(path?: string): void {
  for (const [key, link] of links) {
    if (path !== undefined && key !== path) continue
    link.unsubscribe()
    links.delete(key)
  }
}

function linkTo(path: string, answerer: Answerer): Link {
  const known = links.get(path)
  if (known?.answerer === answerer) return known
  endConversations(path)
  const id = crypto.randomUUID()
  const subscription = api.arrowAssistant.subscribe(
    { conversation: id, assistant: answerer },
    {
      onData: (message) => {
        const link = links.get(path)
        if (link?.id === id) void hear(path, link, message)
      },
      onError: (error) => fail(path, id, problemOf(error).message)
    }
  )
  const link: Link = { id, answerer, waiting: [], unsubscribe: () => subscription.unsubscribe() }
  links.set(path, link)
  return link
}

/** Ends a request that can't go on, with the reason, and its connection. */
function fail(path: string, id: string, why: string): void {
  if (links.get(path)?.id !== id) return
  endConversations(path)
  const isLost = conversationAt(path).going !== 'no'
  putConversation(path, { going: 'no', draft: '' })
  if (isLost) note(path, 'fault', why)
}

async function tell(path: string, link: Link, message: object): Promise<void> {
  if (link.waiting) {
    link.waiting.push(message)
    return
  }
  try {
    await api.tellArrowAssistant.mutate({ conversation: link.id, message: JSON.stringify(message) })
  } catch (error) {
    fail(path, link.id, problemOf(error).message)
  }
}

/** Sends a request about the document in view to the assistant. */
export function ask(message: string): void {
  const one = currentOf(useArrow.get())
  if (!one || message.trim() === '' || conversationAt(one.path).going !== 'no') return
  const { path, document, scene, selection } = one
  const { said } = conversationAt(path)
  const history = historyOf(said)
  note(path, 'you', message.trim())
  const why = refusalNow(path)
  if (why !== undefined) return note(path, 'fault', why)
  // Only this window knows the undo stack.
  if (asksForUndo(message)) return undoLast(path)
  endStep()
  putConversation(path, { going: 'yes', draft: '', run: beginRun(document), spent: undefined })
  const link = linkTo(path, answererOf(useAssistant.get()))
  link.anchor = undefined
  link.scene = scene
  link.selection = selection
  void tell(path, link, {
    type: 'user_message',
    message: message.trim(),
    history,
    selected_node_ids: selectedNodes(selection),
    current_scene_id: scene,
    current_project_id: path,
    arrow_content: writeArrow(document)
  })
}

/** The earlier exchanges in the protocol's form. */
function historyOf(said: ReturnType<typeof conversationAt>['said']): { message: string; output: string }[] {
  const history: { message: string; output: string }[] = []
  for (const { by, text } of said) {
    const last = history.at(-1)
    if (by === 'you') history.push({ message: text, output: '' })
    else if (last) last.output = last.output === '' ? text : `${last.output}\n\n${text}`
  }
  return history.slice(-100)
}

/** Stops the request of a conversation. Its changes so far stay, marked. */
export function stopAsking(path: string, why: string = 'You stopped the request.'): void {
  const link = links.get(path)
  if (!link || conversationAt(path).going !== 'yes') return
  putConversation(path, { going: 'stopping', draft: '' })
  note(path, 'note', why)
  void tell(path, link, { type: 'stop' })
}

async function hear(path: string, link: Link, message: AssistantMessage): Promise<void> {
  switch (message.type) {
    case 'connected':
      return greet(path, link)
    case 'status':
      if (message.usage) putConversation(path, { spent: message.usage })
      return
    case 'text_chunk':
      putConversation(path, { draft: conversationAt(path).draft.slice(0, message.at) + message.text })
      return
    case 'chat_response':
      putConversation(path, { draft: '' })
      return note(path, 'assistant', message.message)
    case 'function_call':
      return answer(path, link, message.request_id, [{ function: message.function, arguments: message.arguments }])
    case 'function_call_batch':
      return answer(path, link, message.request_id, message.functions as readonly ArrowCall[])
    case 'end':
      return finish(path, link)
  }
}

/** Declares the capabilities of this editor. A second greeting means that the core lost the conversation and its request. */
function greet(path: string, link: Link): void {
  const { waiting } = link
  link.waiting = undefined
  void tell(path, link, { type: 'hello', capabilities: ['functions', 'batch', 'text_chunk'] })
  for (const message of waiting ?? []) void tell(path, link, message)
  if (waiting || conversationAt(path).going === 'no') return
  putConversation(path, { going: 'no', draft: '' })
  note(path, 'fault', t.lost)
}

function finish(path: string, link: Link): void {
  putConversation(path, { going: 'no', draft: '' })
  const one = useArrow.get().open[path]
  const { run } = conversationAt(path)
  if (!one || !run) return
  const { nodes } = changesOf(run, one.document)
  if (isEmptyDiff(changesOf(run, one.document))) return putConversation(path, { run: undefined })
  const lastCreated = link.lastCreated
  // The next request refers to the created node, unless the user selected something else meanwhile.
  if (useArrow.get().path !== path || one.selection !== link.selection || lastCreated === undefined || !nodes.added.includes(lastCreated)) return
  useArrow.set({ revealed: nodes.added })
  showNode(lastCreated)
}

/** Why a document can't be edited now; undefined if it can. */
function refusalNow(path: string): string | undefined {
  const one = useArrow.get().open[path]
  if (!one) return t.refusals.closed
  if (one.theirs !== undefined) return 'The file was changed in another window or program. Answer the question above the graph first, then ask again.'
  return uneditableReason(useSession.getState())
}

/** Executes calls in this window's document and returns their results, as any editor does. */
async function answer(path: string, link: Link, request_id: string, calls: readonly ArrowCall[]): Promise<void> {
  const result = await execute(path, link, calls).catch((error: unknown): ArrowCallResult => refused(problemOf(error).message))
  const one = useArrow.get().open[path]
  const content = one ? { arrow_content: writeArrow(one.document) } : {}
  if (result.success) return tell(path, link, { type: 'function_result', request_id, success: true, result, error: '', ...content })
  const { success, code, error, referenced_by, used_by } = result
  return tell(path, link, { type: 'function_result', request_id, success, code, error, referenced_by, used_by, result: '', ...content })
}

const refused = (error: string): ArrowCallResult => ({ success: false, code: 'PERMISSION_DENIED', error })

async function execute(path: string, link: Link, calls: readonly ArrowCall[]): Promise<ArrowCallResult> {
  for (let runs = 0; runs < MAX_RUNS; runs++) {
    const why = refusalNow(path)
    const one = useArrow.get().open[path]
    if (why !== undefined || !one) return refused(why ?? t.refusals.closed)
    const { going, run } = conversationAt(path)
    if (going !== 'yes' || !run) return refused('The request was stopped.')
    const { document } = one
    if (link.anchor && document !== run.after && isEmptyDiff(changesOf(run, document))) {
      stopAsking(path, t.undoneMeanwhile)
      return refused(t.undoneMeanwhile)
    }
    const { result, text, lastCreated } = await api.runArrowCalls.query({
      text: writeArrow(document),
      calls: [...calls],
      context: { scene: link.scene, selected: selectedNodes(link.selection ?? []), lastCreated: link.lastCreated }
    })
    // Edits that the user made meanwhile take precedence: the calls run again on the current document.
    if (useArrow.get().open[path]?.document !== document || conversationAt(path).going !== 'yes') continue
    if (!result.success || text === undefined) return result
    const seen = withEdits(run, document)
    const after = sharedWith(document, readArrow(text).document)
    const mine = overwrittenBy(seen, after)
    if (mine !== undefined) return refused(`“${mine}” was edited after the request began, so the assistant didn’t change it. Send the request again.`)
    show(path, link, one, { ...seen, after })
    link.lastCreated = lastCreated
    return result
  }
  return refused('The document kept changing during the request. Ask again when you have finished editing.')
}

function show(path: string, link: Link, one: OpenDocument, run: AssistedRun): void {
  link.anchor ??= { below: one.undoStack.done.at(-1), document: one.document }
  putRun(one, run, link.anchor)
  putConversation(path, { run })
  const { model } = useAssistant.get()
  if (link.answerer !== 'model' || !model) return
  const { added, changed } = changesOf(run, run.after).nodes
  const earlier = one.assisted?.nodes ?? []
  putOpen(path, { assisted: { model: model.model, nodes: [...new Set([...earlier, ...added, ...changed.map(({ id }) => id)])] } })
}
