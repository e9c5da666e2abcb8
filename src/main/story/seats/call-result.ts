import { DM, nameOf } from '../../engine/people'
import type { Outcome } from '../../engine/outcome'
import { rollWords } from '../../transcript/words'
import { changeLines } from '../compare/changes'
import type { StorySnapshot } from '../story'

/** What a model reads about its own call. `decides`: the call rolled dice or changed the world, so what the model planned after it has to wait. */
export interface CallResult {
  answer: string
  decides: boolean
}

/**
 * The result of a played call for the seat that made it. A call that decides something is answered in sentences: the log entries, the rolls and the
 * changes. The object that the tool's documentation describes, `{status, damage, effect, …}` as the rules returned it, follows on a line of its own.
 * A player reads only the changes to their own character.
 */
export function callResult(before: StorySnapshot, after: StorySnapshot, { answer, results, rolls, writes }: ResultParts, who: string): CallResult {
  const changes = storyChanges(before, after)
  if (results.length === 0 && rolls.length === 0 && changes.length === 0) return { answer, decides: false }
  const [own, ...followed] = results
  const narrative = writes.flatMap((write) => (write.kind === 'log' ? [write.entry.text] : []))
  const visible = who === DM ? changes : storyChanges(onlyOther(before, after, who), after)
  const returned = {
    ...own?.result,
    ...(followed.length === 0 ? {} : { followed: followed.map(({ actor, action, result }) => ({ actor, action, ...result })) })
  }
  const lines = [
    ...(narrative.length === 0 ? [answer] : narrative),
    ...(rolls.length === 0 ? [] : [`Rolls: ${rolls.map((roll) => rollWords(roll, (id) => nameOf(after.state, id))).join('; ')}.`]),
    ...(visible.length === 0 ? [] : [`Changes: ${visible.join('; ')}.`]),
    ...(Object.keys(returned).length === 0 ? [] : [JSON.stringify(returned)])
  ]
  return { answer: lines.join('\n'), decides: true }
}

type ResultParts = Pick<Outcome, 'answer' | 'results' | 'rolls' | 'writes'>

/** The changes to the story as sentences, without those to the table's own counters. */
const storyChanges = (before: StorySnapshot, after: StorySnapshot): string[] =>
  changeLines(before, after).flatMap(({ bookkeeping, words }) => (bookkeeping ? [] : [words]))

/** The state after the call, with a player's own character as before it: its differences to the state after are that character's changes. */
function onlyOther(before: StorySnapshot, after: StorySnapshot, who: string): StorySnapshot {
  const was = before.state.actors[who]
  return !was ? after : { ...after, state: { ...after.state, actors: { ...after.state.actors, [who]: was } } }
}
