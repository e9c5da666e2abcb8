import { own } from '../../../shared/base/json'
import type { SeenActor, SeenEvent, View } from '../../../shared/table/agents'
import { approaches, leadFor, nextEvent, running, wantWords, wasPlayed, wayTo, type Lead, type CurrentWant } from './aims'
import { happenings, type Happening } from './events'
import { pick } from './chance'
import { filled, frame, type Slots } from './frame'
import { placeName, sentence, small, the } from './grammar'
import { listed } from '../../../shared/words/labels'
import { entryIs } from './kinds'
import * as ends from './phrases/ends'
import * as fight from './phrases/fight'
import * as quiet from './phrases/quiet'
import * as road from './phrases/road'
import * as scene from './phrases/scene'
import * as search from './phrases/search'
import * as talk from './phrases/talk'
import { fit } from './peril'
import { isPointedOut, isUsedUp } from './places'
import { foesIn, isHostile, mentions, partyOf } from './read'
import { aimOf } from './speech'
import { WERE_AT } from './summary-parts'
import { passage, person, type Voice } from './voice'

const COUNT = ['nobody', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']

/** The DM's narration: the opening of the scene, or a reaction to the events since the last narration. One to four sentences. */
export function narration(view: View, voice: Voice): string {
  const begun = view.log.some((entry) => entry.kind === 'narration')
  return begun ? reaction(view, voice) : opening(view, voice)
}

function opening(view: View, voice: Voice): string {
  const event = view.story?.find((one) => one.id === view.scene?.story)
  const before = event !== undefined && wasPlayed(view, event)
  const slots = slotsFor(view, voice)
  const first = event && !before && !event.done && !approaches(view, event) ? voice.line(event.opening) : undefined
  const pursued = running(view)
  const danger = foesIn(view, view.place?.id).length > 0 ? tell(voice, fit(view) ? fight.FIGHT_BEGINS : fight.LOOMS, slots) : undefined
  const start = first ?? danger ?? beginningOf(view, voice, event, pursued, slots)
  const stakes = first !== undefined && event?.climax && event.stakes !== '' ? tell(voice, ends.STAKES, { stakes: event.stakes }) : undefined
  const seen = beenTo(view, view.place?.name ?? '')
  const where =
    first !== undefined && stakes === undefined && !mentions(first, view.place?.name ?? '') ? tell(voice, scene.SETTING, slots) : undefined
  const look = seen ? sense(view, voice) : passage(voice, view.place?.description ?? '', first === undefined ? 2 : 1)
  const opening = join([start, stakes, where, look])
  return join([opening, voice.chance() < 0.75 ? meeting(view, voice, opening) : undefined])
}

/** The beginning of a scene without an authored opening: on the way to the climax, for a character's want, as a continuation, or a general one. */
function beginningOf(view: View, voice: Voice, event: SeenEvent | undefined, pursued: CurrentWant | undefined, slots: Slots): string | undefined {
  if (event?.climax && event.done && event.stakes !== '') return tell(voice, ends.DECIDED, { stakes: event.stakes })
  if (approaches(view, event)) {
    const goal = event && own(view.places, event.place)
    const text = tell(voice, ends.APPROACHING, { ...slots, goal: goal === undefined ? undefined : placeName(goal) })
    if (text) return join([text, foreshadowing(view, voice, true)])
  }
  const who = view.actors.find((actor) => actor.id === pursued?.who.id) ?? pursued?.who
  if (pursued?.lead) {
    const lead = pursued.lead.kind === 'feature' ? the(pursued.lead.name) : placeName(pursued.lead.name)
    return tell(voice, ends.PURSUED, { ...slots, ...person('n', who), want: wantWords(view, pursued.want), lead })
  }
  return (event && tell(voice, scene.RESUMED, slots)) ?? tell(voice, scene.OPENING, slots)
}

/**
 * A sentence that foreshadows an event which is not over and not played now, the climax first. Each scene of the campaign has its own sentence, in
 * the order in which they are written, because no scene can look up earlier announcements. The last sentence is reserved for the way to the climax.
 */
function foreshadowing(view: View, voice: Voice, isLast = false): string | undefined {
  const { number = 1 } = view.scene ?? {}
  const at = (view.session - 1) * (number + (view.scenesLeft ?? 0)) + number - 1
  const open = (view.story ?? []).filter((event) => !event.done && event.place !== view.place?.id && (event.id !== view.scene?.story || event.climax))
  const lines = open
    .toSorted((a, b) => Number(b.climax) - Number(a.climax))
    .flatMap(({ foreshadow }) => (isLast ? foreshadow.slice(-1) : foreshadow.slice(0, -1).slice(at, at + 1)))
  const line = voice.line(lines.slice(0, 1))
  return line === undefined ? undefined : sentence(line)
}

/** Returns whether the story event of the running scene is done. Then nothing more is to be done here, and nobody is sent anywhere. */
const isOver = (view: View): boolean => view.story?.some(({ id, done }) => done && id === view.scene?.story) === true

function reaction(view: View, voice: Voice): string {
  if (partyOf(view).every((actor) => !actor.canAct)) return tell(voice, scene.LAST, slotsFor(view, voice)) ?? fallback(view, voice)
  const [main, second] = happenings(view, voice.chance() < 0.55 ? 2 : 1)
  const parts = [main && about(view, voice, main), second && about(view, voice, second)]
  if (main === undefined && view.mode === 'combat') parts.push(tell(voice, fight.ROUND, slotsFor(view, voice)))
  const description = join(parts)
  if (view.mode === 'combat') return description === '' ? fallback(view, voice) : description
  return join([description, detail(view, voice, description, main === undefined || main.kind === 'arrived' ? 0.9 : 0.65)]) || fallback(view, voice)
}

/** Narrates one event in a sentence; an arrival also with a look at the place. */
function about(view: View, voice: Voice, one: Happening): string | undefined {
  const slots: Slots = {
    ...slotsFor(view, voice, one.who),
    ...person('m', one.other),
    item: one.item,
    ...(one.feature ? { feature: one.feature } : {}),
    ...(one.kind !== 'arrived' && one.who && one.who.location !== view.place?.id
      ? { place: placeName(own(view.places, one.who.location) ?? view.place?.name ?? '') }
      : {}),
    // An event before the last journey did not happen in this place.
    ...(view.log.some((entry) => entry.beat > one.entry.beat && entryIs('move', entry)) ? { place: undefined, from: undefined } : {})
  }
  if (one.kind === 'arrived') return arrival(view, voice, slots, one)
  const afar = one.kind === 'died' && one.who?.location !== view.place?.id
  const frames = afar ? fight.DIED_AFAR : FRAMES[one.kind]
  return tell(voice, frames, slots, SHARE_OF_REMARKS)
}

/** How many quarters of a list of remarks a scene uses. A remark is left out rather than repeated in the next scene. */
const SHARE_OF_REMARKS = 1

const FRAMES: Readonly<Record<Exclude<Happening['kind'], 'arrived'>, readonly string[]>> = {
  blocked: road.BLOCKED,
  hurt: road.MISHAP,
  found: search.FOUND_ITEM,
  learnt: search.FOUND_FACT,
  explored: search.EXPLORED,
  told: talk.TOLD,
  untold: talk.NOT_TOLD,
  warmed: talk.WARMED,
  hit: fight.HIT,
  felled: fight.FELLED,
  wounded: fight.WOUNDED,
  fell: fight.FRIEND_FELL,
  healed: quiet.HEALED,
  rested: quiet.RESTED,
  routed: fight.ROUTED,
  left: fight.FIGHT_LEFT,
  lost: fight.LOST,
  died: fight.DIED,
  won: fight.FIGHT_WON,
  begun: fight.FIGHT_BEGINS,
  cast: fight.CAST,
  lifted: fight.LIFTED
}

function arrival(view: View, voice: Voice, slots: Slots, one: Happening): string {
  const here = partyOf(view).filter((actor) => actor.location === view.place?.id)
  const company = partyOf(view).filter((actor) => actor.canAct).length > 1
  const companions = partyOf(view).filter((actor) => actor.location === one.who?.location)
  if (one.who && company && (here.length < 2 || (one.who.location !== view.place?.id && companions.length === 1)))
    return tell(voice, road.SPLIT, { ...slots, place: own(view.places, one.who.location) ?? slots['place'] }) ?? ''
  const seen = beenTo(view, view.place?.name ?? '', one.entry.beat)
  const look = seen ? undefined : passage(voice, view.place?.description ?? '', 2)
  return join([
    company || view.party.length === 1
      ? tell(voice, seen ? road.RETURNED : road.ARRIVED, slots, seen ? SHARE_OF_REMARKS : 2)
      : tell(voice, road.ALONE, slots),
    look ?? sense(view, voice),
    meeting(view, voice, '')
  ])
}

/** Introduces a character who is here and has not been named yet in this scene. */
function meeting(view: View, voice: Voice, text: string): string | undefined {
  const strangers = view.actors.filter(
    (actor) =>
      actor.kind === 'npc' &&
      actor.canAct &&
      actor.location === view.place?.id &&
      actor.public !== '' &&
      !mentions(text, actor.name) &&
      !isMentioned(view, actor.name, isHostile(actor))
  )
  const one = pick(strangers, voice.chance)
  return one && tell(voice, scene.MEETING, { ...slotsFor(view, voice), npc: one.name, looks: looks(one) })
}

const looks = (actor: SeenActor): string => small(actor.public.trim().replace(/[.]+$/, ''))

const STILL_OPEN = [...quiet.AT_HAND, ...quiet.LOOSE_ENDS]

/** A further sentence: about the characters here, what is still open, the aim of the scene, or what can be heard. */
function detail(view: View, voice: Voice, text: string, often: number): string | undefined {
  if (isOver(view)) return voice.chance() < 0.3 ? sense(view, voice) : undefined
  const slots = slotsFor(view, voice)
  const onward = isUsedUp(view) && !isWayNamed(view, text) ? routeText(view, voice, slots) : undefined
  if (onward) return onward
  if (voice.chance() > often) return undefined
  if (slots['foe'] !== undefined && !fit(view)) return tell(voice, fight.LOOMS, slots)
  const { turns = 0 } = view.scene ?? {}
  const isClimaxAhead = (view.story ?? []).some((event) => event.climax && !event.done && event.ready)
  const options: readonly (readonly [odds: number, words: () => string | undefined])[] = [
    [turns < 14 && view.summaries.scenes.length === 0 ? 0.6 : 0, () => portrait(view, voice)],
    [0.7, () => meeting(view, voice, text)],
    [isClimaxAhead ? 0.5 : 0.18, () => foreshadowing(view, voice)],
    [turns < 16 ? 0.7 : 0, () => obstacleText(view, voice, slots)],
    [hasLeadHere(view, text) ? 0.8 : 0, () => tell(voice, quiet.AT_HAND, slots)],
    [0.6, () => routeText(view, voice, slots)],
    [0.15, () => tell(voice, quiet.AIM, slots)],
    [0.6, () => sense(view, voice)],
    [1, () => tell(voice, STILL_OPEN, slots) ?? sense(view, voice)]
  ]
  for (const [odds, words] of options) {
    const said = voice.chance() < odds ? words() : undefined
    if (said !== undefined) return said
  }
  return undefined
}

/** Shows a member of the party whose want was not told yet: how they look, and what they want. */
function portrait(view: View, voice: Voice): string | undefined {
  const one = partyOf(view).find(
    ({ public: seen, sheet }) => seen !== '' && sheet && sheet.wants !== '' && !voice.heard(wantWords(view, sheet.wants))
  )
  return (
    one?.sheet &&
    tell(voice, view.session > 1 || voice.heard(looks(one)) ? scene.WANTS_NOW : scene.PORTRAIT, {
      ...person('n', one),
      looks: looks(one),
      want: wantWords(view, one.sheet.wants)
    })
  )
}

/** Returns whether a feature of this place would advance the story and is not named in a text. */
function hasLeadHere(view: View, text: string): boolean {
  const lead = leadNow(view)
  const name = lead?.steps === 0 && lead.kind === 'feature' ? own(view.place?.features, lead.id) : undefined
  return name !== undefined && !mentions(text, name)
}

/** A sentence that names the way to the lead that would advance the story. */
function routeText(view: View, voice: Voice, slots: Slots): string | undefined {
  const lead = leadNow(view)
  const exit = wayTo(view, lead)
  if (!lead || exit === undefined) return undefined
  const goal = own(view.places, lead.place)
  return tell(voice, lead.steps === 1 ? ends.NEXT_DOOR : ends.ROUTE, {
    ...slots,
    way: placeName(exit),
    goal: goal === undefined ? undefined : placeName(goal)
  })
}

/** Returns whether the exit toward the current lead has been pointed out, or there is none. */
function isWayNamed(view: View, text: string): boolean {
  const label = wayTo(view, leadNow(view))
  const exit = view.place?.exits.find((one) => one.label === label)
  return !exit || mentions(text, exit.label) || isPointedOut(view, exit)
}

/** The lead that would advance the story now: that of the scene's pursuit, of its event, or of the next event. */
export function leadNow(view: View): Lead | undefined {
  const event = view.story?.find((one) => one.id === view.scene?.story)
  return running(view)?.lead ?? leadFor(view, event?.done === false ? event : nextEvent(view))
}

/** An obstacle between the party and the scene's pursuit. */
function obstacleText(view: View, voice: Voice, slots: Slots): string | undefined {
  const lead = running(view)?.lead
  if (!lead) return undefined
  const label = wayTo(view, lead)
  const [risk] = view.place?.exits.find((exit) => exit.label === label)?.risks ?? []
  if (label !== undefined && risk !== undefined) return tell(voice, ends.OBSTACLE_WAY, { way: placeName(label), risk })
  return lead.steps === 0 ? tell(voice, ends.OBSTACLE_PERSON, slots) : undefined
}

function sense(view: View, voice: Voice): string | undefined {
  const line = voice.line(view.place?.senses ?? [])
  return line === undefined ? undefined : sentence(line)
}

/**
 * A narration if every fitting frame has been used: a plain true statement about the place; in the last resort the sentence that was used longest
 * ago.
 */
function fallback(view: View, voice: Voice): string {
  const slots = slotsFor(view, voice)
  const place = slots['place'] ?? 'the same place'
  const [oldest = ''] = quiet.STILL.map((text) => sentence(filled(frame(text), { place }) ?? ''))
    .map((text) => ({ text, at: view.log.findLastIndex((entry) => entry.text.includes(text)) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ text }) => text)
  return sense(view, voice) ?? (isOver(view) ? undefined : tell(voice, STILL_OPEN, slots)) ?? oldest
}

/** One frame with its slots filled, as a sentence. `quarters`: how many quarters of the list a scene uses. */
export function tell(voice: Voice, frames: readonly string[], slots: Slots, quarters?: number): string | undefined {
  const text = voice.say(frames, slots, quarters)
  return text === undefined ? undefined : sentence(text)
}

const join = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join(' ')

/** The slots for what the DM sees: the place, the characters, open matters. `who` is the main character, otherwise a member of the party. */
export function slotsFor(view: View, voice: Voice, who?: SeenActor): Slots {
  const { chance } = voice
  const party = partyOf(view)
  const here = party.filter((actor) => actor.location === view.place?.id && actor.canAct)
  const able = party.filter((actor) => actor.canAct)
  const main = who ?? pick(here, chance) ?? able[0] ?? party[0] ?? view.actors.find((actor) => actor.kind === 'player')
  // A character in another place has companions only there and sees only that place.
  const isAway = main !== undefined && view.place !== undefined && main.location !== view.place.id
  const other = pick(
    able.filter((actor) => actor.id !== main?.id && actor.location === (isAway ? main.location : view.place?.id)),
    chance
  )
  const exits = view.place?.exits ?? []
  const event = view.story?.find((one) => one.id === view.scene?.story)
  // The current lead is mentioned before anything else.
  const lead = leadNow(view)
  const anyExit =
    pick(
      exits.filter((exit) => !exit.visited),
      chance
    ) ?? pick(exits, chance)
  // Nobody is sent away while the lead is in this place.
  const exit = wayTo(view, lead) ?? (lead?.steps === 0 ? undefined : anyExit?.label)
  const features = view.place?.features ?? {}
  const feature = (lead?.steps === 0 && lead.kind === 'feature' ? own(features, lead.id) : undefined) ?? pick(Object.values(features), chance)
  const people = view.actors.filter(
    (actor) => actor.kind === 'npc' && actor.canAct && actor.location === view.place?.id && actor.attitude !== 'hostile'
  )
  const npc = people.find((actor) => lead?.steps === 0 && lead.kind === 'person' && actor.id === lead.id) ?? pick(people, chance)
  const goal =
    event && event.place !== view.place?.id && !isMentioned(view, own(view.places, event.place) ?? '') ? own(view.places, event.place) : undefined
  const foe = pick(foesIn(view, view.place?.id), chance)
  const company = isAway ? [] : here.length > 0 ? here : able.length > 0 ? able : view.actors.filter((actor) => view.party.includes(actor.id))
  const all = company.map((actor) => actor.name)
  // An aim that has been reached is not mentioned as open.
  const aim = event?.done ? undefined : aimOf(view)
  return {
    ...person('n', main),
    ...person('o', other),
    // Sentences about a single character are not in the plural.
    all: all.length > 1 ? listed(all) : undefined,
    alone: all.length > 1 ? undefined : 'yes',
    count: all.length > 1 ? COUNT[party.length] : undefined,
    place: view.place && placeName(view.place.name),
    from: cameFrom(view),
    way: exit && !isAway ? placeName(exit) : undefined,
    feature: feature && !isAway ? the(feature) : undefined,
    npc: isAway ? undefined : npc?.name,
    foe: isAway ? undefined : foe?.name,
    goal: goal && placeName(goal),
    aim,
    // What can be done in this place is not looked for elsewhere.
    errand: aim !== undefined && /^(?:see to|hear what)\b/.test(aim) ? undefined : aim
  }
}

/** Returns whether the party was in a place before a beat, by the scene's start, the journeys in the log, and the summaries. */
function beenTo(view: View, name: string, before = Infinity): boolean {
  const travelled = view.log.some((entry) => entry.beat < before && entryIs('move', entry) && mentions(entry.text, name))
  const began = before !== Infinity && own(view.places, view.scene?.place ?? '') === name
  return (
    travelled ||
    began ||
    [...view.summaries.scenes, view.summaries.session ?? '', view.summaries.campaign ?? ''].some((text) =>
      text.split('\n').some((line) => line.includes(WERE_AT) && mentions(line, name))
    )
  )
}

/**
 * Returns whether this scene's log or a summary mentions a place or a character. `inWords`: records of actions don't count, because they say nothing
 * about what the character is.
 */
function isMentioned(view: View, name: string, inWords = false): boolean {
  const { scenes, session = '', campaign = '' } = view.summaries
  const told = inWords ? view.log.filter(({ kind }) => kind !== 'system') : view.log
  return told.some((entry) => mentions(entry.text, name)) || [...scenes, session, campaign].some((text) => mentions(text, name))
}

/** The place from which the party came to this one, according to the log. */
function cameFrom(view: View): string | undefined {
  const names = Object.values(view.places ?? {}).filter((name) => name !== view.place?.name)
  for (const entry of view.log.toReversed()) {
    // A character whose journey failed has not been there.
    if (!entryIs('move', entry) || (entry.changes && !Object.values(entry.changes.actors ?? {}).some(({ place }) => place))) continue
    const found = names.find((name) => mentions(entry.text, name))
    if (found) return placeName(found)
  }
  const start = view.scene && view.scene.place !== view.place?.id ? own(view.places, view.scene.place) : undefined
  return start && placeName(start)
}
