import { own } from '../../../shared/base/json'
import { isDead } from '../../../shared/story/guide'
import { listed } from '../../../shared/words/labels'
import { isPlural } from '../../../shared/words/plural'
import type { SeenActor, SeenEvent, View } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import { approaches, leadFor, nextEvent, running, sceneEvent, wasBegun, wasPlayed, exitToward, type Lead } from './aims'
import { answerer } from './disagree'
import { filled, frame, type Slots } from './frame'
import { placeName, sentence, the } from './grammar'
import { entryIs } from './kinds'
import { APPROACH } from './phrases'
import { directionsTo, isPointedOut, isUntold, isUsedUp } from './places'
import { actionsHere, isHostile, mentions, partyOf, since } from './read'
import { clockWords, companyWords, healthWords, hereWords, HOSTILE, isOrAre, looks } from './state-words'
import { WERE_AT } from './summary-parts'
import { passage, person, type Voice } from './voice'

/** The DM's narration: the opening of the scene, or what followed from the events since the last narration; undefined if the results told it all. */
export const narration = (view: View, voice: Voice): string | undefined => (isBegun(view) ? reaction(view, voice) : opening(view, voice)) || undefined

/** Returns whether the scene's opening was narrated, or one of the party has acted in it. */
export const isBegun = ({ log, party }: View): boolean =>
  log.some(({ kind, by }) => kind === 'narration' || (kind === 'system' && party.includes(by)))

/** A plain true sentence about the situation, where something has to be said. */
export function situation(view: View): string {
  const company = companyWords(view)
  return sentence(`It is ${clockWords(view)}, and ${company} ${isOrAre(company)} at ${hereWords(view)}`)
}

function opening(view: View, voice: Voice): string {
  const event = sceneEvent(view)
  const isFirst = event !== undefined && !wasPlayed(view, event) && !wasBegun(view, event)
  const isNew = isFirst && !event.done && !approaches(view, event)
  const first = isNew ? voice.line(event.opening) : undefined
  // A climax that was decided inside another event's scene has its stakes told before its outcome.
  const stakes = event?.climax && event.stakes !== '' && (isNew || (isFirst && event.done)) ? sentence(event.stakes) : undefined
  const announced = approaches(view, event) && !hasApproached(view, event) ? foreshadowing(view, voice, true) : undefined
  const look = beenTo(view, view.place?.name ?? '') ? sense(view, voice) : passage(voice, view.place?.description ?? '', 2)
  const told = join([first, stakes, healthOfParty(view), announced, look])
  const strangers = strangersHere(view, told)
  return join([told, ...strangers.map(introduced), around(view, told, strangers), wayOn(view)])
}

/** Returns whether an earlier scene was on the way to an event's place. */
function hasApproached(view: View, event: SeenEvent | undefined): boolean {
  const goal = own(view.places, event?.place ?? '')
  const titles = goal === undefined ? [] : APPROACH.flatMap((title) => filled(frame(title), { goal: placeName(goal) }) ?? [])
  const { scenes, session = '', campaign = '' } = view.summaries
  return titles.some((title) => [...scenes, session, campaign].some((text) => mentions(text, title)))
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
const isOver = (view: View): boolean => sceneEvent(view)?.done === true

function reaction(view: View, voice: Voice): string {
  const fresh = since(view.log, ({ kind }) => kind === 'narration' || kind === 'scene').filter(({ kind }) => kind === 'system')
  if (partyOf(view).every((actor) => !actor.canAct)) return join([...deaths(view, fresh), healthOfParty(view)]) || situation(view)
  // In the order of the beats: what became of whom, then where they are now.
  const fates = [...deaths(view, fresh), fresh.some(hasHarmed) ? healthOfParty(view) : undefined]
  if (view.mode === 'combat') return join(fates)
  const moved =
    fresh.findLast((entry) => entryIs('move', entry) && entry.changes?.actors !== undefined) ?? fresh.findLast((entry) => entryIs('move', entry))
  // Players wait until a new place was narrated.
  if (moved) return join([...fates, arrival(view, voice, moved)]) || (isUntold(view) ? (sense(view, voice, 4) ?? situation(view)) : '')
  const told = join([...fates, ...strangersHere(view, '').map(introduced)])
  if (isOver(view)) return told
  const isUnread = (view.place?.written ?? []).length > 0
  const isDone = isUsedUp(view) || (!isUnread && actionsHere(view).length > view.party.length)
  const onward = isDone ? wayOn(view) : undefined
  // Nothing comes between the words of two players who disagree.
  return join([told, onward, told === '' && onward === undefined && answerer(view) === undefined ? quietly(view, voice) : undefined])
}

const isHarm = ({ stats = {}, conditions = [], now, damage = 0 }: NonNullable<NonNullable<LogEntry['changes']>['actors']>[string]): boolean =>
  damage > 0 || now !== undefined || conditions.some(({ on }) => on) || Object.values(stats).some(({ from = 0, to = 0 }) => to < from)
const hasHarmed = ({ changes }: LogEntry): boolean => Object.values(changes?.actors ?? {}).some(isHarm)

/** The party's wounds, unless the last narration about them said the same. */
function healthOfParty(view: View): string | undefined {
  const words = healthWords(view, partyOf(view))
  const last = view.log.findLast(
    ({ kind, text }) => kind === 'narration' && /\bBy (?:noon|midnight|[^.;]+ (?:in the \w+|at night)) .+ (?:is|are) /.test(text)
  )
  return words === undefined || last?.text.includes(words) ? undefined : `By ${clockWords(view)} ${words}`
}

/** A sentence for each player who died. */
function deaths(view: View, fresh: readonly LogEntry[]): string[] {
  const dead = view.actors.filter(
    (actor) =>
      view.party.includes(actor.id) && isDead(actor, view.guide) && fresh.some(({ changes }) => own(changes?.actors, actor.id)?.now === 'dead')
  )
  return dead.map(({ name, location }) => sentence(`${name} is dead, at ${placeName(own(view.places, location) ?? hereWords(view))}`))
}

/** A place that the party has come to: its description, who and what is there, and where to go next. */
function arrival(view: View, voice: Voice, entry: LogEntry): string {
  const away = partyOf(view).filter((actor) => actor.canAct && actor.location !== view.place?.id)
  const apart = [...new Set(away.map(({ location }) => location))].map((place) => {
    const names = away.filter(({ location }) => location === place).map(({ name }) => name)
    return `${listed(names)} ${names.length === 1 ? 'is' : 'are'} at ${placeName(own(view.places, place) ?? place)}`
  })
  const isKnown = beenTo(view, view.place?.name ?? '', entry.beat)
  const look = isKnown ? sense(view, voice) : passage(voice, view.place?.description ?? '', 2)
  const told = join([apart.length > 0 ? sentence(listed(apart)) : undefined, look])
  const strangers = strangersHere(view, told)
  return join([told, ...strangers.map(introduced), around(view, told, strangers, !isKnown), wayOn(view)])
}

const peopleHere = (view: View): SeenActor[] =>
  view.actors.filter(({ kind, canAct, location }) => kind === 'npc' && canAct && location === view.place?.id)
/** Those at the party's place who were not shown yet: neither in this scene, nor, as far as the summaries tell, in an earlier one. */
function strangersHere(view: View, told: string): SeenActor[] {
  const isKnownPlace = wasVisited(view, view.place?.name ?? '')
  return peopleHere(view).filter((actor) => {
    const isShown =
      actor.public === '' ? isNamed(view, actor.name) || mentions(told, actor.name) : view.log.some(({ text }) => text.includes(looks(actor)))
    return !isShown && !isSummed(view, actor.name) && (!isKnownPlace || isSent(view, actor))
  })
}

/** Returns whether the outcome of an event has sent a character here. */
const isSent = ({ story = [] }: View, { id, location }: SeenActor): boolean =>
  story.some(({ done, outcomes }) => done && outcomes.some(({ moves }) => own(moves, id) === location))

const introduced = (actor: SeenActor): string =>
  sentence(`${actor.name}${isHostile(actor) ? HOSTILE : ' is here'}${actor.public === '' ? '' : `: ${looks(actor)}`}`)

/** Who else is here, as far as this scene has not told it, and, in a new place, what the description does not name. */
function around(view: View, told: string, strangers: readonly SeenActor[], isNew = false): string {
  const narrated = view.log.filter(({ kind }) => kind === 'narration')
  const isTold = ({ name }: SeenActor): boolean => narrated.some(({ text }) => mentions(text, name))
  const others = peopleHere(view).filter((actor) => !strangers.includes(actor) && !mentions(told, actor.name) && (isHostile(actor) || !isTold(actor)))
  const hostile = others.filter(isHostile).map((actor) => `At ${clockWords(view)} ${actor.name}${HOSTILE}`)
  const company = listed(others.filter((actor) => !isHostile(actor)).map(({ name }) => name))
  const things = listed(isNew ? Object.values(view.place?.features ?? {}).flatMap((name) => (mentions(told, name) ? [] : the(name))) : [])
  const isMany = / and |, /.test(things) || isPlural(things)
  return [
    ...hostile,
    ...(company === '' ? [] : [`${company} ${isOrAre(company)} ${strangers.length > 0 ? 'here too' : 'here'}`]),
    ...(things === '' ? [] : [`There ${isMany ? 'are' : 'is'} ${things}`])
  ]
    .map(sentence)
    .join(' ')
}

/** The exit to the lead that would advance the story, unless it was pointed out or can't be missed: the authors' directions, or its name. */
function wayOn(view: View): string | undefined {
  const lead = isOver(view) ? undefined : leadNow(view)
  const exits = view.place?.exits ?? []
  const exit = exits.find((one) => one.label === exitToward(view, lead))
  const unseen = exits.filter(({ visited }) => !visited)
  if (!lead || !exit || exits.length === 1 || (unseen.length === 1 && unseen[0] === exit) || isPointedOut(view, exit)) return undefined
  const directions = directionsTo(exit)
  if (directions !== '' && !view.log.some(({ text }) => text.includes(directions))) return directions
  const goal = own(view.places, lead.place) ?? ''
  const isHeard = lead.steps > 1 && (isNamed(view, goal) || mentions(view.scene?.aim ?? '', goal))
  const length = exit.duration === '' ? 'next' : `${exit.duration} away`
  const far = `${placeName(exit.label)} ${isPlural(exit.label) ? 'are' : 'is'} ${length}${isHeard ? `, on the way to ${placeName(goal)}` : ''}`
  return sentence(`It is ${clockWords(view)}; ${far}`)
}

/** Where the results told everything: now and then what is to come, how one of the party looks, or what is in the air, in the authors' words. */
function quietly(view: View, voice: Voice): string | undefined {
  const isClimaxAhead = (view.story ?? []).some((event) => event.climax && !event.done && event.ready)
  const options: readonly (readonly [odds: number, words: () => string | undefined])[] = [
    [view.session === 1 && view.scene?.number === 1 ? 0.8 : 0, () => portrait(view)],
    [isClimaxAhead ? 0.5 : 0.2, () => foreshadowing(view, voice)],
    [0.25, () => sense(view, voice)]
  ]
  for (const [odds, words] of options) {
    const said = voice.chance() < odds ? words() : undefined
    if (said !== undefined) return said
  }
  return undefined
}

/** How a member of the party looks who was not shown yet. */
function portrait(view: View): string | undefined {
  const one = partyOf(view).find(
    ({ public: seen, ...actor }) => seen !== '' && !view.log.some(({ text }) => text.includes(looks({ ...actor, public: seen })))
  )
  return one && sentence(`${one.name} is ${looks(one)}`)
}

/** The lead that would advance the story now: that of the scene's pursuit, of its event, or of the next event. */
export function leadNow(view: View): Lead | undefined {
  const event = sceneEvent(view)
  return running(view)?.lead ?? leadFor(view, event?.done === false ? event : nextEvent(view))
}

/** What is in the air. Each of four scenes in a row has a quarter of its own, because no scene can look up what an earlier one said. */
function sense(view: View, voice: Voice, quarters = 1): string | undefined {
  const line = voice.line(view.place?.senses ?? [], quarters)
  return line === undefined ? undefined : sentence(line)
}

const join = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join(' ')

/** The slots of the table's frames: a character, the place and the time. */
export const slotsFor = (view: View, who?: Pick<SeenActor, 'name' | 'pronoun'>): Slots => ({
  ...person('n', who ?? partyOf(view)[0]),
  place: hereWords(view),
  clock: clockWords(view)
})

/** A frame with its slots filled, as a sentence; undefined if a slot has no words. */
export function tell(text: string, slots: Slots): string | undefined {
  const told = filled(frame(text), slots)
  return told === undefined ? undefined : sentence(told)
}

/** Returns whether the party was in a place before a beat, by the scene's start, the journeys in the log, and the summaries. */
function beenTo(view: View, name: string, before = Infinity): boolean {
  const travelled = view.log.some((entry) => entry.beat < before && entryIs('move', entry) && mentions(entry.text, name))
  const began = before !== Infinity && own(view.places, view.scene?.place ?? '') === name
  return travelled || began || wasVisited(view, name)
}

/** Returns whether the party was in a place in an earlier scene, according to the summaries. */
const wasVisited = ({ summaries: { scenes, session = '', campaign = '' } }: View, name: string): boolean =>
  [...scenes, session, campaign].some((text) => text.split('\n').some((line) => line.includes(WERE_AT) && mentions(line, name)))

/** Returns whether this scene's log or a summary names a character. Records of actions don't count: they don't say who it is. */
function isNamed(view: View, name: string): boolean {
  return isSummed(view, name) || view.log.some(({ kind, text }) => kind !== 'system' && mentions(text, name))
}

const isSummed = ({ summaries: { scenes, session = '', campaign = '' } }: View, name: string): boolean =>
  [...scenes, session, campaign].some((text) => mentions(text, name))
