/** From this share of common words on, two texts say almost the same. */
const NEAR = 0.8

/** The words of a text in lower case, each once. */
export const wordsIn = (text: string): ReadonlySet<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])

/** Whether two sets of words are almost equal: the words in both, over the words in either, come to 0.8 or more. */
export function isNearDuplicate(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0 || small.size < NEAR * large.size) return false
  let common = 0
  for (const word of small) if (large.has(word)) common++
  return common / (a.size + b.size - common) >= NEAR
}
