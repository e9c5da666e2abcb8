import type { StoryEvent } from '../../../shared/lore'
import type { ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { best, type Chance } from './chance'
import type { Mind } from './mind'
import type { Slots } from './frame'
import { capital, sentence } from './grammar'
import { entryIs } from './kinds'
import { slotsFor, tell } from './narrate'
import * as scene from './phrases/scene'
import { actionsIn, foesIn, mentions, offerOf, partyOf } from './read'
import type { Voice } from './voice'

type Told = StoryEvent & { done: boolean; ready: boolean }

/**
 * The story event that comes next: ready, not done, lowest in order. What lies before an event that is already over has
 * been overtaken, and comes only when nothing lies ahead.
 */
export function nextEvent(view: View): Told | undefined {
  const story = view.story ?? []
  const reached = Math.max(-Infinity, ...story.filter((event) => event.done).map((event) => event.order))
  const open = story.filter((event) => event.ready && !event.done && event.done_when.length > 0)
  const ahead = open.filter((event) => event.order > reached)
  return best(ahead.length > 0 ? ahead : open, (event) => -event.order)
}

const nextWords = (event: Told | undefined): string =>
  event ? `The story event that is ready next is “${event.title}”.` : 'No story event is ready, so the scene goes on from where the party stands.'

/** Begins a session, named after what is next. */
export function openSession(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  if (!offerOf(offers, 'open_session')) return undefined
  const event = nextEvent(view)
  mind.note(nextWords(event))
  const title = event?.title ?? titleFrom(view, voice) ?? view.campaign
  return { tool: 'open_session', input: { title: view.session > 0 && event ? `${title}, continued` : title } }
}

/** Opens the next scene, or closes the session when the story is told, nobody can go on, or the table has had enough. */
export function openScene(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const offer = offerOf(offers, 'open_scene')
  const event = nextEvent(view)
  const told = (view.story ?? []).some((one) => one.done)
  const enough = view.summaries.scenes.length > 0 && event === undefined && (told || view.summaries.scenes.length > 2)
  const able = partyOf(view).some((actor) => actor.canAct)
  if (!offer || !able || enough) {
    mind.note(able ? 'The story has been told as far as it is ready, so the session ends.' : 'Nobody of the party can act, so the session ends.')
    return offerOf(offers, 'end_session') ? { tool: 'end_session', input: {} } : undefined
  }
  mind.note(nextWords(event))
  const places = offer.params.find((def) => def.name === 'place')?.enum ?? []
  const place = places.includes(view.place?.id ?? '') ? (view.place?.id ?? '') : (places[0] ?? '')
  const npcs = offer.params.find((def) => def.name === 'present')?.enum ?? []
  const present = view.actors.filter((actor) => npcs.includes(actor.id) && actor.location === place).map((actor) => actor.id)
  const stories = offer.params.find((def) => def.name === 'story')?.enum ?? []
  const aim =
    event?.aim ?? sentence(voice.say(scene.AIMS, slotsFor(view, voice)) ?? `Find a way on from ${view.place?.name ?? 'here'}`).replace(/\.$/, '')
  const input: ToolUse['input'] = { title: titleOf(view, event, voice, mind.chance), place, aim }
  if (present.length > 0) input['present'] = present
  if (event && stories.includes(event.id)) input['story'] = event.id
  return { tool: 'open_scene', input }
}

function titleOf(view: View, event: Told | undefined, voice: Voice, chance: Chance): string {
  if (foesIn(view, view.place?.id).length > 0) {
    const title = voice.say(scene.TITLES_FIGHT, slotsFor(view, voice))
    if (title) return capital(title)
  }
  if (!event) return titleFrom(view, voice) ?? `At ${view.place?.name ?? 'rest'}`
  const before = view.summaries.scenes.some((text) => mentions(text, event.title))
  if (!before) return event.title
  const slots: Slots = { ...slotsFor(view, voice), title: event.title }
  const byWay = `${event.title}, by way of ${slots['place'] ?? 'here'}`
  const told = view.summaries.scenes.some((text) => mentions(text, `${event.title}, by way of`))
  return chance() < 0.5 && event.place !== view.place?.id && !told ? byWay : capital(voice.say(scene.TITLES_ON, slots) ?? event.title)
}

function titleFrom(view: View, voice: Voice): string | undefined {
  const title = voice.say(scene.TITLES, slotsFor(view, voice))
  return title && capital(title)
}

/** Whether the scene has come to its end: its story is done, its people are down or have run, or it has gone on long enough. */
export function sceneOver(view: View, mind: Mind): boolean {
  if (!view.scene) return true
  const { turns, limit } = view.scene
  const why = endOf(view)
  if (why === 'goes on') return false
  if (why !== undefined) mind.note(why)
  return why !== undefined || (turns > limit * 0.4 && mind.happens('Close the scene, which has gone on for a while', 0.25))
}

/** Why a scene has to end, or that it may not; undefined when that is open. */
function endOf(view: View): string | undefined {
  const party = partyOf(view)
  if (party.every((actor) => !actor.canAct)) return 'Nobody of the party can act, so the scene ends.'
  const { turns = 0, limit = 0 } = view.scene ?? {}
  // Nobody looks away while somebody bleeds.
  if (party.some((actor) => !actor.canAct) && turns < limit - 6) return 'goes on'
  const event = view.story?.find((one) => one.id === view.scene?.story)
  if (event?.done) return 'The story event of the scene is done, so the scene ends.'
  if (foesIn(view, view.place?.id).length > 0 && turns < limit - 4) return 'goes on'
  if (turns >= limit - 6) return 'The scene has had its turns, so it ends.'
  if (event) return nextEvent(view)?.id === event.id ? 'goes on' : 'Another story event comes first now, so the scene ends.'
  return nextEvent(view) !== undefined && turns > 4 ? 'A story event is ready, so the scene ends.' : undefined
}

/** How the scene ended, in a sentence or an authored paragraph. */
export function outcome(view: View, voice: Voice): string {
  const slots = slotsFor(view, voice)
  const event = view.story?.find((one) => one.id === view.scene?.story)
  const plain = `${slots['all'] ?? 'They'} stop for now at ${slots['place'] ?? 'this place'}.`
  if (partyOf(view).every((actor) => !actor.canAct)) return tell(voice, scene.FALLEN, slots) ?? plain
  if (event?.done) return voice.line(event.closing) ?? tell(voice, scene.DONE, slots) ?? plain
  const ran = actionsIn(view.log)
    .slice(-6)
    .some((entry) => entryIs('flee', entry))
  if (ran) return tell(voice, scene.FLED, slots) ?? plain
  if (event && nextEvent(view)?.id !== event.id) return tell(voice, scene.OVERTAKEN, slots) ?? plain
  const alone = partyOf(view).filter((actor) => actor.canAct).length < 2
  return (
    (voice.chance() < 0.6 ? voice.line(event?.closing_failed ?? []) : undefined) ??
    tell(voice, alone ? scene.UNDONE_ALONE : scene.UNDONE, slots) ??
    plain
  )
}

/** How a scene ends that danger cuts short. */
export function cut(view: View, voice: Voice): string {
  const slots = slotsFor(view, voice)
  return tell(voice, scene.CUT, slots) ?? `${slots['foe'] ?? 'Something'} bars the way at ${slots['place'] ?? 'this place'}.`
}
