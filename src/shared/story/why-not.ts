import { own } from '../base/json'
import type { FactUses, FilePlace } from '../contract/language-calls'
import { listed } from '../words/labels'
import { fileAt } from './layout'
import type { Lore, StoryEvent } from './lore'
import { holds, isOver } from './premises'
import type { GameState } from './state'

/** A state of the story with what is authored, as sentences about it need them. */
export interface StoryWorld {
  state: GameState
  lore: Pick<Lore, 'story' | 'facts'>
}

/** What an event begins with and doesn't hold yet. */
export const missingOf = ({ starts_when }: StoryEvent, { facts }: GameState): string[] => starts_when.filter((fact) => !holds(facts, [fact]))

const bare = (fact: string): string => fact.replace(/^!/, '')

/** A fact of a list by its title, else by its id: `!lamp-lit` must not hold. */
export const factName = (fact: string, titles: Lore['facts'] = {}): string =>
  `${fact.startsWith('!') ? 'not ' : ''}${own(titles, bare(fact)) ?? bare(fact)}`

/** What a file is about, in the words of the story. */
export function subjectOf(path: string, { state, lore }: StoryWorld): string {
  const at = fileAt(path)
  switch (at?.kind) {
    case 'storyEvent':
      return lore.story.find(({ id }) => id === at.parts.id)?.title ?? at.parts.id
    case 'location':
      return own(state.places, at.parts.id)?.name ?? at.parts.id
    case 'sheet':
    case 'actor':
    case 'beliefs':
      return own(state.actors, at.parts.id)?.name ?? at.parts.id
    case 'journeys':
      return `the journeys of ${own(state.regions, at.parts.region)?.name ?? at.parts.region}`
    case 'state':
    case 'facts':
      return 'the state of the world'
    case 'action':
    case 'yamlAction':
      return `the action ${at.parts.id}`
    default:
      return path
  }
}

/** What a fact is set by, without the state of the world itself: one entry for each file. */
export function settersOf(fact: string, uses: readonly FactUses[]): FilePlace[] {
  const places = uses.find(({ id }) => id === bare(fact))?.sets ?? []
  return places.filter(({ path }, i) => fileAt(path)?.kind !== 'state' && places.findIndex((one) => one.path === path) === i)
}

/** Why a fact that an event begins with doesn't hold, and what could change that. `uses` is undefined until it is read. */
export function whyUnset(fact: string, event: StoryEvent, uses: readonly FactUses[] | undefined, world: StoryWorld): string {
  const called = factName(bare(fact), world.lore.facts)
  if (fact.startsWith('!')) return `“${called}” holds, and it begins only without it.`
  if (uses === undefined) return `“${called}” doesn’t hold yet.`
  const files = settersOf(fact, uses).map(({ path }) => path)
  const isOwn = (path: string): boolean => {
    const at = fileAt(path)
    return at?.kind === 'storyEvent' && at.parts.id === event.id
  }
  if (files.length > 0 && files.every(isOwn))
    return `Only “${event.title}” itself sets “${called}”, so it can’t begin: let something else set it, or take it from what the event begins with.`
  const setters = files.map((path) => subjectOf(path, world))
  return setters.length === 0
    ? `Nothing sets “${called}” yet: let an outcome, a feature, a character or a rule set it.`
    : `“${called}” doesn’t hold yet; it can be set by ${listed(setters)}.`
}

/** Why a story event doesn't begin, and what could change that; undefined if nothing prevents it. `uses` is undefined until it is read. */
export function whyNot(event: StoryEvent, uses: readonly FactUses[] | undefined, world: StoryWorld): string | undefined {
  const missing = missingOf(event, world.state)
  if (missing.length === 0 || isOver(event, world.state)) return undefined
  return missing.map((fact) => whyUnset(fact, event, uses, world)).join(' ')
}
