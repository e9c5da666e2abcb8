import { memoized } from '../../../shared/base/memoized'
import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import { holds } from '../../../shared/story/premises'
import { closedWords, isUnreal, placeName, type Check, type PassageContext } from './situation'
import { plainMarks, type Sentence } from './text'

/** Several players, all of them, or "you". */
const GROUP =
  'you|they|we|all (?:of (?:them|you)|two|three|four|five|six)|(?:the|all) (?:two|three|four|five|six)(?: of (?:them|you))?|both(?: of (?:them|you))?|the (?:whole )?party|everybody|everyone|one by one|one after (?:the other|another)|in single file'
const PARTY = new RegExp(
  String.raw`(?:^|[^\p{L}])(?:${GROUP})[\s,]*(?:(?:are|were|have|all|both|now|then|soon|already|at last|until|together|\p{L}+ly)[\s,]*)*$`,
  'iu'
)
const OBJECT = String.raw`(?:them|you|(?:the|all) (?:two|three|four|five|six)(?: of (?:them|you))?|all of (?:them|you)|both(?: of (?:them|you))?)`
/** Verbs of motion, by the beginning of their forms. */
const MOVES =
  '(?:go(?:es)?|went|step|walk|climb|crawl|descend|comes?\\b|came|runs?\\b|ran|wade|drop|hurr|squeez|sw[ia]m|jump|leap|scrambl|clamber|slides?\\b|slid|slip|march|rides?\\b|rode|pass|push|duck|creep|crept|tumbl|spill|files?\\b|head|div|edg|bundl|bound|land|stumbl|follow|return|escap|swing|swung|cycl)\\p{Ll}*'
const WAYS = String.raw`\p{Ll}+ (?:his|her|their|your) way|(?:lets?|lowers?|lowered) (?:himself|herself|themselves)(?: down)?`
const BRINGS = String.raw`(?:brings?|brought|carries|carried|takes|took|leads?|led|drops?|dropped|lowers?|lowered|sweeps?|swept) ${OBJECT}`
/** Between a verb of motion and the place: no new clause. */
const GAP = String.raw`(?:(?! (?:and|but|which|that|where|who|until|towards?|for|because|while|as)\b)[^.!?";:]){0,60}?`
const INTO = String.raw`(?:to|into|onto|through|in|inside|at|on|past|beyond|among)`
const THE = String.raw`(?:the |a |an |this |that )?`
/** A statement that somebody comes to a place, is brought to it, or is in it. The name follows. */
const COMES = new RegExp(
  String.raw`(?<=^|[^\p{L}])(?:(?:enters?|entered|reach(?:es|ed)?|gains?|gained)|(?:arrives?|arrived) (?:at|in)|(?:${MOVES}|${WAYS})${GAP} ${INTO}) ${THE}$`,
  'iu'
)
const BROUGHT = new RegExp(String.raw`(?<=^|[^\p{L}])${BRINGS}${GAP} ${INTO} ${THE}$`, 'iu')
const IS = new RegExp(
  String.raw`(?<=^|[^\p{L}])(?:is|are|was|were|stands?|stood|sits?|sat|waits?|waited|finds? (?:himself|herself|themselves|yourselves)|found (?:himself|herself|themselves)|gathers?|gathered|huddles?|rests?|lingers?)(?: (?:now|all|both|through|back|home|down|up|out|over|safely|already|soon|there|together|alone|at last|still|\p{L}+ing|\p{L}+ed|\p{L}+ly))* (?:in|inside|into|at|on|among) ${THE}$`,
  'iu'
)
const FRONTED = new RegExp(String.raw`^\W*(?:(?:now|then|and|but|here|down|up|out|inside|back)\s+)*(?:in|inside|at|on|among) ${THE}$`, 'iu')
/** Something that only leads to a place, or is a part of it. */
const LEADS = new RegExp(
  String.raw`(?<!through the )\b(?:way|road|path|door|stairs?|key|map|word|news|light|smell|sound|voice|edge|mouth|top|side)s?\s+(?:\p{L}+ )?(?:in|into|to|at|on|through|of) ${THE}$`,
  'iu'
)
/** Words behind a place's name that put the party on its ground. */
const UNDERFOOT =
  /^,? (?:is|are|lies|feels|gives|\p{Ll}+s)\b[^.;!?"]{0,30}\b(?:under|beneath|around|about) (?:their|your) (?:boots|feet|soles|heels|shoes|ears|ankles)\b/u
/** Words behind the name of a place that begins a sentence, if the sentence is about the whole party. */
const PARTY_THERE = new RegExp(
  String.raw`^,? (?:(?:all|both) )?(?:(?:the|all) (?:two|three|four|five|six)(?: of (?:them|you))|they all|you all|you|they)\b(?! (?:say|said|can|could|would|might|will|may|must|used|never|tell|told)\b)`,
  'u'
)
/** Words after a place's name that mean only a part of it: "the airlock door". */
const PART_OF = /^(?:'s?)?\s+(?:door|hatch|gate|window|key|lock|side|wall|stairs?|steps)\b/i

/** The place in which a sentence says that players are, or to which it says that they come. */
function claimedPlace(reading: PassageContext, sentence: Sentence): { place: string; how: 'comes' | 'is' } | undefined {
  const { clauses, after } = reading
  const said = plainMarks(sentence.said)
  for (const [place, pattern] of namesOf(after.places))
    for (const { index, 0: name } of said.matchAll(pattern)) {
      const lead = said.slice(0, index)
      if (isUnreal(sentence, index) || LEADS.test(lead) || PART_OF.test(said.slice(index + name.length))) continue
      const rest = said.slice(index + name.length)
      if (UNDERFOOT.test(rest)) return { place, how: 'is' }
      if (FRONTED.test(lead)) {
        if (PARTY_THERE.test(rest)) return { place, how: 'is' }
        const act = clauses.acts(sentence).find(({ from }) => from > index)
        if (act && clauses.isPlayer(act.who) && !/\b(?:of|hears?|heard)\b/.test(rest.slice(0, act.from - index - name.length)))
          return { place, how: 'is' }
        continue
      }
      if (BROUGHT.test(lead)) return { place, how: 'comes' }
      const comes = COMES.exec(lead)
      const is = comes ? undefined : IS.exec(lead)
      const verb = comes ?? is
      if (!verb) continue
      const id = clauses.before(sentence, verb.index)?.id
      const isParty = id === undefined ? isPartyBefore(reading, sentence, verb.index) : clauses.isPlayer(id)
      if (isParty) return { place, how: comes ? 'comes' : 'is' }
    }
  return undefined
}

/** Whether the words before an offset mean the party, several players, or continue a clause that does. */
function isPartyBefore({ clauses }: PassageContext, sentence: Sentence, at: number): boolean {
  const lead = sentence.said.slice(0, at)
  if (PARTY.test(lead)) return true
  const named = clauses.in(sentence).filter((one) => !one.isOwner && one.to <= at)
  if (!named.every(({ id }) => clauses.isPlayer(id))) return false
  if (named.length > 1 && /^\s*(?:both|all|then|now)?\s*$/.test(lead.slice(named.at(-1)?.to ?? 0))) return true
  return /,? (?:and|then|until)(?: (?:then|they))?\s*$/.test(lead) && new RegExp(String.raw`(?<!\p{L})(?:${GROUP})(?!\p{L})`, 'iu').test(lead)
}

/** Last words of names that say too little to stand for the place. */
const EVERYDAY =
  /^(?:house|room|row|top|hole|level|wall|landing|wheel|yard|way|water|box|office|place|home|garden|street|hall|floor|deck|line|side|end|door|road|lane|steps?|bridge|gate|field|light|well|cab|rocks|names|foot|needle|step)$/

/** Patterns for the names of places: whole names, and last words that only one place has. */
const namesOf = memoized((places: PassageContext['after']['places']): readonly (readonly [string, RegExp])[] => {
  const bare = Object.entries(places).map(([id, { name }]) => [id, plainMarks(name).replace(/^(?:the|an?)\s+/i, '')] as const)
  return bare.flatMap(([id, name]) => {
    const last = name.split(/\s+/).at(-1) ?? ''
    const isAlone =
      last.length > 3 &&
      !EVERYDAY.test(last.toLowerCase()) &&
      !bare.some(([other, one]) => other !== id && one.toLowerCase().includes(last.toLowerCase()))
    const variants = [name, ...(isAlone && last !== name ? [last] : [])].map((one) =>
      one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/'s?|s'/g, "'?s?'?")
    )
    return name.length > 3 ? [[id, new RegExp(String.raw`(?<![\p{L}'-])(?:${variants.join('|')})(?![\p{L}-])`, 'giu')] as const] : []
  })
})

const isOpen = ({ before, after }: PassageContext, requires: string | undefined): boolean =>
  requires === undefined || holds(before.facts, [requires]) || holds(after.facts, [requires])

/** Contradictions of kind `way`: somebody takes a journey that is closed before and after the beat. */
export const closedJourneys: Check = (reading, sentence) => {
  const { entry, places, after } = reading
  if (entry.kind !== 'narration') return undefined
  const journeys = Object.values(after.journeys).filter(({ from, to }) => places.has(from) && !places.has(to))
  const shut = journeys.filter(
    ({ to, requires }) => !isOpen(reading, requires) && !journeys.some((one) => one.to === to && isOpen(reading, one.requires))
  )
  if (shut.length === 0) return undefined
  const place = claimedPlace(reading, sentence)?.place
  const taken = shut.find(({ to }) => to === place)
  return taken && { fact: closedWords(reading, taken), source: { file: pathOf('journeys', { region: taken.region }) } }
}

/** A finding if players are said to be in a place where none of them is before or after the beat. */
export const wrongPlace: Check = (reading, sentence) => {
  const claim = claimedPlace(reading, sentence)
  if (claim?.how !== 'is' || reading.places.size === 0 || reading.places.has(claim.place)) return undefined
  const [id = ''] = reading.places
  const place = own(reading.after.places, id)
  return place && { fact: `The party is at ${placeName(reading, id)}.`, source: { file: pathOf('location', { region: place.region, id }) } }
}
