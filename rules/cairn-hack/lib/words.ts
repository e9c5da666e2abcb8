/** One of `choices`, always the same for the same `key`: telling varies without dice. */
export function pick(choices: readonly string[], ...key: (string | number)[]): string {
  let hash = 2166136261
  for (const letter of key.join('|')) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16777619)
  hash ^= hash >>> 13
  hash = Math.imul(hash, 0x5bd1e995)
  return choices[((hash ^ (hash >>> 15)) >>> 0) % choices.length] ?? ''
}

/** One of `choices` in turn: a step further for every step of `index`, so that neighbours never sound alike. */
export const turn = (choices: readonly string[], index: number): string =>
  choices[((Math.trunc(index) % choices.length) + choices.length) % choices.length] ?? ''

/** Place of a key among the keys of a map; what varies with it stays the same for ever. */
export const rank = (map: Readonly<Record<string, unknown>>, key: string): number => Object.keys(map).indexOf(key)

/** First letter upper case, for the start of a sentence. */
export const cap = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** "Wren", "Wren and Oswin", "Wren, Oswin and Tam". */
export function names(list: readonly string[]): string {
  return list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} and ${list.at(-1) ?? ''}`
}

/** A place's name inside a sentence: "the Cellar", "Clint Top". */
export const placeName = (place: Place | undefined): string => (place?.name ?? 'nowhere').replace(/^The /, 'the ')

/** A thing's name inside a sentence, as its bearer calls it. */
export const itemName = (entry: Item): string => lower((entry.name ?? game.equipment[entry.item]?.name ?? entry.item).replace(/^(the|a|an) /i, ''))
/** Lower case, except where a second capital says it is a name. */
const lower = (text: string): string => (/\s[A-Z]/.test(text) ? text : text.slice(0, 1).toLowerCase() + text.slice(1))

/** "10 minutes", "an hour", "3 hours", "2 days". */
export function span(minutes: number): string {
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.round(minutes / 60)
  if (hours < 24) return hours === 1 ? 'an hour' : `${hours} hours`
  const days = Math.round(hours / 24)
  return days === 1 ? 'a day' : `${days} days`
}
