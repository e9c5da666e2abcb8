/** A fact's name in words: `lamp-lit` → `lamp lit`, `defeated:Vane` → `Vane defeated`, with the name that `nameOf` gives an actor's id. */
export function factWords(fact: string, nameOf: (id: string) => string = (id) => id): string {
  const [what = '', who] = fact.split(':', 2)
  const words = what.replaceAll(/[-_]+/g, ' ').trim()
  return who === undefined ? words || fact : `${nameOf(who)} ${words}`
}

/** Verbs by which a fact's name is a clause. */
const CLAUSE = /\b(is|are|was|were|has|have|had|can|cannot|will|does|knows?|remembers?|wants?)\b/

/** Participles and adjectives at the end of a fact's name: they describe the thing that is named before them. */
const STATES =
  /^(?:\w+ed|lit|open|shut|safe|free|dead|alive|gone|lost|found|known|told|sold|paid|met|done|won|cut|freed|heard|seen|shown|blown|broken|given|taken|stolen|hidden|sunk|burnt|built|rung|read|sent|drawn|bound|caught|empty|full|dry|dark|awake|asleep|home|down|back|away|over)$/
/** Nouns that end like a participle. */
const NOUNS_IN_ED = /^(?:bed|bleed|breed|creed|deed|feed|greed|need|red|reed|seed|shed|sled|speed|steed|weed)$/
/** Things in the plural. */
const MANY = /(?:[^su']s|people|folk|men|children)$/

/** A fact as a sentence: `the-stair-is-clear` → The stair is clear. `names` of people keep their capitals and get no article. */
export function factSentence(fact: string, names: readonly string[] = []): string {
  const proper = new Map(names.flatMap((name) => name.split(/[\s-]+/).map((part) => [part.toLowerCase(), part] as const)))
  const words = factWords(fact)
    .split(' ')
    .map((word) => proper.get(word) ?? word)
  const all = words.join(' ')
  if (CLAUSE.test(all)) return `${all.charAt(0).toUpperCase()}${all.slice(1)}.`
  const last = words.at(-1) ?? ''
  const thing = words.slice(0, -1).join(' ')
  if (thing === '' || !STATES.test(last) || NOUNS_IN_ED.test(last)) return `Noted: ${all}.`
  const isNamed = /^\p{Lu}/u.test(thing) || /^(?:the|an?|no|every|all|some|my|his|her|its|our|their)\b/.test(thing)
  const subject = isNamed ? `${thing.charAt(0).toUpperCase()}${thing.slice(1)}` : `The ${thing}`
  const isPerson = /^\p{Lu}/u.test(words.at(-2) ?? '')
  return `${subject} ${MANY.test(thing) && !isPerson ? 'are' : 'is'} ${last}.`
}
