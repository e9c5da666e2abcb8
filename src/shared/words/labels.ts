import { figures } from './figures'

/** "A", "A and B", "A, B and C"; with "or" after a negation. */
export function listed(names: readonly string[], conjunction: 'and' | 'or' = 'and'): string {
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} ${conjunction} ${names.at(-1)}`
}

/** A number of things: "1 place", "1,200 places". */
export const counted = (n: number, one: string, more = `${one}s`): string => `${figures(n)} ${n === 1 ? one : more}`

/** The text with a capital as its first letter. */
export const capitalised = (text: string): string => text.replace(/^./u, (first) => first.toUpperCase())

/** A message that begins with a capital, even if its subject is called "the Bilgeman". Ids and paths at its beginning keep their letters. */
export const asMessage = (sentence: string): string => (/^(?:the|an?) /.test(sentence) ? capitalised(sentence) : sentence)

/** Makes labels unique. The first of equal ones stays; the others get a number: "Loaf of bread (2nd)", in the order of the map. */
export function distinctLabels(labels: Readonly<Record<string, string>>): Record<string, string> {
  const seen = new Map<string, number>()
  return Object.fromEntries(
    Object.entries(labels).map(([key, label]) => {
      const times = (seen.get(label) ?? 0) + 1
      seen.set(label, times)
      return [key, times === 1 ? label : `${label} (${ordinal(times)})`]
    })
  )
}

const ENDINGS: Readonly<Record<number, string>> = { 1: 'st', 2: 'nd', 3: 'rd' }
function ordinal(n: number): string {
  const teen = n % 100 > 10 && n % 100 < 14
  return `${n}${(teen ? undefined : ENDINGS[n % 10]) ?? 'th'}`
}

/** A reason, which is a clause such as "there is no fight", as a sentence: "There is no fight." Whole sentences stay as they are. */
export const asSentence = (reason: string): string => {
  const text = reason.trim()
  return `${capitalised(text)}${/[.!?]["”]?$/.test(text) ? '' : '.'}`
}
