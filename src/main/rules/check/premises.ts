import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { Line, Wants } from '../../../shared/story/lore'
import { perhaps } from '../../../shared/base/suggest'
import { parse } from '../../../shared/predicate/parse'
import { unknownNames, vocabularyOf } from '../../../shared/predicate/vocabulary'
import { factsSet } from './facts'
import type { Reading } from './reading'
import type { Say, World } from './world-files'

/** An expression on which something in a file depends, and a description of that thing. */
interface Premise {
  text: string
  file: string
  who: string
}

/** Names that do not exist, in the premises of sentences and wants and in the outcomes of story events. */
export function premiseFindings(all: Reading, world: World, say: Say): void {
  outcomes(world, say)
  const set = factsSet(all, world)
  const { known } = all
  const names = vocabularyOf(world.state, { items: known.item, conditions: known.condition })
  const threads = [...names.thread, ...world.lore.story.flatMap(({ outcomes }) => outcomes.flatMap(({ opens }) => Object.keys(opens)))]
  for (const { text, file, who } of premisesOf(world))
    for (const { kind, id } of unknownNames(parse(text), { ...names, thread: threads, stat: [...names.stat, ...known.stat] })) {
      if (kind !== 'fact') say('problem', file, [id], `${who} depends on the ${kind} "${id}", which doesn't exist.${perhaps(id, names[kind])}`)
      else if (!set(id)) say('unreached', file, [id], `${who} depends on the fact "${id}", which no feature, reveal, rule or outcome sets.`)
    }
}

function outcomes({ state, lore }: World, say: Say): void {
  const opened = lore.story.flatMap(({ outcomes }) => outcomes.flatMap(({ opens }) => Object.keys(opens)))
  const threads = [...Object.keys(state.threads), ...opened]
  for (const { id, title, outcomes } of lore.story) {
    const file = pathOf('storyEvent', { id })
    const unknown = (kind: string, name: string, names: readonly string[]): void => {
      if (!names.includes(name))
        say('problem', file, [name], `An outcome of "${title}" names the ${kind} "${name}", which doesn't exist.${perhaps(name, names)}`)
    }
    for (const { moves, closes, wants, reactions, starts, completes, fails, feels } of outcomes) {
      for (const quest of [...starts, ...Object.keys(completes), ...Object.keys(fails)]) unknown('quest', quest, Object.keys(state.quests))
      for (const tie of Object.keys(feels)) unknown('relationship', tie, Object.keys(state.relationships))
      for (const name of [moves, wants, reactions].flatMap((map) => Object.keys(map))) unknown('character', name, Object.keys(state.actors))
      for (const place of Object.values(moves)) unknown('place', place, Object.keys(state.places))
      for (const thread of Object.keys(closes)) unknown('thread', thread, threads)
    }
  }
}

const ofLines = (lines: readonly Line[], file: string, who: string): Premise[] =>
  lines.flatMap((line) => (typeof line === 'string' || line.when === undefined ? [] : { text: line.when, file, who }))

const ofWants = (wants: Wants, file: string, who: string): Premise[] =>
  typeof wants === 'string' ? [] : wants.flatMap(({ met }) => (met === undefined ? [] : { text: met, file, who }))

/** Every premise of the world's prose. */
function premisesOf({ state, lore }: World): Premise[] {
  const people = Object.entries(lore.actors).flatMap(([id, { says, wants }]) => {
    const actor = state.actors[id]
    const file = actor ? `${actorFolder(actor.kind, id)}/${fileName('actor')}` : ''
    const name = actor?.name ?? id
    return [...ofWants(wants, file, `What ${name} wants`), ...Object.values(says).flatMap((lines) => ofLines(lines, file, `What ${name} says`))]
  })
  const events = lore.story.flatMap(({ id, title, opening, closing, closing_failed, foreshadow, epilogue, outcomes }) => {
    const file = pathOf('storyEvent', { id })
    const said = [opening, closing, closing_failed, foreshadow, epilogue, ...outcomes.flatMap(({ reactions }) => Object.values(reactions))]
    const whens = outcomes.flatMap(({ when }) => (when === undefined ? [] : { text: when, file, who: `An outcome of "${title}"` }))
    return [...said.flatMap((lines) => ofLines(lines, file, `A sentence of "${title}"`)), ...whens]
  })
  return [...people, ...events]
}
