import { own } from '../../../shared/base/json'
import { actsOf, PARTY } from './acts'
import { isUnreal, type Reading } from './situation'
import { type Sentence, stem, wordsOf } from './text'
import { VERBS } from './verb-classes'

/** What precedes a place's name when somebody is there or comes there: a preposition, or a verb such as "reach". */
const IN =
  /(?:^|[^\p{L}])(?:in|into|inside|within|at|on|onto|to|through|among|amid|reach(?:es|ed)?|enters?|entered|gains?|gained|beyond)\s+(?:(?:the|a|an|this|that|all)\s+)?(?:[\p{L}'-]+\s+){0,3}?$/iu
/** What precedes a place's name when something only leads there: "the way down to …", "looks down into …". */
const LEADS =
  /\b(?:way|road|path|door|stair|stairs|steps|rope|ladder|passage|key|hatch|lead|leads|leading|led|back|front|side|edge|top|map|word|news|letter|light|voice|sound|smell) (?:\p{L}+ )?(?:in|into|to|at|on|through|of)\s+(?:the\s+)?(?:[\p{L}'-]+\s+){0,3}?$/iu
/** Words that may stand between "is" and the place. */
const AT_REST =
  /^(?:[\s,]*(?:now|all|both|through|back|home|down|up|out|over|safely|already|soon|there|here|together|alone|at last|\p{L}+ing|\p{L}+ly|huddled|crouched|packed|gathered|perched|sprawled|stretched|wedged|hidden))*\s*$/iu
/** A new clause between the verb and the place. */
const CLAUSE = /[;:—–]|\b(?:which|where|that|who|whose|because|until|unless|toward|towards|for|if|than|as|while|when)\b/i
const FRONTED =
  /^\W*(?:(?:now|then|and|but|here|down|up|out|inside|back)\s+)*(?:in|inside|within|at|on|among)\s+(?:(?:the|a|an)\s+)?(?:[\p{L}'-]+\s+){0,3}?$/iu

/** How a place's name is recognized in a sentence. */
interface Heads {
  /** Stems of the words of a place's name, without articles. */
  stems: readonly string[]
  /** The stem of the last word, if no other place's name has it and it is not an everyday word. */
  head: string | undefined
}

const everyday = new Set(
  'house room row top hole level wall landing wheel yard way water box office place home garden market room street hall floor deck line side end door road lane step steps bridge gate field ledge light well cab'
    .split(' ')
    .map(stem)
)
const heads = new WeakMap<object, Map<string, Heads>>()

function headsOf({ after: { places } }: Reading, id: string): Heads {
  const all = heads.get(places) ?? new Map<string, Heads>()
  heads.set(places, all)
  const cached = all.get(id)
  if (cached) return cached
  const stemsIn = (name: string): string[] => wordsOf(name).flatMap((word) => (/^(?:the|a|an|of)$/.test(word) ? [] : [stem(word)]))
  const stems = stemsIn(own(places, id)?.name ?? '')
  const last = stems.at(-1)
  const isShared = Object.entries(places).some(([other, { name }]) => other !== id && last !== undefined && stemsIn(name).includes(last))
  const one = { stems, head: last === undefined || isShared || everyday.has(last) || last.length < 4 ? undefined : last }
  all.set(id, one)
  return one
}

/** The maximum number of other words among those of a name: "the ledge of the dippers". */
const NAME_WINDOW = 4

/**
 * The offsets in a sentence at which it names a place: by all words of the name near each other, or by the name's last word if only this place has
 * it.
 */
function namedAt(reading: Reading, { said }: Sentence, id: string): { from: number; to: number } | undefined {
  const { stems, head } = headsOf(reading, id)
  if (stems.length === 0) return undefined
  const words = [...said.matchAll(/\p{L}+(?:'\p{L}+)?/gu)].map(({ index, 0: word }) => ({
    from: index,
    to: index + word.length,
    stem: stem(word.toLowerCase())
  }))
  for (const [i, first] of words.entries()) {
    const near = words.slice(i, i + stems.length + (stems.length > 1 ? NAME_WINDOW : 0))
    const found = stems.map((one) => near.find((word) => word.stem === one))
    if (stems.includes(first.stem) && found.every((one) => one !== undefined))
      return { from: first.from, to: Math.max(...found.map((one) => one?.to ?? 0)) }
  }
  const alone = head === undefined ? undefined : words.find((word) => word.stem === head)
  return alone && { from: alone.from, to: alone.to }
}

/** A verb of another class that expresses motion through the words after it: "cycles through into …". */
const INTO =
  /(?<!\p{L})(?<verb>\p{Ll}{2,}(?:s|ed))\s+(?:(?:through|down|up|back|out|straight|on|over|off|away|together)\s+)*(?:into|through|(?:down|up|back|out|over|through)\s+to)\s+(?:the\s+)?(?:[\p{L}'-]+\s+){0,2}?$/u

/** Whether a sentence says that players are in a place or come to it. */
export const tellsArrival = (reading: Reading, sentence: Sentence, place: string): boolean =>
  isArrival(reading, sentence, place, (who) => who === PARTY || (who !== undefined && reading.people.isPlayer(who)))

/** Whether a sentence says that `id` is in a place or comes to it. */
export const comesTo = (reading: Reading, sentence: Sentence, place: string, id: string): boolean =>
  isArrival(reading, sentence, place, (who) => who === id)

function isArrival(reading: Reading, sentence: Sentence, place: string, isMeant: (who: string | undefined) => boolean): boolean {
  const at = namedAt(reading, sentence, place)
  if (!at || isUnreal(sentence, sentence.from + at.from)) return false
  const lead = sentence.said.slice(0, at.from)
  const acts = actsOf(reading, sentence)
  if (FRONTED.test(lead))
    return acts.some((act) => act.from > at.to && isMeant(act.who) && !/\b(?:of|hears?|heard)\b/.test(sentence.said.slice(at.to, act.from)))
  if (!IN.test(lead) || LEADS.test(lead) || PART_OF.test(sentence.said.slice(at.to))) return false
  const into = INTO.exec(lead)
  if (into && !VERBS.has(into.groups?.['verb'] ?? '')) return isMeant(reading.subjects.before(sentence, sentence.from + into.index))
  const act = acts.findLast(({ to }) => to <= at.from)
  if (!act || !isMeant(act.who)) return false
  const between = sentence.said.slice(act.to, at.from).replace(PREPOSITION, ' ')
  if (act.lemma === 'be') return AT_REST.test(between)
  return (act.classes.has('go') || act.classes.has('be') || MOVES_SELF.test(sentence.said.slice(act.to))) && !CLAUSE.test(between)
}

/** "Lets himself into": a verb with a reflexive pronoun expresses motion. */
const MOVES_SELF = /^ (?:himself|herself|themselves|itself)\b/
const PREPOSITION = /\s(?:in|into|inside|within|at|on|onto|to|through|among|amid|beyond)\s+(?:the\s+|a\s+|an\s+)?(?:[\p{L}'-]+\s+){0,3}?$/iu
/** Words after a place's name that mean only a part of it: "to the airlock door". */
const PART_OF = /^(?:'s?)?\s+(?:door|hatch|gate|window|key|lock|side|wall|stairs?|steps)\b/i
