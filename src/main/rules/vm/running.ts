// Runs inside the sandbox. An action in YAML while it runs, and how its effects are run.
import type { FollowUp } from '../../../shared/story/play'
import { verdictOf } from './conditions'
import type { Draft } from './draft'
import { isObject } from './plain'
import type { Shape, Word } from './shapes'
import { person } from './templates'

/** The context of a running action's effects. */
export interface EffectContext {
  draft: Draft
  /** The action's name. */
  action: string
  /** The actor that effects without a target apply to. */
  actor: string
  names: Map<string, () => unknown>
  /** The lines of `say`, what was used, and the other effects, told in this order. */
  said: string[]
  used: string[]
  did: string[]
  follow: FollowUp[]
  /** Runs nested effects on the same or another actor; `at` are the keys that lead to them. */
  run(effects: unknown, at: readonly (string | number)[], actor?: string): void
}
export interface Effect extends Word {
  /** `beside`: the map that contains the word. */
  run(argument: unknown, running: EffectContext, beside: Readonly<Record<string, unknown>>): void
}

export const TARGET: Shape = {
  is: 'either',
  of: [
    { is: 'text', of: 'the id of a character' },
    { is: 'list', each: { is: 'text', of: 'the id of a character' } }
  ],
  about: 'Whom it affects, one or several; defaults to the actor.'
}
/** The map form of a word about an actor, and its short forms. */
export const onSomebody = (short: readonly Shape[], fields: Record<string, Shape>, needs: readonly string[] = []): Shape => ({
  is: 'either',
  of: [...short, { is: 'map', fields: { ...fields, target: TARGET }, needs }]
})
/** The map form of an argument. */
export const asMap = (argument: unknown, key: string): Readonly<Record<string, unknown>> => (isObject(argument) ? argument : { [key]: argument })

/** Runs work for each actor that an argument names, or for the acting one; `{target}` is that actor meanwhile. */
export function forEach(map: Readonly<Record<string, unknown>>, running: EffectContext, work: (id: string) => void): void {
  const { target = running.actor } = map
  for (const id of Array.isArray(target) ? target.map(String) : [String(target)]) {
    running.draft.actor(id)
    const before = running.names.get('target')
    running.names.set('target', () => person(running.draft.state, id))
    work(id)
    if (before) running.names.set('target', before)
  }
}

/** Whether conditions hold now. */
export const holdsNow = (map: unknown, { draft, actor, names }: EffectContext): boolean => verdictOf(map, { state: draft.state, actor, names }).holds
