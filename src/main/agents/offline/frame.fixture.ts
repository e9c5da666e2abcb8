import { escaped } from './frame'

/**
 * The frame of any text of a log, to measure repetition: names are replaced by `#` (longest first), numbers by `0`; pronouns, case and final
 * punctuation are ignored. `names` are the names of people, places, items and features.
 */
export function frameOf(text: string, names: readonly string[]): string {
  let out = text.toLowerCase().replace(/\s+/g, ' ').trim()
  const bare = names.map((name) => name.toLowerCase().replace(/^(the|a|an|some)\s+/, '')).filter((name) => name.length > 1)
  for (const name of [...new Set(bare)].toSorted((x, y) => y.length - x.length || (x < y ? -1 : 1)))
    out = out.replace(new RegExp(`(?<![\\p{L}\\p{N}])(?:(?:the|a|an|some)\\s+)?${escaped(name)}(?![\\p{L}\\p{N}])`, 'gu'), '#')
  return out
    .replace(/\d+/g, '0')
    .replace(/\b(she|he|they|it)\b/g, 'they')
    .replace(/\b(her|him|his|their|them|its)\b/g, 'their')
    .replace(/\b(herself|himself|themself|itself)\b/g, 'themself')
    .replace(/[.!?…]+$/, '')
}

/** Returns whether a text contains at least one of `names`. */
export function namesOne(text: string, names: readonly string[]): boolean {
  return frameOf(text, names).includes('#')
}
