import { pathOf } from '../../../shared/story/layout'
import type { ParsedGame } from './parsed-game'
import { placeFile, type Report, sheetFile, type World } from './world-files'

/** A part of the world that requires a fact. */
interface Need {
  fact: string
  file: string
  path: readonly string[]
  who: string
}

/** Facts that something requires and nothing sets. */
export function unsetFacts(all: ParsedGame, world: World, say: Report): void {
  const set = factsSet(all, world)
  for (const { fact, file, path, who } of needs(world))
    if (!set(fact)) say('unreached', file, path, `${who} needs the fact "${fact}", which no feature, reveal or rule sets.`)
  for (const { id, title, starts_when, done_when, outcomes } of world.lore.story) {
    const own = new Set(outcomes.flatMap(({ facts }) => facts))
    const circular = [...starts_when, ...done_when].filter((fact) => own.has(fact))
    if (circular.length === 0) continue
    const isSetElsewhere = factsSet(all, withoutOutcomes(world, id))
    for (const fact of circular)
      if (!isSetElsewhere(fact))
        say(
          'unreached',
          pathOf('storyEvent', { id }),
          [fact],
          `"${title}" ${starts_when.includes(fact) ? 'begins' : 'ends'} with the fact "${fact}", which only its own outcome sets. Let a feature, a character, a rule or its scene set it.`
        )
  }
}

const withoutOutcomes = (world: World, id: string): World => ({
  ...world,
  lore: { ...world.lore, story: world.lore.story.map((event) => (event.id === id ? { ...event, outcomes: [] } : event)) }
})

/** Whether a fact is set already, or a feature, reveal, rule, outcome of a story event or Arrow document can set it. */
export function factsSet({ mentions, literals }: ParsedGame, { state, lore, variables = () => [] }: World): (fact: string) => boolean {
  const known = new Set([
    ...Object.keys(state.facts),
    ...Object.values(state.places).flatMap(({ features }) => Object.values(features).flatMap(({ fact }) => fact ?? [])),
    ...Object.values(state.actors).flatMap(({ reveals = {} }) => Object.keys(reveals)),
    ...lore.story.flatMap(({ outcomes }) => outcomes.flatMap(({ facts }) => facts)),
    ...mentions.flatMap(({ kind, sets, name }) => (kind === 'fact' && sets ? [name] : [])),
    ...literals
  ])
  const named = new Set([state.actors, state.places, state.journeys, state.quests].flatMap((map) => Object.keys(map)))
  const beginnings = [...literals].filter((text) => /^[\w-]+:$/.test(text))
  // `defeated:${id}` sets `defeated:Patience` if there is a character with that name.
  let ofDocuments: ReadonlySet<string> | undefined
  const isVariable = (fact: string): boolean => (ofDocuments ??= new Set(variables())).has(fact)
  return (fact) => known.has(fact) || beginnings.some((begin) => fact.startsWith(begin) && named.has(fact.slice(begin.length))) || isVariable(fact)
}

const bare = (fact: string): string => fact.replace(/^!/, '')

/** Everything in the world that requires a fact, except a story event's condition that a fact must not hold. */
export function needs(world: World): Need[] {
  const { state, lore } = world
  return [
    ...Object.entries(state.places).flatMap(([id, { features }]) =>
      Object.entries(features).flatMap(([key, { after = [], name }]) =>
        after.map((fact, i) => ({ fact: bare(fact), file: placeFile(world, id), path: ['features', key, 'after', `${i}`], who: `"${name}"` }))
      )
    ),
    ...Object.entries(state.actors).flatMap(([id, actor]) =>
      Object.entries(actor.reveals ?? {}).flatMap(([key, { after = [] }]) =>
        after.map((fact, i) => ({
          fact: bare(fact),
          file: sheetFile(id, actor),
          path: ['reveals', key, 'after', `${i}`],
          who: `What ${actor.name} can tell`
        }))
      )
    ),
    ...Object.entries(state.journeys).flatMap(([id, { requires, region }]) =>
      requires === undefined
        ? []
        : [{ fact: bare(requires), file: pathOf('journeys', { region }), path: [id, 'requires'], who: `The journey "${id}"` }]
    ),
    ...lore.story.flatMap(({ id, title, starts_when, done_when }) =>
      [...starts_when.map((fact) => ['begin', fact] as const), ...done_when.map((fact) => ['end', fact] as const)].map(([when, fact]) => ({
        fact: bare(fact),
        file: pathOf('storyEvent', { id }),
        path: [bare(fact)],
        who: `To ${when}, "${title}"`
      }))
    ),
    ...Object.entries(state.quests).flatMap(([id, quest]) => {
      const fact = typeof quest === 'object' && quest !== null && !Array.isArray(quest) ? quest['done_when'] : undefined
      return typeof fact === 'string'
        ? [{ fact: bare(fact), file: pathOf('state'), path: ['quests', id, 'done_when'], who: `The quest "${id}"` }]
        : []
    })
  ]
}
