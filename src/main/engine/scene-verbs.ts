import type { StoryEvent } from '../../shared/story/lore'
import { Problem } from '../../shared/base/problem'
import type { GameState, ScenePlay } from '../../shared/story/state'
import { choicesNow, type Documents, isText, playOf, running } from './documents'
import { type VerbOutcome, move } from './outcome'
import { DM } from './people'
import { stepScene, withPlay, type SceneStep } from './scene-play'
import type { Scribe } from './scribe'
import type { VerbCall } from './verb-call'
import { chosenBy, type SceneAction } from './waiting'

/** Plays the next step of an event's document: begins it, continues it, or continues past the first waiting text. SPEC.md A1–A5. */
export function runScene({ state, text, documents, scribe }: VerbCall): VerbOutcome {
  const event = eventOf(documents, text('event'))
  return moved(
    stepScene(state, event, () => documents.read(event), nextText(state, event), scribe),
    event
  )
}

/** The action past the first waiting text. Undefined if the play hasn't begun, or was interrupted at a choice, which is then offered again. */
function nextText(state: GameState, event: StoryEvent): SceneAction | undefined {
  const at = playOf(state, event.id)?.waiting?.findIndex(isText) ?? -1
  return at < 0 ? undefined : { by: DM, at, action: { do: 'continue' } }
}

/** Plays a player's choice at the nodes that wait. SPEC.md A4. */
export function chooseOption({ state, call: { actor }, params, documents, scribe }: VerbCall): VerbOutcome {
  const now = running(state)
  if (!now) throw new Problem('refused', 'Nothing waits for a choice. Choose another action.')
  const event = documents.events.find(({ id }) => id === now.event)
  if (!event) return documentRemoved(state, now, scribe)
  const { state: after, writes, summary } = stepScene(state, event, () => documents.read(event), chosenBy(state, actor, params), scribe)
  return move(after, summary, summary, writes)
}

/** Ends the play of an event that no longer has a document: from now on no node waits. */
function documentRemoved(state: GameState, { event, play: { chooser, visits } }: { event: string; play: ScenePlay }, scribe: Scribe): VerbOutcome {
  const summary = 'The prepared scene is gone. The story goes on without it.'
  const play: ScenePlay = { visits, ...(chooser === undefined ? {} : { chooser }) }
  return move(withPlay(state, event, play), summary, summary, [scribe.entry('scene', summary, { by: DM })])
}

/** Interrupts the document that is being played. SPEC.md A5. */
export function stopScene({ state, documents }: VerbCall): VerbOutcome {
  const now = running(state)
  if (!now) throw new Problem('refused', 'No prepared scene is being played. Choose another action.')
  const { scene: _scene, ...play } = now.play
  const title = documents.events.find(({ id }) => id === now.event)?.title ?? now.event
  const answer = `“${title}” is interrupted. It goes on where it stopped when you run it again.`
  return move(withPlay(state, now.event, play), `“${title}” is interrupted`, answer)
}

function eventOf({ events }: Documents, id: string): StoryEvent {
  const event = events.find((one) => one.id === id)
  if (event) return event
  throw new Problem('refused', `Story event ${id} has no Arrow document any more. Choose another action.`, { event: id })
}

/** A step by the DM. Its answer names the next node and the document's problems. */
function moved({ state, writes, summary, problems }: SceneStep, event: StoryEvent): VerbOutcome {
  return move(state, summary, [summary, whatNext(state, event), ...problems].join('\n'), writes)
}

/** A sentence that says how the play continues. */
function whatNext(state: GameState, event: StoryEvent): string {
  const play = playOf(state, event.id)
  if (play?.broken) return 'Go on with the story in your own words.'
  if (play?.over) return `“${event.title}” has been played to its end.`
  const choices = choicesNow(state)
  if (choices.length === 0) return 'Run the scene again to go on.'
  const options = choices.flatMap(({ shown }) => shown.lines ?? shown.actions ?? [])
  const [prompt] = choices.flatMap(({ shown }) => shown.prompt ?? [])
  return options.length > 0
    ? `The players choose: ${options.map((one) => `“${one}”`).join(', ')}.`
    : `The players answer${prompt ? `: “${prompt}”` : '.'}`
}
