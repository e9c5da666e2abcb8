import { memoized } from '../../../shared/base/memoized'
import type { Contradiction, ContradictionKind } from '../../../shared/analysis/contradictions'
import { kills } from './claims'
import { conditions } from './conditions'
import { decreesIn } from './decrees'
import { facts } from './facts'
import { unhurt } from './harm'
import { closedJourneys } from './locations'
import { secrets } from './secrets'
import { passageContext, type Check, type Situation } from './situation'
import { things } from './things'
import { voices } from './voices'
import type { LogEntry } from '../../../shared/story/play'
import { splitSentences, wordsOf } from './text'

/** Sentences with fewer words may be repeated by chance, or on purpose. */
const MIN_WORDS = 9

const sentencesOf = memoized((entry: LogEntry): readonly string[] => {
  const { plain, sentences } = splitSentences(entry.text)
  return sentences.flatMap(({ from, to }) => wordsIn(plain.slice(from, to)) ?? [])
})

function wordsIn(sentence: string): string | undefined {
  const words = wordsOf(sentence)
  return words.length < MIN_WORDS ? undefined : words.join(' ')
}

/** Contradictions of kind `repeat`: sentences that this scene's log already has. */
const repeats: Check = ({ earlier, text }, { from, to }) => {
  const words = wordsIn(text.plain.slice(from, to))
  const before = words === undefined ? undefined : earlier.find((one) => sentencesOf(one).includes(words))
  return before && { fact: `The log has this sentence since beat ${before.beat}.`, source: { beat: before.beat } }
}

/** Raise this whenever the checks find other contradictions in the same beats. Cached results are then recomputed. */
export const CHECKER_VERSION = 11

const CHECKS: readonly (readonly [ContradictionKind, Check])[] = [
  ['voice', voices],
  ['harm', unhurt],
  ['harm', kills],
  ['harm', conditions],
  ['thing', things],
  ['way', closedJourneys],
  ['fact', facts],
  ['secret', secrets],
  ['repeat', repeats]
]

/**
 * The sentences of a narration or speech that contradict the states around its beat or the scene's log, in the order of the text; of an entry with which
 * the DM sets a fact, the fact that play has to bring about.
 */
export function contradictionsIn(situation: Situation): Contradiction[] {
  const { entry } = situation
  if (entry.kind === 'system') return decreesIn(situation)
  if (entry.kind !== 'narration' && entry.kind !== 'speech') return []
  const reading = passageContext(situation)
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
