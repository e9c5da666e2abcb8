import type { ArrowDocument, ArrowId, ArrowResources } from '../document'
import { MISSING, missing } from '../draft'
import { idByName, safeName } from '../names'
import { refusal } from '../refuse'
import type { CallContext } from './call'
import { isRecord } from './members'

/** Where a caller's references are looked up. */
export interface Scope {
  readonly document: ArrowDocument
  readonly context: CallContext
  /** The ids of what this batch named, by kind and the name that it gave. */
  readonly given?: ReadonlyMap<string, ArrowId>
}

/** The open scene. */
export function currentScene({ document, context }: Scope): ArrowId {
  if (context.scene !== undefined && document.resources.scenes.has(context.scene)) return context.scene
  for (const [id, scene] of document.resources.scenes) if (scene.map.has(document.entry)) return id
  return document.resources.scenes.keys().next().value ?? -1
}

/** The id of a resource that a caller names: by its id, as a number or digits, by its name, or by a special reference. Throws a refusal. */
export function refer(scope: Scope, set: keyof ArrowResources, reference: unknown): ArrowId {
  const id = isRecord(reference) ? byName(scope, set, reference['by_name'] ?? reference['name'], reference['id']) : lookUp(scope, set, reference)
  if (!scope.document.resources[set].has(id)) throw missing(set, id)
  return id
}

function byName(scope: Scope, set: keyof ArrowResources, name: unknown, id: unknown): ArrowId {
  return typeof name === 'string' ? named(scope, set, name) : lookUp(scope, set, id)
}

function lookUp(scope: Scope, set: keyof ArrowResources, reference: unknown): ArrowId {
  const [code, noun] = MISSING[set]
  if (typeof reference === 'number') {
    if (!Number.isInteger(reference)) throw refusal(code, `${reference} is not an id of a ${noun}: ids are whole numbers.`)
    return reference
  }
  if (typeof reference !== 'string') throw refusal(code, `The id of a ${noun} is missing. Give its id.`)
  if (/^\d+$/.test(reference)) return Number(reference)
  const special = set === 'nodes' ? specialNode(scope, reference) : set === 'scenes' && reference === 'current' ? currentScene(scope) : undefined
  return special ?? named(scope, set, reference)
}

function named({ document, given }: Scope, set: keyof ArrowResources, name: string): ArrowId {
  const [code, noun] = MISSING[set]
  // If the name was taken, the batch still means what it created itself.
  const own = given?.get(`${set} ${name}`)
  if (own !== undefined && document.resources[set].has(own)) return own
  // Variables and characters get names that placeholders can use, so a caller may know one by the name that it gave.
  const safe = set === 'variables' || set === 'characters' ? idByName(document.resources, set, safeName(name)) : undefined
  const id = idByName(document.resources, set, name) ?? safe
  if (id !== undefined) return id
  const names = [...document.resources[set].values()].map((one) => one.name)
  const suggestion =
    names.find((one) => one.toLowerCase() === name.toLowerCase()) ?? names.find((one) => one.toLowerCase().includes(name.toLowerCase()))
  throw refusal(code, `There is no ${noun} called “${name.slice(0, 80)}”.${suggestion === undefined ? '' : ` Do you mean “${suggestion}”?`}`, {
    ...(suggestion !== undefined && { suggestion })
  })
}

/** The node that a special reference means; undefined for any other text. */
function specialNode(scope: Scope, reference: string): ArrowId | undefined {
  const { document, context } = scope
  const selected = context.selected ?? []
  const none = (message: string): Error => refusal('INVALID_NODE_ID', message)
  switch (reference) {
    case 'last_created':
      if (context.lastCreated === undefined) throw none('No node was created yet, so “last_created” means nothing. Give an id.')
      return context.lastCreated
    case 'selected':
      if (selected.length !== 1)
        throw none(`${selected.length === 0 ? 'No node is' : `${selected.length} nodes are`} selected, so “selected” isn’t clear. Give an id.`)
      return selected[0]
    case 'first_selected':
    case 'last_selected':
      if (selected.length === 0) throw none(`No node is selected, so “${reference}” means nothing. Give an id.`)
      return reference === 'first_selected' ? selected[0] : selected.at(-1)
    case 'current_entry':
      return document.resources.scenes.get(currentScene(scope))?.entry
    case 'project_entry':
      return document.entry
    default:
      return undefined
  }
}
