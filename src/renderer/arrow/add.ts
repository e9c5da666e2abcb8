import { flushSync } from 'react-dom'
import {
  type ArrowDocument,
  type ArrowId,
  type ArrowObject,
  connect,
  type Connection,
  createNode,
  type Created,
  faceOf,
  freeOutput,
  insertBetween,
  moveNodes,
  NODE_TYPE_FACTS,
  type NodeType,
  place,
  slotCounts
} from '../../arrow'

import { create, nodeItem } from './edits'
import { focusForm } from './focus'
import { currentOf, selectedNodes, useArrow, type ArrowQuestion } from './state'

/** The position of a new node, and the output that leads to it. */
type Where = Extract<ArrowQuestion, { what: 'add' }>

/** Initial data of a new node instead of the type's defaults, so that it begins empty or fits the previous node. */
function dataFor(type: NodeType, document: ArrowDocument, after: ArrowId | undefined): ArrowObject {
  if (type === 'interaction') return { actions: [''] }
  if (type !== 'dialog' && type !== 'monolog') return {}
  const before = after === undefined ? undefined : document.resources.nodes.get(after)
  const who = before?.type === 'dialog' || before?.type === 'monolog' ? before.data['character'] : undefined
  const other =
    typeof who === 'number' ? [...document.resources.characters.keys()].find((id) => id !== who) : document.resources.characters.keys().next().value
  const character = other ?? (typeof who === 'number' ? who : -1)
  return type === 'dialog' ? { character, lines: [''] } : { character }
}

/** The node after which a new one is placed: the given one, otherwise the selected one. */
export function previousOf(where: Where): ArrowId | undefined {
  const one = currentOf(useArrow.get())
  if (where.after !== undefined || where.at !== undefined || !one) return where.after
  const ids = selectedNodes(one.selection)
  return ids.length === 1 ? ids[0] : undefined
}

interface Added {
  type: NodeType
  data: ArrowObject
}

/** Adds a node of a type as one step, selects it and focuses its first field. */
export function addNode(type: NodeType, where: Where): void {
  const one = currentOf(useArrow.get())
  if (!one) return
  const { scene } = one
  const after = previousOf(where)
  const result = create(
    (document) => {
      const added = { type, data: dataFor(type, document, after ?? where.between?.[0]) }
      return where.between
        ? inserted(document, scene, added, where.between)
        : appended(document, scene, added, { ...where, ...(after === undefined ? {} : { after }) })
    },
    (id) => ({ selection: [nodeItem(id)] })
  )
  if (result === undefined) return
  // The layer returns the focus when it closes; after that the form can take it.
  flushSync(() => useArrow.set({ shown: useArrow.get().shown + 1, question: undefined }))
  queueMicrotask(focusForm)
}

function appended(document: ArrowDocument, scene: ArrowId, { type, data }: Added, { at, after, slot }: Where): Created {
  const size = sizeOf(type, data)
  const previous = after !== undefined && document.resources.nodes.get(after)?.type !== 'frame' ? after : undefined
  const offset = at
    ? ([Math.round(at.x), Math.round(at.y - 15)] as const)
    : place(document, scene, size, { rule: previous === undefined ? 'auto' : 'right_of_previous', ...(previous === undefined ? {} : { previous }) })
  const result = createNode(document, { type, scene, offset, data })
  const from = previous === undefined ? undefined : (slot ?? freeOutput(document, previous))
  const takes = slotCounts({ type, name: '', data }).inputs > 0 || NODE_TYPE_FACTS[type].inputs !== 0
  if (previous === undefined || from === undefined || !takes) return result
  return { ...result, document: connect(result.document, [previous, from, result.id, 0]) }
}

const sizeOf = (type: NodeType, data: ArrowObject): { width: number; height: number } => {
  const { width, height } = faceOf({ type, name: '', data: { ...NODE_TYPE_FACTS[type].defaults, ...data } })
  return { width, height }
}

/** Inserts a node in the middle of a connection. Nodes after it move where they are too close. */
function inserted(document: ArrowDocument, scene: ArrowId, { type, data }: Added, between: Connection): Created {
  const [from, , to] = between
  const map = document.resources.scenes.get(scene)?.map
  const [start, end] = [map?.get(from), map?.get(to)]
  const source = document.resources.nodes.get(from)
  const { width } = sizeOf(type, data)
  if (!start || !end || !source) return insertBetween(document, between, { type, offset: [0, 0], data })
  const x = start.offset[0] + faceOf(source).width + GAP_PX
  const y = Math.round((start.offset[1] + end.offset[1]) / 2)
  const result = insertBetween(document, between, { type, offset: [x, y], data })
  const lack = x + width + GAP_PX - end.offset[0]
  if (lack <= 0 || end.offset[0] <= start.offset[0]) return result
  const later = [...(map ?? [])].flatMap(
    ([
      id,
      {
        offset: [left, top]
      }
    ]) => (left >= end.offset[0] && id !== from ? [[id, [left + lack, top]] as const] : [])
  )
  return { ...result, document: moveNodes(result.document, later) }
}

/** The gap between two nodes, in pixels. */
const GAP_PX = 70
