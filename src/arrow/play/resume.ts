import { Problem } from '../../shared/base/problem'
import { misfitWords } from '../../shared/base/schema-errors'
import type { ArrowDocument } from '../document'
import { DEFAULT_VALUES, fitsType } from './coercion'
import { playable, type Playable } from './playable'
import { SavedPlay } from './saved-play'
import { pendingNodes, type PlayState } from './state'

/** The parts of a saved play that still fit the document. `changes` lists in sentences what no longer fits. */
export interface Resumed {
  state: PlayState
  changes: string[]
}

/**
 * Resumes a play from its JSON. The document may have changed since: new variables get their initial values, variables that were removed are dropped,
 * and removed nodes stay on the page but don't wait. Throws Problem `bad-file` for anything that is not a play.
 */
export function resumePlay(document: ArrowDocument, json: unknown): Resumed {
  const read = SavedPlay.safeParse(json)
  if (!read.success)
    throw new Problem('bad-file', `This is not a saved play of a document: ${misfitWords(read.error, 'it')}. Start the document again.`)
  const { compat, ...rest } = read.data
  const state: PlayState = { ...rest, ...(compat ? { compat } : {}) }
  const [first = { serial: state.count }] = state.open
  if (state.open.some(({ serial }, i) => serial !== first.serial + i) || first.serial + state.open.length !== state.count)
    throw new Problem('bad-file', 'This saved play of a document is damaged: its page has gaps. Start the document again.')
  const doc = playable(document)
  const changes: string[] = []
  return { state: { ...state, open: openOf(doc, state, changes), ...valuesOf(doc, state, changes), macro: macroOf(doc, state, changes) }, changes }
}

function openOf(doc: Playable, state: PlayState, changes: string[]): PlayState['open'] {
  const waiting = new Set(pendingNodes(state))
  return state.open.map((node) => {
    if (!waiting.has(node)) return node
    const now = doc.nodes.get(node.id)
    const options = node.shown.lines ?? node.shown.actions
    const member = now?.node.data[node.type === 'dialog' ? 'lines' : 'actions']
    if (now?.node.type === node.type && now.scene !== undefined) {
      if (options && Array.isArray(member) && member.length !== options.length)
        changes.push(`Node “${node.name}” had ${options.length} to choose from and has ${member.length} now; the page shows the old ones.`)
      return node
    }
    changes.push(
      `Node “${node.name}”, which waited for the player, ${now ? 'is another kind of node now' : 'is no longer in the document'}. It can’t be played on.`
    )
    return { ...node, interrupted: true, played: true }
  })
}

function valuesOf(doc: Playable, state: PlayState, changes: string[]): Pick<PlayState, 'variables' | 'tags'> {
  const removed = Object.keys(state.variables).filter((id) => !doc.document.resources.variables.has(Number(id)))
  if (removed.length > 0)
    changes.push(`${removed.length === 1 ? 'One variable is' : `${removed.length} variables are`} no longer in the document; the values are dropped.`)
  const variables = doc.variables.map(([id, { name, type, init }]) => {
    const value = Object.hasOwn(state.variables, id) ? state.variables[id] : undefined
    if (value !== undefined && fitsType(value, type)) return [id, value] as const
    const start = fitsType(init, type) ? init : DEFAULT_VALUES[type]
    changes.push(
      value === undefined
        ? `Variable “${name}” is new; it starts with its initial value.`
        : `Variable “${name}” has another type now; it starts with its initial value.`
    )
    return [id, start] as const
  })
  const tags = doc.characters.map(([id, character]) => {
    const own = Object.hasOwn(state.tags, id) ? state.tags[id] : undefined
    if (!own) changes.push(`Character “${character.name}” is new; the tags are those of the document.`)
    return [id, own ?? { ...character.tags }] as const
  })
  return { variables: Object.fromEntries(variables), tags: Object.fromEntries(tags) }
}

function macroOf(doc: Playable, { macro }: PlayState, changes: string[]): PlayState['macro'] {
  if (!macro || doc.nodes.get(macro.id)?.node.type === 'macro_use') return macro
  changes.push('The macro that was being played is no longer used by its node; the play goes on without it.')
  return null
}
