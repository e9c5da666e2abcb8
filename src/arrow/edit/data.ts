import type { ArrowId, ArrowNode, ArrowObject, ArrowValue } from '../document'
import type { DocumentDraft } from '../draft'
import { change } from '../json/members'
import { dataOf, isNodeType, NODE_TYPE_FACTS, slotCounts } from '../node-types'
import { directReferences } from '../references'
import { refusal } from '../refuse'

const SLOT_RANGE = { min: 2, max: 10 } as const
const LISTS = ['lines', 'actions', 'patterns'] as const

/** Throws a refusal unless a node's data fits its type: lists of at least one text, 2 to 10 slots, ids that exist. `before` may be broken. */
export function checkData(draft: DocumentDraft, id: ArrowId, node: ArrowNode, before: ArrowNode | undefined): void {
  if (!isNodeType(node.type)) return
  const changed = (member: string): boolean => before?.type !== node.type || before.data[member] !== node.data[member]
  for (const [member, standard] of Object.entries(NODE_TYPE_FACTS[node.type].defaults)) {
    const value = node.data[member]
    if (value !== undefined && changed(member)) checkMember(node.type, member, value, standard)
  }
  for (const { set, id: target, member } of directReferences(node)) if (changed(member)) draft.get(set, target)
  if (changed('target')) checkJump(draft, id, node)
  if (node.type === 'macro_use' && changed('macro')) checkMacro(draft, dataOf(node, 'macro'))
}

function checkMember(type: string, member: string, value: ArrowValue, standard: ArrowValue): void {
  const wrong = (must: string): Error => refusal('TYPE_MISMATCH', `“${member}” of a ${type} must be ${must}.`)
  if ((LISTS as readonly string[]).includes(member)) {
    if (!Array.isArray(value) || value.length === 0 || !value.every((item) => typeof item === 'string')) throw wrong('a list of at least one text')
  } else if (member === 'slots') {
    if (typeof value !== 'number' || !Number.isInteger(value) || value < SLOT_RANGE.min || value > SLOT_RANGE.max) {
      throw wrong(`a whole number from ${SLOT_RANGE.min} to ${SLOT_RANGE.max}`)
    }
  } else if (Array.isArray(standard)) {
    // Version 1 has no `custom`, and some editors write it as an object; lint reports the fault.
    if (!Array.isArray(value)) throw wrong('a list')
  } else if (member !== 'brief' && typeof value !== typeof standard) {
    throw wrong({ string: 'a text', number: 'a whole number', boolean: 'true or false' }[typeof standard as 'string' | 'number' | 'boolean'])
  }
}

/** Refuses a jump to itself and to a jump that leads back, also through further jumps. */
function checkJump(draft: DocumentDraft, id: ArrowId, jump: ArrowNode): void {
  if (jump.type !== 'jump') return
  const seen = new Set<ArrowId>()
  let target = dataOf(jump, 'target')
  while (typeof target === 'number' && target >= 0 && !seen.has(target)) {
    if (target === id)
      throw refusal('CIRCULAR_REFERENCE', 'A jump can’t lead back to itself, directly or through other jumps. Choose another target.', { id })
    seen.add(target)
    const next = draft.find('nodes', target)
    if (next?.type !== 'jump') return
    target = dataOf(next, 'target')
  }
}

function checkMacro(draft: DocumentDraft, macro: ArrowValue | undefined): void {
  if (typeof macro !== 'number' || macro < 0) return
  if (!draft.get('scenes', macro).macro) throw refusal('INVALID_SCENE_ID', `Scene ${macro} is not a macro. Choose a macro.`, { id: macro })
}

/** Throws a refusal if a node may not lie in a scene: macros don't use macros. */
export function checkHome(draft: DocumentDraft, node: ArrowNode, scene: ArrowId): void {
  if (node.type === 'macro_use' && draft.get('scenes', scene).macro) {
    throw refusal('CIRCULAR_REFERENCE', 'A macro can’t use a macro. Put the node into a scene.', { id: scene })
  }
}

/** Converts data whose `brief` is a text, as in version 1: the text is put before the content, and `brief` becomes its length. */
export function withoutLegacyBrief(node: ArrowNode): ArrowNode {
  const { brief, content } = node.data
  if (node.type !== 'content' || typeof brief !== 'string' || /^-?\d+$/.test(brief)) return node
  const text = typeof content === 'string' ? content : ''
  const data = brief === '' ? { brief: undefined } : { content: `${brief}\n${text}`, brief: brief.length }
  return change(node, { data: change<ArrowObject>(node.data, data as ArrowObject) })
}

/** Removes the connections on slots that a node no longer has. */
export function dropLostSlots(draft: DocumentDraft, id: ArrowId, before: ArrowNode, after: ArrowNode): void {
  if (!isNodeType(after.type)) return
  const [old, now] = [slotCounts(before), slotCounts(after)]
  if (now.outputs >= old.outputs && now.inputs >= old.inputs) return
  const { scene } = draft.place(id)
  for (const [owner, item] of draft.map(scene)) {
    const io = item.io?.filter(([from, out, to, input]) => !(from === id && out >= now.outputs) && !(to === id && input >= now.inputs))
    if (io && io.length !== item.io?.length) draft.putItem(scene, owner, change(item, { io: io.length > 0 ? io : undefined }))
  }
}
