import { own } from '../../../shared/base/json'
import { capitalised, listed } from '../../../shared/words/labels'
import type { SeenEvent, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { best, pick, type Chance } from './chance'
import { factsOf, nameIn } from '../scene-record'
import { kindOf } from './kinds'
import type { Mind } from './mind'
import {
  aimFor,
  isAdvanceable,
  endsWithItsScene,
  isPlayedAtItsPlace,
  isStuck,
  nextEvent,
  isWithinReach,
  noteOn,
  pursuits,
  sceneEvent,
  running,
  triesFor,
  wasPlayed,
  exitToward,
  type Pursuit
} from './aims'
import { climaxWithoutScene, isSceneOf, isAnnounced, pending } from './aftermath'
import type { Slots } from './frame'
import { placeName, sentence, the } from './grammar'
import { leadNow, situation, slotsFor } from './narrate'
import { GIVEN_UP_RULING, ruleGivenUp } from './rulings'
import { AIMS, APPROACH, TITLES, TITLES_FIGHT, TITLES_ON } from './phrases'
import { isUsedUp } from './places'
import { actionsIn, foesIn, mentions, offerOf, partyOf } from './read'
import { clockWords, companyWords, hereWords, isOrAre } from './state-words'
import type { Voice } from './voice'

const nextWords = (event: SeenEvent | undefined): string =>
  event ? `The next story event that is ready is “${event.title}”.` : 'No story event is ready, so the story continues where the party is.'

/** The climax, if it was decided inside another scene, or is ready or can be settled at the party's place; not after a fruitless try. */
function climaxNow(view: View): SeenEvent | undefined {
  const decided = climaxWithoutScene(view)
  if (decided) return decided
  const climax = view.story?.find(
    (event) => event.climax && !event.done && event.place === view.place?.id && (event.ready || isWithinReach(view, event))
  )
  const tried = climax && wasPlayed(view, climax)
  return climax && (!tried || nextEvent(view)?.id === climax.id) ? climax : undefined
}

const eventNow = (view: View): SeenEvent | undefined => climaxNow(view) ?? nextEvent(view)

/**
 * Returns whether a scene of its own must be opened now for an event that is played at its place, or has a document: the party has come there in
 * another scene. Also for a climax that was decided in another scene.
 */
export function sceneIsDue(view: View): boolean {
  const climax = climaxNow(view)
  if (climax) return !isSceneOf(view, climax)
  const next = nextEvent(view)
  return next !== undefined && next.place === view.place?.id && (endsWithItsScene(next) || next.isPrepared === true) && !isInSceneOf(view, next)
}

/** Returns whether the running scene is an event's own. Unless the event is played at its place, its scene may have begun on the way. */
export const isInSceneOf = (view: View, event: SeenEvent): boolean =>
  isSceneOf(view, event) || (!isPlayedAtItsPlace(event) && view.scene?.story === event.id)

/** Begins a session, named after the next event. */
export function openSession(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  if (!offerOf(offers, 'open_session')) return undefined
  const event = eventNow(view)
  mind.note(nextWords(event))
  const title = isAnnounced(view) ? AFTERWARDS : (event?.title ?? titleFrom(view, voice) ?? view.campaign)
  return { tool: 'open_session', input: { title: view.session > 0 && event ? `${title}, continued` : title } }
}

/** Opens the next scene, or closes the session if nobody in the party can act or there is nothing left to pursue. */
export function openScene(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const offer = offerOf(offers, 'open_scene')
  const hasNarrated = isAnnounced(view) || (pending(view) !== undefined && eventNow(view) === undefined)
  const event = hasNarrated ? undefined : eventNow(view)
  const pursuit = event || hasNarrated ? undefined : nextPursuit(view)
  const hadScenes = view.summaries.scenes.length > (view.story?.some((one) => isStuck(view, one)) ? 0 : 2)
  const aimless = !event && !hasNarrated && !pursuit && hadScenes
  const able = partyOf(view).some((actor) => actor.canAct)
  if (!offer || !able || aimless) {
    mind.note(able ? 'Nobody wants anything more, so the session ends.' : 'Nobody in the party can act, so the session ends.')
    return offerOf(offers, 'end_session') ? { tool: 'end_session', input: {} } : undefined
  }
  if (pursuit && pursuit.left <= 0) return ruleGivenUp(view, offers, pursuit.who.name, pursuit.want, mind) ?? givenUp(pursuit, mind)
  mind.note(pursuit ? `${pursuit.who.name} wants this: ${pursuit.want}` : nextWords(event))
  const places = offer.params.find((def) => def.name === 'place')?.enum ?? []
  const place = places.includes(view.place?.id ?? '') ? (view.place?.id ?? '') : (places[0] ?? '')
  const npcs = offer.params.find((def) => def.name === 'present')?.enum ?? []
  const present = view.actors.filter((actor) => npcs.includes(actor.id) && actor.location === place).map((actor) => actor.id)
  const stories = offer.params.find((def) => def.name === 'story')?.enum ?? []
  const aim = hasNarrated ? 'Say what became of it' : (event?.aim ?? (pursuit ? capitalised(aimFor(pursuit.lead, view)) : anyAim(view, voice)))
  const title = hasNarrated ? AFTERWARDS : pursuit ? pursuit.title : titleOf(view, event, voice, mind.chance)
  const input: ToolUse['input'] = { title, place, aim }
  if (present.length > 0) input['present'] = present
  if (event && stories.includes(event.id)) input['story'] = event.id
  return { tool: 'open_scene', input }
}

const AFTERWARDS = 'Afterwards'

/** The aim of a scene if nobody wants anything. */
const anyAim = (view: View, voice: Voice): string =>
  sentence(voice.say(AIMS, titleSlots(view, voice)) ?? `Find a way on from ${view.place?.name ?? 'here'}`).replace(/\.$/, '')

/** The next want to pursue, with the number of scenes of this session about it: the least tried first, then the nearest. */
function nextPursuit(view: View): (Pursuit & { tries: number; left: number; title: string }) | undefined {
  const open = pursuits(view).map((one) => ({ ...one, ...triesFor(view, one.who) }))
  return best(open, ({ tries, lead }) => -10 * tries - lead.steps)
}

/** Records that a character has to go without what they want. */
function givenUp({ who, want }: Pursuit, mind: Mind): ToolUse {
  mind.note(`${who.name} gives up this want, because nothing more can be tried for it: ${want}`)
  const content = `# What ${who.name} went without\n\n[[${who.name}]] wanted this, and it was not to be had: ${sentence(want)} By the ruling ${GIVEN_UP_RULING}.`
  return { tool: 'record', input: { note_path: noteOn(who.name, want), content, tags: ['event', 'want'] } }
}

function titleOf(view: View, event: SeenEvent | undefined, voice: Voice, chance: Chance): string {
  if (event && isPlayedAtItsPlace(event) && (event.done || event.place === view.place?.id) && !wasPlayed(view, event)) return event.title
  if (foesIn(view, view.place?.id).length > 0) {
    const title = voice.say(TITLES_FIGHT, titleSlots(view, voice))
    if (title) return capitalised(title)
  }
  if (!event) return titleFrom(view, voice) ?? `At ${view.place?.name ?? 'rest'}`
  if (isPlayedAtItsPlace(event) && event.place !== view.place?.id) {
    const goal = own(view.places, event.place)
    // The event's own title is reserved for the scene in which it is decided.
    const words = goal === undefined ? undefined : placeName(goal)
    return capitalised(voice.say(APPROACH, { goal: words }) ?? `Still on the way to ${words ?? 'it'}`)
  }
  if (!wasPlayed(view, event)) return event.title
  const slots: Slots = { ...titleSlots(view, voice), title: event.title }
  const byWay = `${event.title}, by way of ${slots['place'] ?? 'here'}`
  const isSummed = view.summaries.scenes.some((text) => mentions(text, `${event.title}, by way of`))
  return chance() < 0.5 && event.place !== view.place?.id && !isSummed ? byWay : capitalised(voice.say(TITLES_ON, slots) ?? event.title)
}

/** The slots of titles and aims: also the next exit, something to look at, and a foe. */
function titleSlots(view: View, { chance }: Voice): Slots {
  const exits = view.place?.exits ?? []
  const exit =
    exitToward(view, leadNow(view)) ??
    pick(
      exits.filter(({ visited }) => !visited),
      chance
    )?.label
  const feature = pick(Object.values(view.place?.features ?? {}), chance)
  return {
    ...slotsFor(view),
    way: exit && placeName(exit),
    feature: feature && the(feature),
    foe: foesIn(view, view.place?.id)[0]?.name
  }
}

function titleFrom(view: View, voice: Voice): string | undefined {
  const title = voice.say(TITLES, titleSlots(view, voice))
  return title && capitalised(title)
}

/** Returns whether the scene should end: its event is done, its characters are down, or it has lasted long enough. */
export function sceneOver(view: View, mind: Mind): boolean {
  if (!view.scene) return true
  const { turns, limit } = view.scene
  const why = endOf(view)
  if (why === 'goes on') return false
  if (why !== undefined) mind.note(why)
  return why !== undefined || (turns > limit * 0.4 && mind.happens('Close a scene that has lasted a while', 0.25))
}

/** The share of a scene's turns after which it may end because nothing is known that advances its story event. */
const MAX_SHARE_WITHOUT_LEAD = 0.25
/** The number of turns that a scene has at least, if nothing but its end decides its story event. */
const MIN_TURNS = 4
/** The number of latest actions that must have changed nothing but places and the clock before such a scene ends. */
const IDLE_ACTIONS = 3

/** Returns whether the latest actions only moved characters or let time pass. A rule that the table knows nothing of may still advance the event. */
function isIdle(view: View): boolean {
  const latest = actionsIn(view.log).slice(-IDLE_ACTIONS)
  return latest.length === IDLE_ACTIONS && latest.every(({ changes }) => changes === undefined || onlyMoves(changes))
}
const onlyMoves = (changes: NonNullable<LogEntry['changes']>): boolean =>
  Object.keys(changes).every((part) => ['actors', 'minutes', 'result'].includes(part)) &&
  Object.values(changes.actors ?? {}).every((actor) => Object.keys(actor).every((part) => part === 'place'))

/** The reason why a scene must end, or `goes on` if it must not; undefined if either is possible. */
function endOf(view: View): string | undefined {
  const party = partyOf(view)
  if (party.every((actor) => !actor.canAct)) return 'Nobody of the party can act, so the scene ends.'
  const { turns = 0, limit = 0 } = view.scene ?? {}
  // A scene does not end while a character is dying.
  if (party.some((actor) => !actor.canAct) && turns < limit - 6) return 'goes on'
  const event = sceneEvent(view)
  if (event?.done) return 'The story event of the scene is done, so the scene ends.'
  if (foesIn(view, view.place?.id).length > 0 && turns < limit - 4) return 'goes on'
  if (turns >= limit - 6) return 'The scene has had its turns, so it ends.'
  const pursued = running(view)
  if (pursued && (pursued.lead || pursued.isMet)) return 'goes on'
  if (!event && pursuits(view).length > 0) return 'What the scene was about is used up, so the scene ends.'
  if (event && isEndedByScene(view, event))
    return isUsedUp(view) && turns > MIN_TURNS ? 'Nothing more is to be done here, so the scene ends.' : undefined
  if (event?.id === climaxNow(view)?.id && event) return 'goes on'
  if (event && turns > limit * MAX_SHARE_WITHOUT_LEAD && isIdle(view) && !isAdvanceable(view, event))
    return 'Nothing is known that leads on, so the scene ends.'
  if (event) return nextEvent(view)?.id === event.id ? 'goes on' : 'Another story event comes first now, so the scene ends.'
  return nextEvent(view) !== undefined && turns > 4 ? 'A story event is ready, so the scene ends.' : undefined
}

/** Returns whether an event is over as soon as the running scene ends: it has no facts and no document, and this is its scene. */
const isEndedByScene = (view: View, event: SeenEvent): boolean => endsWithItsScene(event) && event.isPrepared !== true && isSceneOf(view, event)

/** The outcome of the scene: an authored paragraph, or what the party has done and learnt by now. */
export function outcome(view: View, voice: Voice): string {
  const event = sceneEvent(view)
  const company = companyWords(view)
  if (partyOf(view).every((actor) => !actor.canAct)) return sentence(`${company} ${lieOrLies(company)} at ${hereWords(view)}, and nobody gets up`)
  const isEnded = event !== undefined && (event.done || isEndedByScene(view, event))
  const closing = isEnded && !event.closing.some((line) => voice.heard(line)) ? voice.line(event.closing) : undefined
  if (closing !== undefined) return closing
  const isOpen = event !== undefined && !isEnded && !(climaxNow(view) && sceneIsDue(view))
  const failed = isOpen && voice.chance() < 0.6 ? voice.line(event.closing_failed) : undefined
  return failed ?? deeds(view, company) ?? situation(view)
}

/** What the party has looked into in the scene, to whom it has talked, or where it has come from; undefined if it has done none of that. */
function deeds(view: View, company: string): string | undefined {
  const { finds, dealings } = factsOf(view)
  const things = [...new Set(finds.map(({ name }) => the(name)))].slice(-MAX_DEEDS)
  const people = dealings.filter(({ actions }) => [...actions.keys()].some((action) => kindOf(view, action) === 'talk'))
  const from = own(view.places, view.scene?.place ?? '')
  const parts = [
    ...(things.length > 0 ? [`looked into ${listed(things)}`] : []),
    ...(people.length > 0 ? [`talked to ${listed(people.slice(-MAX_DEEDS).map(({ npc }) => placeName(nameIn(view, npc))))}`] : []),
    ...(from !== undefined && from !== view.place?.name ? [`come from ${placeName(from)} to ${hereWords(view)}`] : [])
  ]
  const has = isOrAre(company) === 'are' ? 'have' : 'has'
  return parts.length === 0
    ? undefined
    : sentence(`By ${clockWords(view)} ${company} ${has} ${parts.slice(0, -1).join(', ')}${parts.length > 1 ? ', and ' : ''}${parts.at(-1)}`)
}
/** The most things and the most people that the outcome of a scene names. */
const MAX_DEEDS = 3

const lieOrLies = (company: string): string => (isOrAre(company) === 'are' ? 'lie' : 'lies')

/** The outcome of a scene that foes cut short. */
export const cut = (view: View): string =>
  sentence(`${listed(foesIn(view, view.place?.id).map(({ name }) => name)) || 'Somebody'} bars the way at ${hereWords(view)}`)
