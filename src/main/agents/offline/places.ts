import { own } from '../../../shared/base/json'
import type { Exit, SeenActor, View } from '../../../shared/table/agents'
import { isNews } from './events'
import { entryIs, kindOf, needs } from './kinds'
import { dread, isWornOut } from './peril'
import { sentence, sentences } from './grammar'
import { actionsHere, actionsIn, exitTo, foesIn, mentions, overlap, partyOf, since } from './read'
import { HOSTILE } from './state-words'
import { bodyOf, breathOf, vigour } from './temper'

/** Returns whether the party has come to a place that the DM has not narrated since, and that is new in this scene. */
export function isUntold({ log, place, scene }: View): boolean {
  const told = log.findLastIndex((entry) => entry.kind === 'narration')
  if (!log.slice(told + 1).some((entry) => entryIs('move', entry)) || !place || place.tags['explored'] || scene?.place === place.id) return false
  return !log.slice(0, told + 1).some((entry) => entryIs('move', entry) && mentions(entry.text, place.name))
}

/** What the DM should narrate first: a new place, or a discovery in this round or a reaction to the story; undefined if there is none. */
export function newsToTell(view: View, me: SeenActor): 'place' | 'news' | undefined {
  if (isUntold(view)) return 'place'
  const round = since(view.log, (entry) => entry.kind === 'narration')
  // The DM is silent where the results told everything, so news is what happened since the player's own last action.
  const fresh = since(round, (entry) => entry.by === me.id && entry.kind === 'system')
  const hasNews = fresh.some((entry) => entry.by !== me.id && (entryIs('search', entry) || (entryIs('talk', entry) && isNews(entry))))
  return hasNews || (own(me.sheet?.says, 'reaction') ?? []).length > 0 ? 'news' : undefined
}

/** The factor for a thing that the DM's last two narrations name. */
export function pointed(view: View, name: string): number {
  const narrations = view.log.filter((entry) => entry.kind === 'narration').slice(-2)
  return narrations.some((entry) => mentions(entry.text, name)) ? 2.5 : 1
}

/** Returns whether the party came to this place through an exit. */
function isWayBack(view: View, exit: Exit): boolean {
  const trail = view.log.filter((entry) => entryIs('move', entry))
  const before = trail.at(-2)
  return before ? mentions(before.text, exit.label) : trail.length === 1 && view.scene?.place === exit.to
}

/** The authors' words for the way through an exit, as a sentence; empty if they have none. */
export const directionsTo = ({ description }: Exit): string => (description.trim() === '' ? '' : sentence(description))

/**
 * Returns whether the DM has pointed out an exit as the way to go on: since the party came here it was the last one whose directions were told, or the
 * last narrations name it. If the party came through it, only the last sentence counts, because the first ones say where the party came from.
 */
export function isPointedOut(view: View, exit: Exit): boolean {
  const exits = view.place?.exits ?? []
  const told = since(view.log, (entry) => entryIs('move', entry)).filter(({ kind }) => kind === 'narration')
  const tells = (one: Exit, text: string): boolean => one.description.trim() !== '' && text.includes(directionsTo(one))
  const directions = told.findLast(({ text }) => exits.some((one) => tells(one, text)))?.text
  if (directions !== undefined) return tells(exit, directions)
  if (!isWayBack(view, exit)) return pointed(view, exit.label) > 1
  const last = view.log.findLast((entry) => entry.kind === 'narration')
  return last !== undefined && mentions(sentences(last.text).at(-1) ?? '', exit.label)
}

/** Returns whether nothing is left to do in this place: no feature to search, and nobody who has not been talked to in this scene. */
export function isUsedUp({ place, actors, log }: View): boolean {
  const talks = log.filter((entry) => entryIs('talk', entry) || entryIs('help', entry))
  const people = actors.filter(({ kind, canAct, location, attitude }) => kind === 'npc' && canAct && location === place?.id && attitude !== 'hostile')
  return Object.keys(place?.features ?? {}).length === 0 && people.every(({ name }) => talks.some(({ text }) => mentions(text, name)))
}

/** Returns whether something in the place is to be read, as the campaign says. Players do so before they leave. */
export const isReadable = ({ place }: View, name: string): boolean => place?.written?.includes(name) === true

/** How useful it is to search a feature: less each time, more if the aim names it. */
export function searchWeight(view: View, feature: string): number {
  const tries = actionsIn(view.log).filter((entry) => entryIs('search', entry) && mentions(entry.text, feature)).length
  return (3 * 0.45 ** tries + overlap(feature, view.scene?.aim ?? '')) * pointed(view, feature) * (isReadable(view, feature) && tries === 0 ? 1.6 : 1)
}

/** How useful it is to look around: much less if that has been done. */
export function exploreWeight(view: View): number {
  if (view.place?.tags['explored']) return 0.05
  return 2.6 * 0.35 ** actionsHere(view).filter((entry) => entryIs('explore', entry)).length
}

/** Returns whether a hostile character was at a place when the party left it last. */
function isHeld({ log }: View, { label }: Exit): boolean {
  const moves = log.flatMap((entry, at) => (entryIs('move', entry) ? at : []))
  const came = moves.findLastIndex((at) => mentions(log[at]?.text ?? '', label))
  const there = came < 0 ? [] : log.slice(moves[came], moves[came + 1])
  return there.some(({ kind, text }) => kind === 'narration' && text.includes(HOSTILE)) && !there.some((entry) => entryIs('end_combat', entry))
}

/** The exit that a value of an offer means. */
export const exitOf = (view: View, action: string, value: string): Exit | undefined =>
  view.place?.exits.find(
    ({ journey, to, direction, label }) =>
      journey === value || to === value || (kindOf(view, action) === 'move' && (direction === value || label === value))
  )

/** The factor of an exit's risks on its weight, 0…1. A low stat (the offer's label names it), failures at this exit, and wounds reduce it. */
export function riskFactor(view: View, me: SeenActor, exit: Exit, label: string): number {
  const stats = me.sheet?.stats ?? {}
  const stat = Object.keys(stats).find((name) => label.includes(`by ${name}`))
  if (stat === undefined) return 1
  const value = own(stats, stat) ?? 0
  const able = value > 4 ? 1 : value > 3 ? 0.8 : value > 2 ? 0.6 : 0.45
  const failed = view.log.filter(
    (entry) => entryIs('move', entry) && mentions(entry.text, exit.label) && entry.rolls?.some((roll) => roll.outcome === 'failure')
  ).length
  return able * 0.4 ** failed * (vigour(me) < 0.5 ? 0.3 : 1)
}

/** How useful it is to take an exit: highest to companions, then if it fits the aim, then if unknown. `open`: the things left to do here. */
export function moveWeight(view: View, me: SeenActor, to: string, open: number): number {
  const exit = exitTo(view, to)
  if (!exit || !view.place) return 0
  const mates = partyOf(view).filter((actor) => actor.id !== me.id && actor.canAct)
  const away = mates.filter((actor) => actor.location !== me.location)
  const matesThere = mates.filter((actor) => actor.location === to).length
  const bleeds = (actor: SeenActor): boolean => actor.location === me.location && !actor.canAct && needs(view, actor, 'rescue')
  // A bleeding character is treated before they are carried anywhere, unless a foe is there.
  if (foesIn(view, me.location).length === 0 && partyOf(view).some(bleeds)) return 0.2
  const isSomebodyLeft = partyOf(view).some((actor) => !actor.canAct && actor.location === to)
  if (isSomebodyLeft) return 40
  if (away.length > 0 && away.length === mates.length && matesThere > 0) return 20
  if (matesThere > 0 && view.party.indexOf(me.id) > 0) return 6
  if (away.length > 0) {
    // Characters apart from the leader go to the leader, who waits, but not for ever.
    const leader = partyOf(view).find((actor) => actor.canAct)
    const follows = me.location !== leader?.location || (view.scene?.turns ?? 0) > 24
    return exit.mates?.some((id) => away.some((mate) => mate.id === id)) && follows ? 15 : 0.1
  }
  const round = since(view.log, (entry) => entry.kind === 'narration')
  // A new place is narrated before anybody goes on.
  const moved = round.some((entry) => entryIs('move', entry)) ? 0.02 : 1
  const readiness = moved * Math.min(1, (actionsHere(view).length + 0.6) / (1 + Math.min(open, 5) * 0.8))
  const words = `${view.scene?.aim ?? ''} ${view.scene?.title ?? ''}`
  const relevance = overlap(`${exit.label} ${exit.description}`, words)
  const legs = view.log.filter((entry) => entryIs('move', entry) && mentions(entry.text, exit.label)).length
  const trail = view.log.filter((entry) => entryIs('move', entry))
  const back = trail.slice(-3).some((entry) => mentions(entry.text, exit.label)) || (trail.length < 3 && view.scene?.place === exit.to) ? 0.3 : 1
  const named = isPointedOut(view, exit)
  const unknown = named ? 4 : exit.visited ? 0.5 * 0.35 ** legs : 2
  const held = newsToTell(view, me) === 'news' ? 0.04 : 1
  // A hurt or exhausted character goes back rather than on, and out rather than in. They leave a foe at once.
  if (isWornOut(view, me)) {
    const risky = (exit.risks.length > 0 && breathOf(me) === 0 && bodyOf(me) < 0.35 ? 0.1 : 1) * (isHeld(view, exit) ? 0.02 : 1)
    const home = risky * (exit.visited ? (/up|out|home/i.test(exit.direction) ? 1.5 : 1) : 0.15)
    return home * (foesIn(view, me.location).length > 0 ? 30 : unknown * readiness)
  }
  // The scene's aim concerns a feature here, or the DM's last sentence names one.
  const last = sentences(view.log.findLast((entry) => entry.kind === 'narration')?.text ?? '').at(-1) ?? ''
  const isAtHand = Object.values(view.place.features).some((name) => overlap(name, view.scene?.aim ?? '') > 0 || mentions(last, name))
  // The DM has pointed out another exit.
  const isAside = !named && view.place.exits.some((one) => one !== exit && isPointedOut(view, one)) ? 0.03 : 1
  // Nobody walks away from the scene's own place to one that they know, unless the way leads there.
  const isIdle = view.scene?.place === view.place.id && exit.visited && !named && relevance === 0 ? 0.05 : 1
  const draw = isIdle * isAside * (isAtHand && !named ? 0.2 : 1) * (unknown + 2.5 * relevance * 0.5 ** legs) * (named ? 2.5 : back)
  return draw * held * readiness * readiness * dread(view, to) * (open === 0 ? 2.5 : 1)
}
