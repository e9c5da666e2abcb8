import type { ArrowDocument, ArrowId, ArrowVariable, VariableType } from '../document'
import { edited, type DocumentDraft } from '../draft'
import type { IdSource } from '../ids'
import { change } from '../json/members'
import { defaultName, uniqueName } from '../names'
import { refusal } from '../refuse'
import { creating, type Created } from './nodes'
import { exposingUsers, relinkNames, renameExposures } from './renames'

/** A variable to create. The default `init` is 0, an empty text or false. */
export interface NewVariable {
  readonly type: VariableType
  readonly name?: string
  readonly init?: ArrowVariable['init']
  readonly notes?: string
}

const INITIAL: Readonly<Record<VariableType, ArrowVariable['init']>> = { num: 0, str: '', bool: false }
const TYPE_OF: Readonly<Record<VariableType, string>> = { num: 'number', str: 'string', bool: 'boolean' }
const WORDS: Readonly<Record<VariableType, string>> = { num: 'a whole number', str: 'a text', bool: 'true or false' }

/** Returns whether a variable of a type can have a value. */
export const fitsType = (type: VariableType, value: unknown): value is ArrowVariable['init'] =>
  typeof value === TYPE_OF[type] && (type !== 'num' || Number.isSafeInteger(value))

function checkInit(type: VariableType, init: ArrowVariable['init']): void {
  if (!Object.hasOwn(INITIAL, type)) throw refusal('TYPE_MISMATCH', `“${type}” is no type of variable: choose num, str or bool.`)
  if (!fitsType(type, init)) throw refusal('TYPE_MISMATCH', `A variable of the type ${type} must begin with ${WORDS[type]}.`)
}

/** Creates a variable. Throws a refusal (`TYPE_MISMATCH`) if its first value doesn't fit its type. */
export const createVariable = (document: ArrowDocument, { type, name, init = INITIAL[type], notes }: NewVariable, ids: IdSource = {}): Created =>
  creating(document, (draft) => {
    checkInit(type, init)
    const id = draft.newId(ids)
    const own = uniqueName(draft, 'variables', name === undefined || name === '' ? defaultName('variables', id) : name)
    draft.put('variables', id, { name: own, type, init, ...(notes && { notes }) })
    relinkNames(draft, [own])
    return id
  })

/** Changes to a variable. A new type needs an `init` that fits it. Empty notes are removed. */
export interface VariableChanges {
  readonly name?: string
  readonly type?: VariableType
  readonly init?: ArrowVariable['init']
  readonly notes?: string
}

/** Changes a variable. A new name also changes the texts that expose it. Throws a refusal. */
export const updateVariable = (document: ArrowDocument, id: ArrowId, changes: VariableChanges): ArrowDocument =>
  edited(document, (draft) => updateVariableIn(draft, id, changes))

function updateVariableIn(draft: DocumentDraft, id: ArrowId, { name, type, init, notes }: VariableChanges): void {
  const before = draft.get('variables', id)
  const own = name === undefined || name === '' || name === before.name ? before.name : uniqueName(draft, 'variables', name, id)
  if (type !== undefined || init !== undefined) checkInit(type ?? before.type, init ?? before.init)
  const after = change(before, {
    name: own,
    ...(type !== undefined && { type }),
    ...(init !== undefined && { init }),
    ...(notes !== undefined && { notes: notes === '' ? undefined : notes })
  })
  const users = own === before.name ? [] : exposingUsers(draft, id, before.name)
  draft.put('variables', id, after)
  if (own === before.name) return
  const rewritten = renameExposures(draft, users, (inner) => (inner === before.name ? own : undefined))
  relinkNames(draft, [before.name, own], rewritten)
}
