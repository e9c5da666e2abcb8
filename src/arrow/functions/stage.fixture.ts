import { documentOf } from '../documents.fixture'
import type { ArrowDocument, ArrowId, Connection } from '../document'
import { createCharacter } from '../edit/characters'
import { createVariable } from '../edit/variables'
import type { CallContext, CallOutcome } from './call'
import { runCall } from './run'

/** The new document of Arrow with a variable of each type (3 num, 4 str, 5 bool) and a character (6). Node 2 is a content after the entry, node 1. */
export function stage(): ArrowDocument {
  let document = documentOf('untitled-new-project.arrow')
  for (const type of ['num', 'str', 'bool'] as const) ({ document } = createVariable(document, { type, name: `a_${type}` }))
  return createCharacter(document, { name: 'Elena', tags: { faction: 'Academy' } }).document
}
export const call = (name: string, input: object, context?: CallContext, document = stage()): CallOutcome =>
  runCall(document, { function: name, arguments: input as Record<string, unknown> }, context)
export const io = (document: ArrowDocument, id: ArrowId): Connection[] =>
  [...document.resources.scenes.values()].flatMap(({ map }) => map.get(id)?.io ?? [])
export const real = (document: ArrowDocument, id: ArrowId) => {
  const node = document.resources.nodes.get(id)
  return node && { type: node.type, data: node.data }
}
