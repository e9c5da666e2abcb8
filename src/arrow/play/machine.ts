import { listed } from '../../shared/words/labels'
import { dataOf, isNodeType } from '../node-types'
import { RuntimeException, TooMuchWork, type PlayDraft, type Task } from './draft'
import { runtimeText, htmlText } from './runtime-text'
import { askedBy, inputView } from './input'
import type { FreshNode, PauseEvent } from './events'
import { parseMarkup, plainMarkup } from './markup'
import { proceed } from './proceed'
import { show } from './show'
import { pendingNodes, type OpenNode } from './state'

/** Runs the tasks of an action until the play waits or is over, and reports the pause. `most` limits the nodes that are played without a pause. */
export function run(draft: PlayDraft, most: number): void {
  let played = 0
  try {
    for (let task = draft.tasks.pop(); task; task = draft.tasks.pop()) {
      if (task.do === 'play' && ++played > most) return stop(draft, most)
      perform(draft, task)
    }
  } catch (thrown) {
    if (thrown instanceof TooMuchWork) stopWork(draft)
    else if (thrown instanceof RuntimeException) interrupt(draft, thrown)
    else throw thrown
  }
}

function perform(draft: PlayDraft, task: Task): void {
  switch (task.do) {
    case 'play':
      return playNode(draft, task)
    case 'end':
      return endLine(draft, task.at)
    case 'clear':
      return clearLikeRuntime(draft, task.at)
    default:
      return markPlayed(draft, task.at, task.taken)
  }
}

function playNode(draft: PlayDraft, { id, slot, from }: Extract<Task, { do: 'play' }>): void {
  const playable = draft.doc.nodes.get(id)
  const why = playable ? unplayable(playable.scene, playable.node.type) : 'isn’t in the document'
  const event = { ev: 'play', id, serial: draft.count, in_slot: slot, type: playable?.node.type ?? '', name: playable?.node.name ?? '' } as const
  if (why !== undefined || !playable) {
    if (draft.compat) draft.events.push({ ...event, failed: true })
    const what = from ? `Node ${draft.name(from.id)} leads to node ${draft.name(id)}, which` : `Node ${draft.name(id)}`
    draft.broken(from?.id ?? id, `${what} ${why}. The story line ends there. Connect it to another node.`, runtimeReason(id, playable?.scene))
    if (from) draft.next({ do: 'end', at: from })
    return
  }
  const index = draft.events.push(event) - 1
  try {
    const shown = show(draft, playable)
    if (draft.macro && !ownedBy(draft, draft.macro.id, id)) leaveMacro(draft)
    const at: OpenNode = { serial: draft.count++, id, type: event.type, name: event.name, slot, played: false, skipped: false, shown }
    draft.push(at)
    if (at.type === 'macro_use') draft.macro = { serial: at.serial, id }
    const clears = (at.type === 'content' || at.type === 'monolog') && playable.node.data['clear'] === true
    if (clears && draft.compat) draft.next({ do: 'clear', at })
    else if (clears && !playable.skip) clearBefore(draft, at)
    proceed(draft, at, playable)
  } catch (thrown) {
    if (thrown instanceof RuntimeException && draft.open.at(-1)?.serial !== event.serial) draft.events[index] = { ...event, failed: true }
    throw thrown
  }
}

const unplayable = (scene: number | undefined, type: string): string | undefined =>
  scene === undefined ? 'lies in no scene' : isNodeType(type) ? undefined : `has the unknown type “${type}”`

const runtimeReason = (id: number, scene: number | undefined): string =>
  scene === undefined
    ? `Unable to get node (${id}) map: It belongs to no scene!`
    : `Node Instancing Failed! The node type might be invalid. Unable to play the node (${id}.)`

/** Returns whether a node lies in the macro that a `macro_use` node uses. */
function ownedBy(draft: PlayDraft, user: number, id: number): boolean {
  const scene = draft.doc.document.resources.scenes.get(Number(draft.doc.nodes.get(user)?.node.data['macro']))
  return scene?.map.has(id) === true
}

function leaveMacro(draft: PlayDraft): void {
  const node = draft.macro && draft.open.find(({ serial }) => serial === draft.macro?.serial)
  if (node) draft.put({ ...node, played: true })
  draft.macro = null
}

/** The end of a story line. Inside a macro the line goes on after the node that uses the macro. */
function endLine(draft: PlayDraft, at: OpenNode): void {
  const { macro } = draft
  draft.events.push({ ev: 'status', status: 'END_EDGE', id: at.id, open_macro: macro?.id ?? null })
  if (!macro || macro.serial === at.serial) return
  const onPage = draft.open.find(({ serial }) => serial === macro.serial)
  draft.leave(onPage ?? { ...at, serial: macro.serial, id: macro.id, type: 'macro_use' }, 0)
}

function markPlayed(draft: PlayDraft, at: OpenNode, taken: number | undefined): void {
  const node = draft.now(at)
  const options = node.shown.lines ?? node.shown.actions
  if (!options || taken === undefined) return draft.put({ ...node, played: true })
  const source = sourceOf(draft, node, taken)
  draft.put({ ...node, played: true, shown: source === undefined ? node.shown : { ...node.shown, taken: draft.exposed(source, node.id) } })
  if (source !== undefined || !draft.compat) return
  throw new RuntimeException(
    `Unable to set \`${node.type === 'dialog' ? 'Dialog' : 'Interaction'}\` played: The played slot doesn't exist: `,
    node.id
  )
}

/** The template of a line or action: its placeholders are replaced again when it is taken. */
function sourceOf(draft: PlayDraft, { id, type }: OpenNode, index: number): string | undefined {
  const node = draft.node({ id } as OpenNode)?.node
  const member = type === 'dialog' ? 'lines' : 'actions'
  const listed = node && (draft.compat ? node.data[member] : dataOf(node, member))
  const source: unknown = Array.isArray(listed) ? listed[index] : undefined
  return typeof source === 'string' ? source : undefined
}

function clearBefore(draft: PlayDraft, at: OpenNode): void {
  if (draft.open.length <= 1) return
  draft.open = [at]
  draft.events.push({ ev: 'clear', id: at.id })
}

/** The runtime clears the page after the node's output has been followed, fails on the first node of the page, and makes a single node wait again. */
function clearLikeRuntime(draft: PlayDraft, { id }: OpenNode): void {
  const index = draft.open.findLastIndex((node) => node.id === id)
  if (index <= 0)
    throw new RuntimeException(`The annotated node (${id}) is not open or is the first one. We can only clean view from a node backward.`, id)
  draft.open = draft.open.slice(index)
  draft.events.push({ ev: 'clear', id })
  const [only, ...others] = draft.open
  if (only && others.length === 0) draft.put({ ...only, played: false, skipped: false })
}

/** Drops the remaining tasks of the action. The nodes that it interrupted stay unplayed. */
function interrupt(draft: PlayDraft, { message, id }: RuntimeException): void {
  for (const task of draft.tasks) if (task.do === 'played') draft.put({ ...draft.now(task.at), interrupted: true })
  draft.tasks.length = 0
  draft.events.push({ ev: 'error', message, id })
}

function stop(draft: PlayDraft, most: number): void {
  draft.tasks.length = 0
  draft.stopped = true
  const recent = draft.open.slice(-Math.min(most, 200)).map(({ id }) => id)
  const ids = [...new Set(recent.slice(Math.max(0, recent.lastIndexOf(recent.at(-1) ?? -1, -2))))].slice(0, 5)
  draft.problem(
    recent.at(-1) ?? null,
    `The play stopped after ${most} nodes without a pause: ${listed(ids.map((id) => draft.name(id)))} lead to each other without waiting. Put a node that waits between them.`
  )
}

function stopWork(draft: PlayDraft): void {
  draft.tasks.length = 0
  draft.stopped = true
  const at = draft.open.at(-1)?.id ?? null
  const where = at === null ? '' : ` at node ${draft.name(at)}`
  draft.problem(
    at,
    `The play stopped${where}: it computes too much without a pause. Shorten its texts and patterns, or put a node that waits before it.`
  )
}

/** The pause after an action: the waiting nodes, the new nodes on the page, and all values. */
export function pause(draft: PlayDraft): PauseEvent {
  const { variables, characters } = draft.doc
  const event: PauseEvent = {
    ev: 'pause',
    step: draft.pauses++,
    open: draft.open.map(({ id }) => id),
    macro: draft.macro?.id ?? null,
    pending: pendingNodes(draft).map(({ id }) => id),
    fresh: draft.open.filter(({ serial }) => serial >= draft.seen).map((node) => freshNode(draft, node)),
    vars: Object.fromEntries(variables.map(([id, { name, init }]) => [name, draft.variables[id] ?? init])),
    tags: Object.fromEntries(characters.map(([id, { name }]) => [name, { ...draft.tags[id] }]))
  }
  draft.seen = draft.count
  return event
}

function freshNode(draft: PlayDraft, { id, type, played, skipped, shown }: OpenNode): FreshNode {
  const rich = draft.compat ? runtimeText : (text: string) => plainMarkup(parseMarkup(text))
  const plain = draft.compat ? htmlText : (text: string) => text
  const playable = draft.doc.nodes.get(id)
  const asked = type === 'user_input' && playable ? askedBy(draft.doc, playable) : undefined
  return {
    id,
    type,
    played,
    skipped,
    ...(shown.title === undefined ? {} : { title: rich(shown.title) }),
    ...(shown.brief === undefined ? {} : { brief: rich(shown.brief) }),
    ...(shown.character === undefined ? {} : { character: plain(shown.character) }),
    ...(shown.text === undefined ? {} : { text: rich(shown.text) }),
    ...(shown.lines === undefined ? {} : { lines: shown.lines.map(plain) }),
    ...(shown.actions === undefined ? {} : { actions: shown.actions.map(plain) }),
    ...(shown.taken === undefined ? {} : { played_line: plain(shown.taken) }),
    ...(shown.playable === undefined ? {} : { playable: shown.playable }),
    ...(shown.prompt === undefined ? {} : { prompt: plain(shown.prompt) }),
    ...(asked ? { input: inputView(draft, asked) } : {})
  }
}
