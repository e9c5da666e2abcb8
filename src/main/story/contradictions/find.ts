import type { Contradiction } from '../../../shared/analysis/contradictions'
import { harm } from './harm'
import { players } from './players'
import { repeats } from './repeats'
import { secrets } from './secrets'
import { read, type Situation } from './situation'
import { things } from './things'
import { voices } from './voices'
import { closedJourneys } from './closed-journeys'

/** Raise this whenever the checks find other contradictions in the same beats. Cached results are then recomputed. */
export const CHECKER_VERSION = 7

const CHECKS = [voices, harm, things, players, closedJourneys, secrets, repeats]

/** The statements of a narration or speech that contradict the states around its beat or the scene's log, in the order of the text. */
export function contradictionsIn(situation: Situation): Contradiction[] {
  if (situation.entry.kind !== 'narration' && situation.entry.kind !== 'speech') return []
  const reading = read(situation)
  return CHECKS.flatMap((check) => check(reading)).toSorted((a, b) => a.from - b.from)
}
