import type { ArrowCharacter, ArrowDocument, ArrowId, ArrowObject, ArrowVariable } from '../document'
import { documentOf, type Made } from '../made.fixture'
import type { PlayEvent } from './events'
import { act, startPlay, type PlayAction, type PlayOptions, type PlayStep } from './play'

export const X = 90
export const ANN = 95
type Resources = { variables?: Record<ArrowId, ArrowVariable>; characters?: Record<ArrowId, ArrowCharacter> }

/** A document of one scene; its first node is the entry. Macros by their ids. */
export function scene(nodes: Record<ArrowId, Made>, resources: Resources = {}, macros: Record<ArrowId, Record<ArrowId, Made>> = {}): ArrowDocument {
  const scenes = Object.entries(macros).map(([id, made]) => [Number(id), { macro: true, nodes: made }] as const)
  return documentOf({ 80: { nodes }, ...Object.fromEntries(scenes) }, resources)
}

export const variable = (type: ArrowVariable['type'], init: ArrowVariable['init'], name = 'x'): Record<ArrowId, ArrowVariable> => ({
  [X]: { name, type, init }
})
export const ann = (tags: Record<string, string>): Record<ArrowId, ArrowCharacter> => ({ [ANN]: { name: 'Ann', color: '112233', tags } })

/** Node 1 of a type, whose outputs lead to contents 2, 3 and so on with the titles "0", "1" … */
export function fanOut(type: string, data: ArrowObject, outputs: number, resources: Resources): ArrowDocument {
  const ends = Array.from({ length: outputs }, (_, slot) => slot)
  return scene(
    {
      1: { type, data, to: ends.map((slot) => slot + 2) },
      ...Object.fromEntries(ends.map((slot) => [slot + 2, { type: 'content', data: { title: String(slot) } }]))
    },
    resources
  )
}

/** Starts a play and acts. */
export function played(document: ArrowDocument, actions: readonly PlayAction[] = [], options: Partial<PlayOptions> = {}): PlayStep {
  const start = startPlay(document, { seed: 1, ...options })
  return actions.reduce(({ state, events }, action) => {
    const step = act(document, state, action, options)
    return { ...step, events: [...events, ...step.events] }
  }, start)
}

/** The events of a play as short lines. */
export const transcriptOf = (document: ArrowDocument, actions: readonly PlayAction[] = [], options: Partial<PlayOptions> = {}): string[] =>
  played(document, actions, options).events.map(line)

export function line(event: PlayEvent): string {
  switch (event.ev) {
    case 'play':
      return `play ${event.id}${event.failed ? ' failed' : ''}`
    case 'status':
      return `${event.status} ${event.id}${event.open_macro === null ? '' : ` in ${event.open_macro}`}`
    case 'var':
      return `${event.name}: ${JSON.stringify(event.from)} → ${JSON.stringify(event.to)}`
    case 'tags':
      return `tags ${JSON.stringify(event.update)}`
    case 'clear':
      return `clear ${event.id}`
    case 'rand':
      return 'rand'
    case 'error':
      return `error: ${event.message}`
    case 'problem':
      return `problem at ${event.id}: ${event.problem.message}`
    default:
      return `pause ${JSON.stringify(event.pending)}`
  }
}
