/** The share of common words at or above which two texts count as nearly equal. */
const NEAR = 0.8

/** The words of a text in lower case, each once. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether two sets of words are nearly equal: the number of common words, divided by the number of all words, is 0.8 or more. */
export function isNearDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0 || small.size < NEAR * large.size) return false
  let common = 0
  for (const word of small) if (large.has(word)) common++
  return common / (a.size + b.size - common) >= NEAR
}
