import type { Attempt } from '../../../../shared/analysis/odds'
import { editTexts } from '../texts'

const t = editTexts.journey

/** The highest difficulty that the form accepts; both games become impossible far below it. */
const MAX_DIFFICULTY = 20

/** Parses a difficulty; undefined for any other text. */
export const difficultyOf = (text: string): number | undefined =>
  /^\s*\d{1,2}\s*$/.test(text) && Number(text) <= MAX_DIFFICULTY ? Number(text) : undefined

/** A party member's chance on a journey, in words: "15 % arrive unhurt (STR save, 3 or less on a d20)". If all arrive, the others are hurt. */
export function attemptWords({ roll, counted, why }: Attempt): string {
  if (!counted) return why ?? t.noOdds
  if (!roll) return t.sure(counted.failure.value === 1)
  const ends = [
    t.success(counted.success.percent),
    ...(counted.partial.value > 0 && counted.failure.value > 0 ? [t.partial(counted.partial.percent)] : []),
    ...(counted.failure.value > 0 ? [t.failure(counted.failure.percent)] : [])
  ]
  return `${ends.join(', ')} (${t.roll(roll)})`
}
