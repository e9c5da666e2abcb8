import type { ArrowDocument } from '../../arrow'
import { own } from '../../shared/base/json'
import type { StoryEvent } from '../../shared/story/lore'
import type { Verb } from '../../shared/story/names'
import { holds, isOver } from '../../shared/story/premises'
import { Problem } from '../../shared/base/problem'
import type { GameState, ScenePlay, WaitingNode } from '../../shared/story/state'
import type { Game } from '../../shared/story/game'
import { partyPlace } from './people'

/** A story's authored part: its events, those with a document, the documents, events with neither document nor facts, and narratives' ids. */
export interface Documents {
  readonly story: readonly StoryEvent[]
  readonly events: readonly StoryEvent[]
  readonly undecided: readonly StoryEvent[]
  readonly narratives: readonly string[]
  /** The document of an event. Throws Problem `bad-file` or `not-found`. */
  read(event: StoryEvent): ArrowDocument
}

/** The verbs that play documents. */
export const SCENE_STEPS: ReadonlySet<string> = new Set<Verb>(['run_scene', 'choose_option'])

/** For callers that play no documents. */
export const NO_DOCUMENTS: Documents = {
  story: [],
  events: [],
  undecided: [],
  narratives: [],
  read: ({ id }) => {
    throw new Problem('not-found', `Story event ${id} has no Arrow document. Attach one under Scenes.`, { event: id })
  }
}

/** What offers depend on: the events that a scene may name (absent: any), those with a document. `closedEnding`: why nobody can end now. */
export interface AuthoredEvents {
  closedEnding?: string | undefined
  stories?: readonly Pick<StoryEvent, 'id' | 'title'>[]
  documents?: readonly StoryEvent[]
}

/** The plays once the open scene has ended: an event that nothing else decides is over with the scene it had at its place. SPEC.md A8. */
export function playsAfter({ plays, scene }: Pick<GameState, 'plays' | 'scene'>, { undecided }: Documents): Pick<GameState, 'plays'> {
  const event = undecided.find(({ id, place }) => id === scene?.story && place === scene.place)
  return event ? { plays: { ...plays, [event.id]: { visits: {}, over: true } } } : {}
}

/** How far the document of an event has been played. */
export const playOf = ({ plays }: Pick<GameState, 'plays'>, event: string): ScenePlay | undefined => own(plays, event)

/** The event whose document is being played in the open scene, and its play; undefined if no document is. */
export function running({ plays, scene }: Pick<GameState, 'plays' | 'scene'>): { event: string; play: ScenePlay } | undefined {
  const [found] = Object.entries(plays ?? {}).filter(
    ([, play]) => play.waiting !== undefined && play.scene !== undefined && play.scene === scene?.path
  )
  return found && { event: found[0], play: found[1] }
}

/** Whether the DM continues past a node. At any other node a player chooses. */
export const isText = ({ type }: Pick<WaitingNode, 'type'>): boolean => type === 'content' || type === 'monolog'

/** The waiting nodes that offer choices now. Empty while a text node waits. */
export function choicesNow(state: Pick<GameState, 'plays' | 'scene'>): readonly WaitingNode[] {
  const waiting = running(state)?.play.waiting ?? []
  return waiting.some(isText) ? [] : waiting
}

/** Whether an event has a document that can still be played: it hasn't reached its end, and the current version hasn't failed. */
export function canPlay({ id, arrow }: StoryEvent, state: Pick<GameState, 'plays'>): boolean {
  const play = playOf(state, id)
  return arrow !== undefined && !play?.over && play?.broken?.version !== arrow.version
}

/**
 * The events whose document the DM can play next. While a document is being played, only its event can be, and only if a text node waits. Otherwise
 * every event qualifies that is open where the scene is. A document isn't played again after its end, and one that failed isn't played until it is
 * corrected.
 */
export function runnable(state: GameState, game: Game, events: readonly StoryEvent[]): StoryEvent[] {
  const { scene } = state
  if (!scene || state.next.mode !== 'story') return []
  const now = running(state)
  if (now) return events.filter(({ id }) => id === now.event && now.play.waiting?.some(isText))
  const here = partyPlace(state, game) ?? scene.place
  return events.filter((event) => {
    if (!canPlay(event, state)) return false
    const isHere = scene.story === event.id || event.place === here
    const isBegun = playOf(state, event.id)?.waiting !== undefined
    return isHere && (isBegun || (!isOver(event, state) && (scene.story === event.id || holds(state.facts, event.starts_when))))
  })
}
