// Runs inside the sandbox. An action in YAML while it runs, and how its effects are run.
import type { FollowUp } from '../../../shared/play'
import { verdictOf } from './conditions'
import type { Draft } from './draft'
import { isObject } from './plain'
import type { Shape, Word } from './shapes'
import { person } from './templates'

/** What every effect works on. */
export interface Running {
  draft: Draft
  /** The action's name. */
  action: string
  /** Whom effects are on that name nobody. */
  actor: string
  names: Map<string, () => unknown>
  /** What `say` tells, what became of things used, and what else the effects did; told in this order. */
  told: string[]
  used: string[]
  did: string[]
  follow: FollowUp[]
  /** Runs effects within this one, on the same or on another one; `at` are the keys that lead to them. */
  run(effects: unknown, at: readonly (string | number)[], actor?: string): void
}
export interface Effect extends Word {
  /** `beside` is the map that the word stands in. */
  run(argument: unknown, running: Running, beside: Readonly<Record<string, unknown>>): void
}

export const TARGET: Shape = {
  is: 'either',
  of: [
    { is: 'text', of: 'the id of a character' },
    { is: 'list', each: { is: 'text', of: 'the id of a character' } }
  ],
  about: 'Whom it affects, one or several; defaults to whoever acts.'
}
/** The map form of a word that is about somebody, and its short forms. */
export const onSomebody = (short: readonly Shape[], fields: Record<string, Shape>, needs: readonly string[] = []): Shape => ({
  is: 'either',
  of: [...short, { is: 'map', fields: { ...fields, target: TARGET }, needs }]
})
/** The short form of an argument as its map. */
export const asMap = (argument: unknown, key: string): Readonly<Record<string, unknown>> => (isObject(argument) ? argument : { [key]: argument })

/** Does something to each of those an argument names, or to the one who acts; meanwhile `{target}` is that one. */
export function forEach(map: Readonly<Record<string, unknown>>, running: Running, work: (id: string) => void): void {
  const { target = running.actor } = map
  for (const id of Array.isArray(target) ? target.map(String) : [String(target)]) {
    running.draft.actor(id)
    const before = running.names.get('target')
    running.names.set('target', () => person(running.draft.state, id))
    work(id)
    if (before) running.names.set('target', before)
  }
}

/** Whether conditions hold at this moment. */
export const holdsNow = (map: unknown, { draft, actor, names }: Running): boolean => verdictOf(map, { state: draft.state, actor, names }).holds
