import type { Contradiction, ContradictionKind } from '../../../shared/analysis/contradictions'
import { conditions } from './conditions'
import { facts } from './facts'
import { unhurt } from './harm'
import { closedJourneys } from './locations'
import { repeats } from './repeats'
import { secrets } from './secrets'
import { read, type Check, type Situation } from './situation'
import { things } from './things'
import { voices } from './voices'

/** Raise this whenever the checks find other contradictions in the same beats. Cached results are then recomputed. */
export const CHECKER_VERSION = 8

const CHECKS: readonly (readonly [ContradictionKind, Check])[] = [
  ['voice', voices],
  ['harm', unhurt],
  ['harm', conditions],
  ['thing', things],
  ['way', closedJourneys],
  ['fact', facts],
  ['secret', secrets],
  ['repeat', repeats]
]

/** The sentences of a narration or speech that contradict the states around its beat or the scene's log, in the order of the text. */
export function contradictionsIn(situation: Situation): Contradiction[] {
  const { entry } = situation
  if (entry.kind !== 'narration' && entry.kind !== 'speech') return []
  const reading = read(situation)
  return reading.text.sentences.flatMap((sentence) => {
    const { from, to } = sentence
    const found = CHECKS.flatMap(([kind, check]) => {
      const finding = check(reading, sentence)
      return finding ? [{ kind, ...finding }] : []
    })
    const kinds = new Set(found.map(({ kind }) => kind))
    // The quote has the original typographic marks.
    return [...kinds].flatMap((kind) => {
      const one = found.find((other) => other.kind === kind)
      return one ? [{ kind, quote: entry.text.slice(from, to), from, to, fact: one.fact, source: one.source }] : []
    })
  })
}
