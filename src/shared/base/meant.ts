import { own } from './json'

/** Choices, and the names by which people know them. */
export interface Choices {
  readonly values: readonly string[]
  readonly labels: Readonly<Record<string, string>>
}

/** Words for everything that can be chosen. */
const ALL: ReadonlySet<string> = new Set(['all', 'everyone', 'everybody', 'all of them', 'all of you', 'all players', 'party', 'whole party'])
const YES: ReadonlySet<string> = new Set(['yes', 'true', 'on'])
const NO: ReadonlySet<string> = new Set(['no', 'false', 'off'])

/** The words of a text without case, marks, signs and a leading article. A single die has one form: "1d6" is "d6". */
export const foldedWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^(?:the|an?) (?=.)/, '')
    .replace(/^1(?=d\d+$)/, '')

/** The same without spaces, so that "throatYard", "throat_yard" and "Throat Yard" are equal. */
export const foldedName = (text: string): string => foldedWords(text).replaceAll(' ', '')

/** Whether a text means everything that can be chosen. */
export const meansAll = (said: string): boolean => said.trim() === '*' || ALL.has(foldedWords(said))

/** True or false for a word that means it; undefined for any other text. */
export function meantFlag(said: string): boolean | undefined {
  const word = foldedWords(said)
  return YES.has(word) ? true : NO.has(word) ? false : undefined
}

/** The choices with that id or name, or printed as "id (name)". An exact id means itself. */
export function choicesCalled({ values, labels }: Choices, said: string): string[] {
  if (values.includes(said)) return [said]
  const name = foldedName(said)
  if (name === '') return []
  const flag = meantFlag(said)
  return values.filter((value) => {
    const label = own(labels, value) ?? ''
    const isCalled = [value, label, `${value} (${label})`, `${label} (${value})`].some((one) => foldedName(one) === name)
    return isCalled || (flag !== undefined && meantFlag(value) === flag)
  })
}

/** The choices that a text may mean: by id or name; else by name without a comment after it; else by words in an id or name. */
export function choicesMeant(choices: Choices, said: string): string[] {
  const called = choicesCalled(choices, said)
  if (called.length > 0 || foldedName(said) === '') return called
  const headOfLabel = (value: string): string => headOf(own(choices.labels, value) ?? '')
  const begun = choices.values.filter((value) => foldedName(headOfLabel(value)) === foldedName(said))
  if (begun.length > 0) return begun
  const [before = '', ...comment] = said.split('(')
  // "Gant (Mother Hask)" names two.
  if (comment.length > 0) {
    const meant = choicesMeant(choices, before.trim())
    // What stands before the brackets may name somebody else among other words.
    const named = meant.length > 0 ? meant : choices.values.filter((value) => [value, headOfLabel(value)].some((name) => standsIn(name, before)))
    return [...new Set([...named, ...choicesCalled(choices, comment.join(' '))])]
  }
  const within = (text: string): boolean => standsIn(said, text)
  return choices.values.filter((value) => within(value) || within(headOfLabel(value)))
}

/** Whether the words of a name stand in a text. */
const standsIn = (name: string, text: string): boolean => foldedWords(name) !== '' && ` ${foldedWords(text)} `.includes(` ${foldedWords(name)} `)

/** A label without the comment after its name: "down to Bucket Landing (6 minutes)", "ration, of Pym", "talk: hear what they have to tell". */
const headOf = (label: string): string => label.split(/[(:,]/)[0] ?? label
