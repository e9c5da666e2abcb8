import { memoizedText } from '../../../shared/base/memoized'

export type Pronoun = 'she' | 'he' | 'they' | 'it'

const FORMS = {
  she: ['she', 'her', 'her', 'herself'],
  he: ['he', 'him', 'his', 'himself'],
  they: ['they', 'them', 'their', 'themself'],
  it: ['it', 'it', 'its', 'itself']
} as const

/** The forms of a pronoun: she, her, her, herself. */
export function forms(pronoun: Pronoun): { subject: string; object: string; own: string; self: string } {
  const [subject, object, own, self] = FORMS[pronoun]
  return { subject, object, own, self }
}

/** The text with its first letter in lower case, unless the first word is "I" or looks like an abbreviation. */
export function small(text: string): string {
  return /^(I\b|\p{Lu}{2})/u.test(text) ? text : text.replace(/^\p{Lu}/u, (letter) => letter.toLowerCase())
}

/** The text as a sentence: with single spaces, a capital at the beginning and a stop at the end. */
export const sentence = memoizedText((text) => {
  const spaced = text
    .replace(/\s+/g, ' ')
    .replace(/\s+([,.;:!?])/g, '$1')
    .trim()
  const withStop = /[.!?…]["'”’)]*$/.test(spaced) ? spaced : `${spaced.replace(/[,;:—-]+$/, '')}.`
  return withStop.replace(/(^["'“‘(]*|[.!?]\s+["'“‘]?)(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
})

/** The possessive of a name: "Wren's", or "Boris'" if it ends in s. */
export function possessive(name: string): string {
  return name.endsWith('s') ? `${name}'` : `${name}'s`
}

const DETERMINER = /^(the|a|an|some|his|her|their|its|my|our|one|two|three|four|five|six)\s/i

/** A common noun with "the": `a brass key` → `the brass key`. A noun with a possessive or another determiner keeps it. */
export function the(name: string): string {
  if (/^the\s/i.test(name)) return small(name)
  if (/^(a|an|some|one)\s/i.test(name)) return `the ${name.replace(/^\S+\s+/, '')}`
  if (DETERMINER.test(name) || /^[^\s]+['’]s?\s/.test(name)) return name
  return `the ${name}`
}

/** A place's name inside a sentence: "The Green" → "the Green". */
export function placeName(name: string): string {
  return name.replace(/^The\s/, 'the ')
}

/** Matches an abbreviation at the end of a text, a title or an initial, whose stop ends no sentence. */
const ABBREVIATED = /\b(?:Mrs?|Ms|Dr|St|Prof|Capt|Sgt|Lt|Rev|Jr|Sr|(?!I\b)\p{Lu})\.$/u

/** The sentences of a paragraph, each with its stop. */
export const sentences = memoizedText((text): readonly string[] => {
  const parts =
    text
      .replace(/\s+/g, ' ')
      .trim()
      .match(/[^.!?…]+[.!?…]+["'”’)]*/g) ?? []
  const out: string[] = []
  for (const part of parts) {
    if (ABBREVIATED.test(out.at(-1) ?? '')) out[out.length - 1] += part
    else out.push(part)
  }
  return out.map((part) => part.trim()).filter((part) => part.length > 1)
})
