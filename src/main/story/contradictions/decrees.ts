import type { Contradiction, FactSource } from '../../../shared/analysis/contradictions'
import { isObject, type Json, own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import type { LogEntry } from '../../../shared/story/play'
import { holds, isOver } from '../../../shared/story/premises'
import { questOf } from '../../../shared/story/story-state'
import { DM } from '../../engine/people'
import type { Situation } from './situation'

/** Whether an entry records a fact that the DM set without a roll and without any other effect. */
export const isDecree = ({ kind, by, rolls, changes }: LogEntry): boolean =>
  kind === 'system' &&
  by === DM &&
  rolls === undefined &&
  changes?.facts !== undefined &&
  changes.actors === undefined &&
  changes.places === undefined

/**
 * Contradictions of kind `decree`: a fact that the DM sets, although it ends a story event, a quest or an objective that the players have to bring to its
 * end. Facts that follow from an event that is over aren't marked. Neither is a fact that nothing in the world gives, if it ends the event of the present
 * scene: then nobody but the DM can decide it.
 */
export function decreesIn({ before, after, lore, entry }: Situation): Contradiction[] {
  if (!isDecree(entry)) return []
  const given = new Set([
    ...Object.values(after.places).flatMap(({ features }) => Object.values(features).flatMap(({ fact }) => fact ?? [])),
    ...Object.values(after.actors).flatMap(({ reveals = {} }) => Object.keys(reveals))
  ])
  const follows = new Set(lore.story.filter((event) => isOver(event, before)).flatMap(({ outcomes }) => outcomes.flatMap(({ facts }) => facts)))
  const marks = Object.entries(entry.changes?.facts ?? {}).flatMap(([fact, value]): Contradiction[] => {
    if (!value || holds(before.facts, [fact]) || follows.has(fact)) return []
    const end = endedBy({ before, after, lore }, fact, given.has(fact))
    return end
      ? [
          {
            kind: 'decree',
            quote: entry.text,
            from: 0,
            to: entry.text.length,
            fact: `The fact “${fact}” ends ${end.what}, and no play brought it about.`,
            source: end.source
          }
        ]
      : []
  })
  return marks.slice(0, 1)
}

/** What ends with a fact: an event, or an active quest or one of its objectives. */
function endedBy(
  { before, after, lore }: Pick<Situation, 'before' | 'after' | 'lore'>,
  fact: string,
  isGiven: boolean
): { what: string; source: FactSource } | undefined {
  const event = lore.story.find(({ id, done_when: facts }) => facts.includes(fact) && (isGiven || after.scene?.story !== id))
  if (event) return { what: `“${event.title}”`, source: { file: pathOf('storyEvent', { id: event.id }) } }
  if (!isGiven) return undefined
  const quest = Object.entries(before.quests).find(([id, entry]) => questOf(before, id)?.status === 'active' && endsOf(entry).includes(fact))
  return quest && { what: `the quest “${questOf(before, quest[0])?.name ?? quest[0]}”`, source: { file: pathOf('state') } }
}

/** The facts that complete a quest or one of its objectives. */
function endsOf(quest: Json): string[] {
  if (!isObject(quest)) return []
  const objectives = own(quest, 'objectives')
  const all = [quest, ...(isObject(objectives) ? Object.values(objectives) : [])]
  return all.flatMap((one) => {
    const when = isObject(one) ? own(one, 'done_when') : undefined
    return typeof when === 'string' ? [when] : Array.isArray(when) ? when.map(String) : []
  })
}
