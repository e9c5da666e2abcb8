import { own } from '../base/json'
import type { GameState } from './state'
import { memoized } from '../base/memoized'

/** A hue of the interface; its colour is the token `--hue-<name>`, its class `hue-<name>`. */
export type Hue = '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | 'foe' | 'npc' | 'dm' | 'designer'

const SET: readonly Hue[] = ['1', '2', '3', '4', '5', '6', '7', '8']

/** The hue of each actor: players first, by id, then NPCs while hues are left. Hostile actors have the foe hue, others without a hue the NPC one. */
export function huesOf(actors: GameState['actors']): Readonly<Record<string, Hue>> {
  const hues: Record<string, Hue> = {}
  let used = 0
  const ids = Object.keys(actors)
  for (const id of ids) if (own(actors, id)?.kind === 'player') hues[id] = SET[used++ % SET.length] ?? '1'
  for (const id of ids) if (own(actors, id)?.kind === 'npc') hues[id] = own(actors, id)?.attitude === 'hostile' ? 'foe' : (SET[used++] ?? 'npc')
  return hues
}

const huesIn = memoized(huesOf)

/** The hue of an actor's id, `DM`, `designer` or `system`. */
export function hueOf(actors: GameState['actors'] | undefined, who: string): Hue {
  if (who === 'DM' || who === 'system') return 'dm'
  if (!actors || who === 'designer') return 'designer'
  return own(huesIn(actors), who) ?? 'npc'
}
