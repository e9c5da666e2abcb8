import type { View } from '../../../shared/table/agents'
import { durationWords } from '../../../shared/words/change-words'
import { defusedLine, MAX_LISTED } from './fence'

/** A player is named as silent after this many entries of the log for each member of the party. */
const SILENT_ROUNDS = 2

/** How far the session and the story are, who has done nothing for long, and what is still missing: one line for the DM in a scene, none for others. */
export function pacingLines(view: View): string[] {
  const { role, phase, scene, scenesLeft, story = [], answering } = view
  if (role !== 'dm' || phase !== 'dm' || !scene || answering !== undefined) return []
  const event = story.find(({ id, done }) => id === scene.story && !done) ?? story.find(({ ready, done }) => ready && !done)
  const unmet = event?.done_when.filter((fact) => !isMet(view, fact)) ?? []
  const parts = [
    scenesLeft === undefined ? '' : `scene ${scene.number} of about ${scene.number + scenesLeft} in a session`,
    story.length === 0 ? '' : `${story.filter(({ done }) => done).length} of ${story.length} story events over`,
    event === undefined || unmet.length === 0
      ? ''
      : `“${defusedLine(event.title)}” still needs: ${unmet.slice(0, MAX_LISTED).map(defusedLine).join(', ')}`,
    ...silent(view),
    sinceOpening(view)
  ].filter((part) => part !== '')
  return parts.length === 0 ? [] : [`Pacing: ${parts.join('; ')}.`]
}

const isMet = ({ facts = {} }: View, fact: string): boolean =>
  fact.startsWith('!') ? !Object.hasOwn(facts, fact.slice(1)) || !facts[fact.slice(1)] : Object.hasOwn(facts, fact) && Boolean(facts[fact])

/** The players who could act and have neither done nor said anything for long, counted in entries of the scene's log. */
function silent({ log, party, actors }: View): string[] {
  return party.flatMap((id) => {
    const actor = actors.find((one) => one.id === id)
    const entries = log.length - 1 - log.findLastIndex(({ by }) => by === id)
    return actor?.canAct && entries >= party.length * SILENT_ROUNDS + 1 ? `${defusedLine(actor.name)} hasn't acted for ${entries} entries` : []
  })
}

/** The time in the story since the scene opened; empty if its first entry is no longer in view. */
function sinceOpening({ log, entries, at }: View): string {
  const [first] = log
  const minutes = first === undefined || log.length < entries ? 0 : Math.round((Date.parse(at) - Date.parse(first.at)) / 60_000)
  return minutes > 0 ? `${durationWords(minutes)} since the scene opened` : ''
}
