import { own } from '../../../shared/json'
import type { SeenActor, SeenEvent, ToolUse, View } from '../../../shared/agents'
import type { Offer } from '../../../shared/game'
import { slug } from '../../../shared/names'
import { settledAt } from '../../../shared/premises'
import { relationshipOf } from '../../../shared/story-state'
import { noteOn, pursuits, wantWords, wasPlayed } from './aims'
import { recordFact } from './facts'
import type { Slots } from './frame'
import { list, placeName, sentence, small } from './grammar'
import type { Mind } from './mind'
import { slotsFor, tell } from './narrate'
import * as ends from './phrases/ends'
import { isSettledInWords } from './pursue'
import { choiceOf, mentions, offerOf, offerOfKind, partyOf, since } from './read'
import { person, type Voice } from './voice'

/** The first story event that is over while what follows from it is not all told. */
function pending(view: View): SeenEvent | undefined {
  return view.story?.find((event) => event.done && event.outcomes.some(({ facts }) => facts.some((fact) => !own(view.facts, fact))))
}

/** Whether the running scene is that of an event: opened for it, where it is decided. */
export const isSceneOf = ({ scene }: View, event: SeenEvent): boolean =>
  scene !== undefined && ((scene.story === event.id && scene.place === event.place) || scene.title === event.title)

/** The climax, if it was decided inside another scene: before anything follows from it, it gets its own. */
export function climaxWithoutScene(view: View): SeenEvent | undefined {
  const event = pending(view)
  const isTelling = event && (isNoted(view, event) || event.closing.some((line) => view.log.some(({ text }) => text.includes(line))))
  return event?.climax && !isTelling && !isSceneOf(view, event) && !wasPlayed(view, event) ? event : undefined
}

/**
 * What follows from a story event, one call after the other: it is told, those concerned say what they think of it, the players first,
 * and then it is written down: threads, people, the event, and last the facts, which say that all of it is done.
 */
export function aftermath(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const event = pending(view)
  if (!event || climaxWithoutScene(view)) return undefined
  // The note says that it has been told; what is left of it in another scene is only written down.
  const isTelling = !isNoted(view, event) || event.closing.some((line) => voice.heard(line))
  const telling = isTelling ? (said(view, event, offers, voice) ?? callOnConcerned(view, event, offers, voice)) : undefined
  const use = telling ?? recordOf(view, event, offers)
  if (use) mind.note(`“${event.title}” is over, so the DM narrates its outcome.`)
  return use
}

/** The event's own words, then what people of the place say to it. */
function said(view: View, event: SeenEvent, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  if (!event.closing.some((line) => voice.heard(line))) {
    const line = voice.line(event.closing)
    if (line !== undefined) return { tool: 'narrate', input: { text: line } }
  } else if (!isNoted(view, event)) return remembered(view, event, offers) ?? recorded(view, event)
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

/** Players whom it concerns are called on at once, and once only. */
function callOnConcerned(view: View, event: SeenEvent, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'call_on'))
  const sinceClosing = since(view.log, (entry) => event.closing.some((line) => entry.text.includes(line)))
  // Who is somewhere else has not seen it.
  const places = [...(view.place ? [view.place.id] : []), ...(view.elsewhere ?? []).map(({ id }) => id)]
  const isThere = (id: string): boolean => view.actors.find((actor) => actor.id === id)?.location === settledAt(event, places)
  const concerned = reactions(event).flatMap(([id, lines]) =>
    def?.enum?.includes(id) && isThere(id) && !lines.some((line) => voice.heard(line)) ? [id] : []
  )
  const answered = sinceClosing.some((entry) => view.party.includes(entry.by))
  return def && concerned.length > 0 && !answered ? { tool: 'call_on', input: { [def.name]: concerned } } : undefined
}

/** Writes down what is different from now on. */
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
  if (!isNoted(view, event)) return remembered(view, event, offers) ?? recorded(view, event)
  const fact = event.outcomes.flatMap(({ facts }) => facts).find((one) => !own(view.facts, one))
  return fact === undefined ? undefined : recordFact(view, offers, fact)
}

/** The next quest of an outcome that begins or ends. */
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

/** The next relationship of an outcome that isn't as it is from then on, while both are near. */
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

/** Somebody of the place whom it concerns keeps it in their timeline. */
function remembered(view: View, event: SeenEvent, offers: readonly Offer[]): ToolUse | undefined {
  const near = offerOf(offers, 'remember')?.params.find((def) => def.name === 'who')?.enum ?? []
  const who = reactions(event).find(([id]) => near.includes(id))?.[0]
  if (who === undefined || (view.spent['remember'] ?? 0) > 0) return undefined
  const place = view.place ? ` at ${placeName(view.place.name)}` : ''
  return { tool: 'remember', input: { who, text: `Was there${place} when it was settled: ${small(event.aim).replace(/\.$/, '')}.` } }
}

/** Where the note of an event stands, below world/. */
const noteAbout = ({ title }: SeenEvent): string => `events/${slug(title)}-over/ABOUT.md`
const isNoted = (view: View, event: SeenEvent): boolean => view.topics?.some(({ path }) => path === `world/${noteAbout(event)}`) ?? false

/** A note of the event for the world's own memory. */
function recorded(view: View, event: SeenEvent): ToolUse {
  const here = partyOf(view).filter((actor) => actor.location === view.place?.id)
  const lines = [
    `# ${event.title}, settled`,
    '',
    `At [[${view.place?.name ?? 'an unknown place'}]], with ${list(here.map(({ name }) => `[[${name}]]`)) || 'nobody of the party'} there.`,
    `It was about this: ${sentence(event.aim)}`
  ]
  return { tool: 'record', input: { note_path: noteAbout(event), content: lines.join('\n'), tags: ['event'] } }
}

/** Whether the story is told: its last event is over with all that follows from it, or, in a world without events, nobody of the party wants anything any more. */
export function isTold(view: View): boolean {
  const events = (view.story ?? []).filter(({ done_when: facts }) => facts.length > 0)
  const last = events.at(-1)
  if (last) return last.done && !pending(view)
  return (view.topics ?? []).some(({ path }) => path.startsWith('world/events/')) && pursuits(view).every(({ who }) => !view.party.includes(who.id))
}

/** The end of the campaign: what became of everybody's wants, of the threads that are still open, and of the place. */
export function epilogue(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  if (!offerOf(offers, 'end_campaign')) return undefined
  const last = view.story?.findLast(({ done }) => done)
  const authored = last?.epilogue ?? []
  const authoredText = authored.join(' ')
  const people = view.actors.filter((actor) => view.party.includes(actor.id) && !mentions(authoredText, actor.name))
  const threads = Object.values(view.threads ?? {}).flatMap((thread) =>
    typeof thread === 'object' && thread !== null && !Array.isArray(thread) && typeof thread['text'] === 'string' ? thread['text'] : []
  )
  const place = view.place && placeName(view.place.name)
  const text = [
    authored.length > 0 ? authoredText : tell(voice, ends.EPILOGUE, slotsFor(view, voice)),
    ...people.map((actor) => fate(view, actor, voice)),
    ...threads.map((open) => tell(voice, ends.LEFT_OPEN, { open: small(open).replace(/[.]+$/, ''), place }))
  ]
  mind.note('The story is over, so the campaign ends.')
  return { tool: 'end_campaign', input: { epilogue: text.filter((part) => part !== undefined && part !== '').join(' ') } }
}

/** What became of somebody and of what they wanted. */
function fate(view: View, actor: SeenActor, voice: Voice): string | undefined {
  const { met = [], wants = '' } = actor.sheet ?? {}
  const note = view.topics?.find(({ path }) => path === `world/${noteOn(actor.name, wants)}`)
  const done = wants !== '' && note !== undefined && !note.title.endsWith('went without')
  const want = (text: string | undefined): string | undefined => (text ? wantWords(view, text) : undefined)
  const slots: Slots = { ...slotsFor(view, voice, actor), ...person('n', actor) }
  if ('dead' in actor.conditions) return tell(voice, ends.DIED_FOR, { ...slots, want: want(wants || met.at(-1)) })
  if (done || (wants === '' && met.length > 0)) {
    const had = [...met, ...(done ? [wants] : [])]
    if (had.every((one) => isSettledInWords(view, one))) return tell(voice, ends.HAS_IT_NOW, slots)
    return tell(voice, ends.HAS_IT, { ...slots, want: had.map((one) => wantWords(view, one)).join(', and then ') })
  }
  if (wants === '') return undefined
  return tell(voice, met.length > 0 ? ends.HAS_SOME : ends.HAS_NOT, {
    ...slots,
    met: met.map((one) => wantWords(view, one)).join(', and then '),
    want: want(wants)
  })
}
