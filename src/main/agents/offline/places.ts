import { own } from '../../../shared/json'
import type { Exit, SeenActor, View } from '../../../shared/agents'
import { entryIs, kindOf, needs } from './kinds'
import { dread, isWornOut } from './peril'
import { sentences } from './grammar'
import { actionsHere, actionsIn, exitTo, foesIn, mentions, overlap, partyOf, since } from './read'
import { bodyOf, breathOf, vigour } from './temper'

/** Whether something has come about that is still to be told: a place come to, a thing found or said in this round, or what the story has brought. */
export function newsToTell(view: View, me: SeenActor): 'place' | 'news' | undefined {
  const round = since(view.log, (entry) => entry.kind === 'narration')
  if (round.some((entry) => entryIs('move', entry))) return 'place'
  const isNews = round.some((entry) => entry.by !== me.id && (entryIs('search', entry) || (entryIs('talk', entry) && /["“]/.test(entry.text))))
  return isNews || (own(me.sheet?.says, 'reaction') ?? []).length > 0 ? 'news' : undefined
}

/** How much more the DM's last words make a thing draw that they name. */
export function pointed(view: View, name: string): number {
  const narrations = view.log.filter((entry) => entry.kind === 'narration').slice(-2)
  return narrations.some((entry) => mentions(entry.text, name)) ? 2.5 : 1
}

/** Whether the party came to this place from where an exit leads. */
function isWayBack(view: View, exit: Exit): boolean {
  const trail = view.log.filter((entry) => entryIs('move', entry))
  const before = trail.at(-2)
  return before ? mentions(before.text, exit.label) : trail.length === 1 && view.scene?.place === exit.to
}

/** Whether the DM's last words point out an exit as the way to go on. Of an arrival the first words say where the party came from, and point nowhere. */
export function isPointedOut(view: View, exit: Exit): boolean {
  if (!isWayBack(view, exit)) return pointed(view, exit.label) > 1
  const last = view.log.findLast((entry) => entry.kind === 'narration')
  return last !== undefined && mentions(sentences(last.text).at(-1) ?? '', exit.label)
}

/** Whether nothing is left to do in this place: nothing to search, and nobody who has not been talked to in this scene. */
export function isUsedUp({ place, actors, log }: View): boolean {
  const talks = log.filter((entry) => entryIs('talk', entry) || entryIs('help', entry))
  const people = actors.filter(({ kind, canAct, location, attitude }) => kind === 'npc' && canAct && location === place?.id && attitude !== 'hostile')
  return Object.keys(place?.features ?? {}).length === 0 && people.every(({ name }) => talks.some(({ text }) => mentions(text, name)))
}

/** How much there is to searching a feature: less each time, more if the aim speaks of it. */
export function searchWeight(view: View, feature: string): number {
  const tries = actionsIn(view.log).filter((entry) => entryIs('search', entry) && mentions(entry.text, feature)).length
  return (3 * 0.45 ** tries + overlap(feature, view.scene?.aim ?? '')) * pointed(view, feature)
}

/** How much there is to looking round: little where that has been done. */
export function exploreWeight(view: View): number {
  if (view.place?.tags['explored']) return 0.05
  return 2.6 * 0.35 ** actionsHere(view).filter((entry) => entryIs('explore', entry)).length
}

/** The exit that a choice of an offer stands for. */
export const exitOf = (view: View, action: string, value: string): Exit | undefined =>
  view.place?.exits.find(
    ({ journey, to, direction, label }) =>
      journey === value || to === value || (kindOf(view, action) === 'move' && (direction === value || label === value))
  )

/**
 * What the risks of an exit leave of its weight, 0…1: the offer's label says which stat decides. One that is low, an exit that has failed
 * somebody here before, and being hurt all make it less.
 */
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

/** How much there is to taking an exit: the others' place first, then what the aim speaks of, then the unknown, last the known. `open` counts what is left to do here. */
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
  if (isSomebodyLeft) return breathOf(me) < 0.4 && actionsHere(view).every((entry) => !entryIs('rest', entry)) ? 8 : 40
  if (away.length > 0 && away.length === mates.length && matesThere > 0) return 20
  if (matesThere > 0 && view.party.indexOf(me.id) > 0) return 6
  if (away.length > 0) {
    // Those who are not with the first of the party go to them; the first wait, but not for ever.
    const leader = partyOf(view).find((actor) => actor.canAct)
    const follows = me.location !== leader?.location || (view.scene?.turns ?? 0) > 24
    return exit.mates?.some((id) => away.some((mate) => mate.id === id)) && follows ? 15 : 0.1
  }
  const round = since(view.log, (entry) => entry.kind === 'narration')
  // Where they have just come to is told before anybody walks on.
  const moved = round.some((entry) => entryIs('move', entry)) ? 0.02 : 1
  const patience = moved * Math.min(1, (actionsHere(view).length + 0.6) / (1 + Math.min(open, 5) * 0.8))
  const words = `${view.scene?.aim ?? ''} ${view.scene?.title ?? ''}`
  const relevance = overlap(`${exit.label} ${exit.description}`, words)
  const legs = view.log.filter((entry) => entryIs('move', entry) && mentions(entry.text, exit.label)).length
  const trail = view.log.filter((entry) => entryIs('move', entry))
  const back = trail.slice(-3).some((entry) => mentions(entry.text, exit.label)) || (trail.length < 3 && view.scene?.place === exit.to) ? 0.3 : 1
  const named = isPointedOut(view, exit)
  const unknown = named ? 4 : exit.visited ? 0.5 * 0.35 ** legs : 2
  const held = newsToTell(view, me) === 'news' ? 0.04 : 1
  // A character who is hurt or out of breath goes back rather than on, and out rather than in. They leave a foe at once.
  if (isWornOut(view, me)) {
    const risky = exit.risks.length > 0 && breathOf(me) === 0 && bodyOf(me) < 0.35 ? 0.1 : 1
    const home = risky * (exit.visited ? (/up|out|home/i.test(exit.direction) ? 1.5 : 1) : 0.15)
    return home * (foesIn(view, me.location).length > 0 ? 30 : unknown * patience)
  }
  // What the scene is about is here to be looked at, or the DM's last words end with it.
  const last = sentences(view.log.findLast((entry) => entry.kind === 'narration')?.text ?? '').at(-1) ?? ''
  const isAtHand = Object.values(view.place.features).some((name) => overlap(name, view.scene?.aim ?? '') > 0 || mentions(last, name))
  const draw = (isAtHand && !named ? 0.2 : 1) * (unknown + 2.5 * relevance * 0.5 ** legs) * (named ? 2.5 : back)
  return draw * held * patience * patience * dread(view, to) * (open === 0 ? 2.5 : 1)
}
