import type { Belief } from '../story/beliefs'
import { factWords } from './fact-words'
import { own } from '../base/json'
import type { Lore } from '../story/lore'
import type { GameState } from '../story/state'

/** The share at or above which a character counts as believing, doubting or denying a claim. */
export const BELIEF_THRESHOLD = 0.5

/** A belief in words: its subject, the character's stance, and its source ('' if unknown). */
export interface HeldBelief {
  claim: string
  about: string
  stance: string
  origin: string
}

/** Whether a character has any stance towards a claim. */
export const isHeld = ({ heard = 0, believes = 0, doubts = 0, denies = 0 }: Belief): boolean => heard > 0 || believes > 0 || doubts > 0 || denies > 0

/** A character's stance towards a claim: "believes it, and doubts it", "has heard of it". */
export function stanceWords({ heard = 0, believes = 0, doubts = 0, denies = 0 }: Belief): string {
  const held = [
    believes >= BELIEF_THRESHOLD ? 'believes it' : '',
    doubts >= BELIEF_THRESHOLD ? 'doubts it' : '',
    denies >= BELIEF_THRESHOLD ? 'denies it' : ''
  ].filter(Boolean)
  if (held.length > 0) return held.join(', and ')
  return believes > 0 ? 'half believes it' : heard > 0 ? 'has heard of it' : 'does not know of it'
}

/** The source of a belief: "told by Patience"; '' if unknown. `nameOf` gives the name of an actor's id. */
export const originWords = ({ source, from_whom: whom }: Belief, nameOf: (id: string) => string = (id) => id): string =>
  [source, whom === undefined ? undefined : `by ${nameOf(whom)}`].filter((word) => word !== undefined).join(' ')

/** The text of a claim: a narrative's text, a story event's title, or a fact's title or name in words. */
export function claimWords(claim: string, lore: Pick<Lore, 'narratives' | 'story' | 'facts'>): string {
  return own(lore.narratives, claim)?.content ?? lore.story.find(({ id }) => id === claim)?.title ?? own(lore.facts ?? {}, claim) ?? factWords(claim)
}

/** All beliefs of a character in words, in the order of the file. */
export function beliefsOf(
  who: string,
  { actors }: Pick<GameState, 'actors'>,
  lore: Pick<Lore, 'actors' | 'narratives' | 'story' | 'facts'>
): HeldBelief[] {
  const nameOf = (id: string): string => own(actors, id)?.name ?? id
  return Object.entries(own(lore.actors, who)?.beliefs ?? {}).map(([claim, belief]) => ({
    claim,
    about: belief.text ?? claimWords(claim, lore),
    stance: stanceWords(belief),
    origin: originWords(belief, nameOf)
  }))
}
