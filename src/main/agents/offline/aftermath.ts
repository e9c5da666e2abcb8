import { own } from '../../../shared/base/json'
import type { SeenActor, SeenEvent, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { slug } from '../../../shared/story/names'
import { seenBeats } from '../../engine/witness'
import { settledAt } from '../../../shared/story/premises'
import { relationshipOf } from '../../../shared/story/story-state'
import {
  endsWithItsScene,
  isOpenEnded,
  isOvertakenWant,
  isPlayedAtItsPlace,
  isToCome,
  isWantWithinReach,
  noteOn,
  pursuits,
  sceneEvent,
  wantWords,
  wasPlayed
} from './aims'
import { recordFact, choiceOf, mentions, offerOf, offerOfKind, partyOf, since } from './read'
import { placeName, sentence, small } from './grammar'
import { listed } from '../../../shared/words/labels'
import type { Mind } from './mind'
import { situation, slotsFor, tell } from './narrate'
import { DIED_FOR, HAS_IT, HAS_NOT, HAS_SOME, LEFT_OPEN } from './phrases'
import type { Voice } from './voice'

/** The first story event that is over but whose outcome was not yet narrated and recorded completely. */
export function pending(view: View): SeenEvent | undefined {
  return view.story?.find((event) => event.done && event.outcomes.some(({ facts }) => facts.some((fact) => !own(view.facts, fact))))
}

/** Returns whether the running scene is that of an event: it was opened for the event, at the place where the event is decided. */
export const isSceneOf = ({ scene }: View, event: SeenEvent): boolean =>
  scene !== undefined && ((scene.story === event.id && scene.place === event.place) || scene.title === event.title)

/** The climax, if it was decided inside another scene. It gets its own scene before its outcome is narrated. */
export function climaxWithoutScene(view: View): SeenEvent | undefined {
  const event = pending(view)
  const isTelling = event && (isNoted(view, event) || event.closing.some((line) => view.log.some(({ text }) => text.includes(line))))
  return event?.climax && !isTelling && !isSceneOf(view, event) && !wasPlayed(view, event) ? event : undefined
}

/**
 * The next call for the outcome of a story event. First the outcome is narrated. Then the characters concerned react, players first. Then it is
 * recorded: threads, characters, the event, and at last the facts, which mark the outcome as complete.
 */
export function aftermath(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const event = pending(view)
  if (!event || climaxWithoutScene(view)) return undefined
  // The note says that the outcome was narrated; so did the end of the event's scene if that decides it. In another scene the rest is only recorded.
  const isTelling = (!isNoted(view, event) || event.closing.some((line) => voice.heard(line))) && (isSceneOf(view, event) || !endsWithItsScene(event))
  const telling = isTelling ? (tellOutcome(view, event, offers, voice) ?? callOnConcerned(view, event, offers, voice)) : undefined
  const use = telling ?? recordOf(view, event, offers)
  if (use) mind.note(`“${event.title}” is over, so the DM narrates its outcome.`)
  return use
}

/** Narrates the event's own closing text, then the reactions of NPCs in the place. */
function tellOutcome(view: View, event: SeenEvent, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  if (!event.closing.some((line) => voice.heard(line))) {
    const line = voice.line(event.closing)
    if (line !== undefined) return { tool: 'narrate', input: { text: line } }
  } else if (!isNoted(view, event)) return rememberEvent(view, event, offers) ?? recordEvent(view, event)
  const voices = offerOf(offers, 'narrate')?.params.find((def) => def.name === 'voice')?.enum ?? []
  for (const [id, lines] of reactions(event)) {
    const one = view.actors.find((actor) => actor.id === id && actor.kind === 'npc')
    if (!one?.canAct || one.location !== view.place?.id || !voices.includes(id) || lines.some((line) => voice.heard(line))) continue
    const line = voice.line(lines)
    if (line !== undefined) return { tool: 'narrate', input: { text: line, voice: id } }
  }
  return undefined
}

const reactions = ({ outcomes }: SeenEvent): [id: string, lines: string[]][] => outcomes.flatMap((outcome) => Object.entries(outcome.reactions))

/** Calls on all players concerned at once, and only once. */
function callOnConcerned(view: View, event: SeenEvent, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'call_on'))
  const sinceClosing = since(view.log, (entry) => event.closing.some((line) => entry.text.includes(line)))
  // A player in another place has not seen the event.
  const places = [...(view.place ? [view.place.id] : []), ...(view.elsewhere ?? []).map(({ id }) => id)]
  const isThere = (id: string): boolean => view.actors.find((actor) => actor.id === id)?.location === settledAt(event, places)
  const concerned = reactions(event).flatMap(([id, lines]) =>
    def?.enum?.includes(id) && isThere(id) && !lines.some((line) => voice.heard(line)) ? [id] : []
  )
  // The one whose want it was speaks first.
  const wanting = view.atlas?.().people.filter(({ metBy }) => metBy?.some((fact) => event.done_when.includes(fact))) ?? []
  const first = concerned.filter((id) => wanting.some((one) => one.id === id)).slice(0, 1)
  const answers = sinceClosing.filter((entry) => view.party.includes(entry.by))
  const isFirstAnswer = answers.length > 0 && answers.at(-1) === sinceClosing.at(-1) && answers.every(({ by }) => wanting.some(({ id }) => id === by))
  const called = answers.length === 0 ? (first.length > 0 ? first : concerned) : isFirstAnswer ? concerned : []
  return def && called.length > 0 ? { tool: 'call_on', input: { [def.name]: called } } : undefined
}

/** Records the next change that the outcome brings. */
function recordOf(view: View, event: SeenEvent, offers: readonly Offer[]): ToolUse | undefined {
  const threads = offerOf(offers, 'close_thread')?.params.find((def) => def.name === 'thread')?.enum ?? []
  const people = view.atlas?.().people ?? []
  for (const { closes, opens, moves, ...more } of event.outcomes) {
    const quest = questOf(offers, more) ?? feelingOf(view, offers, more)
    if (quest) return quest
    const closed = Object.entries(closes).find(([id]) => threads.includes(id))
    if (closed) return { tool: 'close_thread', input: { thread: closed[0], outcome: sentence(closed[1]) } }
    const opened = Object.entries(opens).find(([id]) => own(view.threads, id) === undefined)
    if (opened && offerOf(offers, 'open_thread')) return { tool: 'open_thread', input: { thread: opened[0], text: opened[1] } }
    const send = offerOfKind(view, offers, 'send')
    const who = send?.params.find((def) => def.type === 'target')
    const to = send?.params.find((def) => def !== who && def.enum)
    const moved = Object.entries(moves).find(([id, place]) => who?.enum?.includes(id) && people.some((one) => one.id === id && one.place !== place))
    if (send && who && to && moved) return { tool: send.name, input: { [who.name]: moved[0], [to.name]: moved[1] } }
  }
  if (!isNoted(view, event)) return rememberEvent(view, event, offers) ?? recordEvent(view, event)
  const fact = event.outcomes.flatMap(({ facts }) => facts).find((one) => !own(view.facts, one))
  return fact === undefined ? undefined : recordFact(view, offers, fact)
}

/** Starts or closes the next quest of an outcome. */
function questOf(
  offers: readonly Offer[],
  { starts, completes, fails }: Pick<SeenEvent['outcomes'][number], 'starts' | 'completes' | 'fails'>
): ToolUse | undefined {
  const choices = (tool: 'start_quest' | 'close_quest'): readonly string[] =>
    offerOf(offers, tool)?.params.find((def) => def.name === 'quest')?.enum ?? []
  const [startable, active] = [choices('start_quest'), choices('close_quest')]
  const quest = starts.find((id) => startable.includes(id))
  if (quest !== undefined) return { tool: 'start_quest', input: { quest } }
  for (const [how, ends] of [
    ['completed', completes],
    ['failed', fails]
  ] as const) {
    const end = Object.entries(ends).find(([id]) => active.includes(id))
    if (end) return { tool: 'close_quest', input: { quest: end[0], how, outcome: sentence(end[1]) } }
  }
  return undefined
}

/** Changes the next relationship that does not have the outcome's value yet, if both characters are near. */
function feelingOf(view: View, offers: readonly Offer[], { feels }: Pick<SeenEvent['outcomes'][number], 'feels'>): ToolUse | undefined {
  const near = offerOf(offers, 'change_relationship')?.params.find((def) => def.name === 'from')?.enum ?? []
  for (const [id, to] of Object.entries(feels)) {
    const tie = relationshipOf({ relationships: view.ties ?? {} }, id)
    const by = to - (tie?.value ?? 0)
    if (tie && by !== 0 && near.includes(tie.from) && near.includes(tie.to))
      return { tool: 'change_relationship', input: { from: tie.from, to: tie.to, by } }
  }
  return undefined
}

/** Records the event in the timeline of a character whom it concerns: where they saw it settled, or that they heard of it. */
function rememberEvent(view: View, event: SeenEvent, offers: readonly Offer[]): ToolUse | undefined {
  const near = offerOf(offers, 'remember')?.params.find((def) => def.name === 'who')?.enum ?? []
  const who = reactions(event).find(([id]) => near.includes(id))?.[0]
  if (who === undefined || (view.spent['remember'] ?? 0) > 0) return undefined
  const end = view.log.findLast(({ changes }) => event.done_when.some((fact) => own(changes?.facts, fact) !== undefined))
  const everybody = Object.fromEntries(view.actors.map(({ id, location, canAct }) => [id, { location, canAct }]))
  const place = end && seenBeats(view.log, everybody, who).get(end.beat)
  const name = place === undefined ? undefined : own(view.places, place)
  const words = `${small(event.aim).replace(/\.$/, '')}.`
  const text =
    place === undefined
      ? `Heard that it was settled: ${words}`
      : `Was there${name === undefined ? '' : ` at ${placeName(name)}`} when it was settled: ${words}`
  return { tool: 'remember', input: { who, text } }
}

const noteAbout = ({ title }: SeenEvent): string => `events/${slug(title)}-over/ABOUT.md`
const isNoted = (view: View, event: SeenEvent): boolean => view.topics?.some(({ path }) => path === `world/${noteAbout(event)}`) ?? false

/** Records a note of the event for the world's memory. */
function recordEvent(view: View, event: SeenEvent): ToolUse {
  const here = partyOf(view).filter((actor) => actor.location === view.place?.id)
  const lines = [
    `# ${event.title}, settled`,
    '',
    `At [[${view.place?.name ?? 'an unknown place'}]], with ${listed(here.map(({ name }) => `[[${name}]]`)) || 'nobody of the party'} there.`,
    `It was about this: ${sentence(event.aim)}`
  ]
  return { tool: 'record', input: { note_path: noteAbout(event), content: lines.join('\n'), tags: ['event'] } }
}

/**
 * Returns whether the story is over: its last event is over with its whole outcome, no climax, document and event that ends with its scene is to come, and
 * no file of the party names a want that can still be met, unless the story had a climax or an epilogue. In a world without events: no member of the party
 * wants anything any more.
 */
export function isAnnounced(view: View): boolean {
  const { story = [] } = view
  const last = story.findLast((event) => event.done || !endsWithItsScene(event))
  const isMoreToCome = story.some((event) => (isPlayedAtItsPlace(event) || event.isPrepared === true) && isToCome(view, event))
  if (last || isMoreToCome) return last?.done === true && !isMoreToCome && !pending(view) && !(isOpenEnded(view) && isWantWithinReach(view))
  return (view.topics ?? []).some(({ path }) => path.startsWith('world/events/')) && pursuits(view).every(({ who }) => !view.party.includes(who.id))
}

/** Narrates the closing of the scene's event, if it has no outcome that would: so it isn't lost when the campaign ends with this scene. */
export function lastClosing(view: View, voice: Voice): ToolUse | undefined {
  const event = sceneEvent(view)
  const line = event?.done && !event.closing.some((one) => voice.heard(one)) ? voice.line(event.closing) : undefined
  return line === undefined ? undefined : { tool: 'narrate', input: { text: line } }
}

/** Ends the campaign with an epilogue: the outcome of everybody's wants, the open threads, and the place. */
export function epilogue(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  if (!offerOf(offers, 'end_campaign')) return undefined
  const last = view.story?.findLast(({ done }) => done)
  const authored = last?.epilogue ?? []
  const authoredText = authored.join(' ')
  const people = view.actors.filter((actor) => view.party.includes(actor.id) && !mentions(authoredText, actor.name))
  const threads = Object.values(view.threads ?? {}).flatMap((thread) =>
    typeof thread === 'object' && thread !== null && !Array.isArray(thread) && typeof thread['text'] === 'string' ? thread['text'] : []
  )
  const text = [
    authoredText,
    ...people.map((actor) => fate(view, actor)),
    ...threads.map((open) => tell(LEFT_OPEN, { open: small(open).replace(/[.]+$/, '') }))
  ]
  mind.note('The story is over, so the campaign ends.')
  return { tool: 'end_campaign', input: { epilogue: text.filter((part) => part !== undefined && part !== '').join(' ') || situation(view) } }
}

/** A sentence about a character and the outcome of their want. */
function fate(view: View, actor: SeenActor): string | undefined {
  const { met = [], wants = '' } = actor.sheet ?? {}
  const note = view.topics?.find(({ path }) => path === `world/${noteOn(actor.name, wants)}`)
  const isUnnoted = note === undefined && isOvertakenWant(view, actor.id)
  const done = wants !== '' && (isUnnoted || (note !== undefined && !note.title.endsWith('went without')))
  const want = (text: string | undefined): string | undefined => (text ? wantWords(view, text) : undefined)
  const slots = slotsFor(view, actor)
  if ('dead' in actor.conditions) return tell(DIED_FOR, { ...slots, want: want(wants || met.at(-1)) })
  if (done || (wants === '' && met.length > 0)) {
    const had = [...met, ...(done ? [wants] : [])]
    return tell(HAS_IT, { ...slots, want: had.map((one) => wantWords(view, one)).join(', and then ') })
  }
  if (wants === '') return undefined
  return tell(met.length > 0 ? HAS_SOME : HAS_NOT, {
    ...slots,
    met: met.map((one) => wantWords(view, one)).join(', and then '),
    want: want(wants)
  })
}
