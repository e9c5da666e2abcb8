import type { Contradiction } from '../../../shared/contradictions'
import { harm } from './harm'
import { players } from './players'
import { repeats } from './repeats'
import { secrets } from './secrets'
import { read, type Situation } from './situation'
import { things } from './things'
import { voices } from './voices'
import { closedJourneys } from './closed-journeys'

/** Raised whenever another set of contradictions is found in the same beats: what was cached is worked out again. */
export const CHECKER_VERSION = 7

const CHECKS = [voices, harm, things, players, closedJourneys, secrets, repeats]

/** What a narration or a speech says that the states around its beat or the scene's log contradict, in the order of the text. */
export function contradictionsIn(situation: Situation): Contradiction[] {
  if (situation.entry.kind !== 'narration' && situation.entry.kind !== 'speech') return []
  const reading = read(situation)
  return CHECKS.flatMap((check) => check(reading)).toSorted((a, b) => a.from - b.from)
}
