/** A fact's name in words: `lamp-lit` → `lamp lit`, `defeated:Vane` → `Vane defeated`, with the name that `nameOf` gives an actor's id. */
export function factWords(fact: string, nameOf: (id: string) => string = (id) => id): string {
  const [what = '', who] = fact.split(':', 2)
  const words = what.replaceAll(/[-_]+/g, ' ').trim()
  return who === undefined ? words || fact : `${nameOf(who)} ${words}`
}

/** Verbs by which a fact's name is a clause. */
const CLAUSE = /\b(is|are|was|were|has|have|had|can|cannot|will|does|knows?|remembers?|wants?)\b/

/** A fact as a sentence. A name that is a clause is used as it is. `names` are names of people, which keep their capitals. */
export function factSentence(fact: string, names: readonly string[] = []): string {
  const proper = new Map(names.flatMap((name) => name.split(/[\s-]+/).map((part) => [part.toLowerCase(), part] as const)))
  const words = factWords(fact)
    .split(' ')
    .map((word) => proper.get(word) ?? word)
    .join(' ')
  return CLAUSE.test(words) ? `${words.charAt(0).toUpperCase()}${words.slice(1)}.` : `It is now true: ${words}.`
}
