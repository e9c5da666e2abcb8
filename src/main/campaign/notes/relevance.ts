import { stemmer } from 'stemmer'
import { searchable, wordsIn } from './search-words'

// The search of texts by the words of a question: BM25 over stems.

/** How quickly repetitions of a word stop counting, and how much long texts are discounted. */
const K = 1.2
const B = 0.4

/** Irregular forms, each line with the basic form first. The stemmer knows only regular ones. */
const IRREGULAR = `be was were been being
bear bore borne
begin began begun
break broke broken
bring brought
buy bought
catch caught
child children
choose chose chosen
come came
die dead dying death
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
fight fought
find found
flee fled
forget forgot forgotten
forgive forgave forgiven
give gave given gift
go went gone
hear heard
hide hid hidden
keep kept
knife knives
know knew known
lead led
leave left
lie lay lain lying
life lives
light lit
lose lost loss
make made
man men
meet met
owe owed debt
ride rode ridden
ring rang rung
say said
see saw seen
sell sold sale
send sent
sing sang sung song
sink sank sunk
slay slew slain
sleep slept
speak spoke spoken speech
steal stole stolen theft thief thieves
strike struck
swear swore sworn oath
swim swam swum
take took taken
teach taught
tell told
think thought
throw threw thrown
wear wore worn
wife wives
wolf wolves
woman women
write wrote written`

const BASIC = new Map(
  IRREGULAR.split('\n').flatMap((line): [string, string][] => {
    const [basic = '', ...forms] = line.split(' ')
    return [basic, ...forms].map((form) => [form, stemmer(basic)])
  })
)
/** All forms of an irregular word, by their stem. */
const FORMS = new Map(IRREGULAR.split('\n').map((line): [string, string[]] => [stemmer(line.split(' ')[0] ?? ''), line.split(' ')]))

const stems = new Map<string, string>()
/** The maximum number of words whose stems stay cached. */
const MAX_STEMS = 50_000

/** The stem of a searchable word, without a possessive ending. */
export function stemOf(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  const bare = word.replace(/'s?$/, '')
  const stem = BASIC.get(bare) ?? stemmer(bare)
  if (stems.size > MAX_STEMS) stems.clear()
  stems.set(word, stem)
  return stem
}

/** A text that can be ranked: `searched` as `searchable` returns it. */
export interface Searched {
  readonly searched: string
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{N}']*[\p{L}\p{N}])?/gu

/** How often each stem occurs in a text. Texts of notes and of the log stay the same objects from beat to beat. */
const counted = new WeakMap<Searched, ReadonlyMap<string, number>>()
function stemsIn(text: Searched): ReadonlyMap<string, number> {
  const known = counted.get(text)
  if (known) return known
  const counts = new Map<string, number>()
  for (const [word] of text.searched.matchAll(WORD))
    // "l'évêque" counts as the word after the apostrophe, too.
    for (const part of word.includes("'") ? [word, ...word.split("'").filter((one) => one.length > 2)] : [word]) {
      const stem = stemOf(part)
      counts.set(stem, (counts.get(stem) ?? 0) + 1)
    }
  counted.set(text, counts)
  return counts
}

/** The stems of a question's telling words, each with beginnings of which a text with the stem contains at least one. */
export function asked(question: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    wordsIn(searchable(question)).map((word) => {
      const stem = stemOf(word)
      // A stem may end otherwise than its word: "ponies" has the stem "poni", "hoping" has "hope", "possibility" has "possibl".
      return [stem, FORMS.get(stem) ?? [stem.replace(/[ie]$|(?<=b)l$/, '')]]
    })
  )
}

/** The texts with words of a question, best first, ties in the given order. `mayHave` may rule out a text by beginnings, without reading it. */
export function ranked<T extends Searched>(
  texts: Iterable<T>,
  question: ReadonlyMap<string, readonly string[]>,
  mayHave: (text: T, beginnings: readonly string[]) => boolean = () => true
): { text: T; score: number }[] {
  const beginnings = [...question.values()].flat()
  const found: { text: T; counts: ReadonlyMap<string, number> }[] = []
  let [all, characters] = [0, 0]
  for (const text of texts) {
    all++
    characters += text.searched.length
    if (!mayHave(text, beginnings)) continue
    const counts = stemsIn(text)
    if ([...question.keys()].some((stem) => counts.has(stem))) found.push({ text, counts })
  }
  const weights = [...question.keys()].map((stem) => {
    const withIt = found.filter(({ counts }) => counts.has(stem)).length
    return [stem, Math.log(1 + (all - withIt + 0.5) / (withIt + 0.5))] as const
  })
  return found
    .map(({ text, counts }) => {
      const length = (text.searched.length * all) / Math.max(1, characters)
      const score = weights.reduce((sum, [stem, weight]) => {
        const count = counts.get(stem) ?? 0
        return sum + (weight * count * (K + 1)) / (count + K * (1 - B + B * length))
      }, 0)
      return { text, score }
    })
    .toSorted((a, b) => b.score - a.score)
}
