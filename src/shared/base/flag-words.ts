/** Words that older YAML reads as true or false. In today's YAML they are texts. */
const FLAG_WORDS: Readonly<Record<string, boolean>> = { yes: true, on: true, y: true, no: false, off: false, n: false }

/** Whether a value is a word for true or false that YAML reads as a text. */
export const isFlagWord = (value: unknown): value is string => typeof value === 'string' && Object.hasOwn(FLAG_WORDS, value.toLowerCase())

/** What a word for true or false probably means. */
export const flagOf = (word: string): boolean => FLAG_WORDS[word.toLowerCase()] === true
