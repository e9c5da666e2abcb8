import type { Reading } from './situation'
import type { Sentence } from './text'
import { inflected } from './verbs'

/** An indirect statement that somebody is hurt or dead, at an offset of the sentence. */
interface Sign {
  id: string
  claim: 'hurt' | 'dead'
  at: number
}

const PART =
  '(?:left |right |upper |lower |good |bare |free )?(?:arms?|legs?|hands?|wrists?|ankles?|knees?|shoulders?|elbows?|ribs?|collarbone|fingers?|thumb|foot|feet|toes?|thighs?|calf|shins?|hips?|heel|scalp|cheek|cheekbone|skull|head|temple|brow|forehead|side|chest|back|belly|stomach|gut|spine|neck|throat|face|eye|ear|jaw|nose|lip|mouth|palm|knuckles|forearm)'
const THIRD = { him: 'he', his: 'he', her: 'she', hers: 'she', them: 'they', their: 'they', he: 'he', she: 'she', they: 'they' } as const

/**
 * Who a sentence is about at an offset of it: the last name before the offset, otherwise whom the last pronoun before it refers to, otherwise the
 * only person named in the two sentences before.
 */
export function topicOf(reading: Reading, sentence: Sentence, until: number): string | undefined {
  const { subjects, text } = reading
  const named = subjects.in(sentence).findLast(({ to }) => to <= sentence.from + until)
  if (named) return named.id
  const pronoun = [...sentence.said.slice(0, until).matchAll(/(?<!\p{L})(?:he|she|they|him|her|them|his|their)(?!\p{L})/giu)].at(-1)
  if (pronoun) return subjects.pronoun(sentence, subjectForm(pronoun[0]), sentence.from + pronoun.index)
  const at = text.sentences.indexOf(sentence)
  const before = new Set(text.sentences.slice(Math.max(0, at - 2), at).flatMap((one) => subjects.in(one).map(({ id }) => id)))
  return before.size === 1 ? [...before][0] : undefined
}

const subjectForm = (pronoun: string): string => THIRD[pronoun.toLowerCase() as keyof typeof THIRD]

/** Words that say that a blow did no harm. */
const SPARED = new RegExp(
  [
    String.raw`with (?:an inch|inches|a hair|a hand|a finger|room|nothing|half an inch)[\p{L}’' -]{0,12} to spare`,
    String.raw`by (?:a|an|the width of a|no more than a) (?:\p{L}+ )?(?:hair|inch|whisker|finger|hand|breath|eyelash)(?:'s (?:breadth|width))?`,
    String.raw`luck (?:has |had )?(?:held|holds)`,
    String.raw`(?:${inflected('find meet hit strike catch bite touch close_on')}) (?:nothing|only|no more) (?:but |than )?(?:air|empty air|\p{L}+)(?=[,.;]|$)`,
    String.raw`(?:${inflected('miss pass sail fly whistle go swing fall land')}) (?:\p{L}+ )?(?:harmlessly|wide|clear of)`,
    'harmless(?:ly)?',
    String.raw`nothing (?:is |was )?(?:bleeding|bleeds|broken|hurt|hurts|damaged|torn|worse)`,
    String.raw`everything (?:is )?(?:still )?where it should be`,
    String.raw`(?:does|did)(?:n't| not) (?:even |so much as )?(?:grunt|feel it|notice|break the skin|draw blood|leave a mark)`,
    String.raw`(?:not|never|without) (?:so much as |even )?(?:a|one) (?:single )?(?:scratch|bruise|mark|graze|bump|splinter|drop of blood)`,
    String.raw`(?:${inflected('shrug brush laugh shake')}) (?:it|the blow|the hit|that) off`,
    String.raw`(?:${inflected('dodge sidestep evade avoid')}) (?:it|the|every|both|all)`,
    String.raw`(?:ducks|ducked|twists|twisted|rolls|rolled|leaps|leapt|jumps|jumped|steps|stepped|springs|sprang|darts|darted) (?:aside|clear|out of the way|back)(?: just)? in (?:good )?time`,
    String.raw`(?:gets|got|comes|came|walks|walked|crawls|crawled|is|was) (?:away|out|off|through) (?:clean|free|clear|lightly|without)`,
    String.raw`fit as a fiddle|right as rain|not a hair (?:out of place|on)|has come to no harm|came to no harm|comes to no harm|no harm (?:is |was |has been )?done`
  ].join('|'),
  'iu'
)
const NOT_SPARED =
  /\b(?:blood\w*|bleed\w*|wound\w*|hurts?|hurting|bruise[sd]?|bruising|gash\w*|pain\w*|ache\w*|graze[sd]|second|another|almost|nearly|not quite|but (?:the|his|her|their|not)|except|limp\w*|winces?|sore|tears|sting\w*|stung|burn\w*|swell\w*|swollen|broken)\b/i

/** The one of `lost` who is said to be unharmed; undefined if the rest of the text mentions harm. */
export function spared(reading: Reading, sentence: Sentence, lost: ReadonlySet<string>): string | undefined {
  const found = SPARED.exec(sentence.said)
  if (!found || sentence.isQuestion) return undefined
  const rest = reading.text.plain.replaceAll(new RegExp(SPARED.source, 'giu'), ' ')
  if (NOT_SPARED.test(rest) || /\b(?:if|would|could|might|may|should|will|hopes?|wish\w*)\b/i.test(sentence.said.slice(0, found.index)))
    return undefined
  const on = /^ (?:on|to|for) (him|her|them|\p{Lu}[\p{L}'-]+)\b/u.exec(sentence.said.slice(found.index + found[0].length))
  const until = found.index + found[0].length + (on?.[0].length ?? 0)
  const id = topicOf(reading, sentence, until)
  return id !== undefined && lost.has(id) ? id : undefined
}

/** An impact on somebody: "It catches Pym across the shins". */
const IMPACT = new RegExp(
  String.raw`\b(?:${inflected('hit strike catch take smack slam crack thump whack clip lash whip punch kick stab slash gore rake claw bite sting scald burn graze cut batter club brain ram smash')})\s+(?:full |hard )?(?<whom>him|them|her(?=\s(?:full |square |squarely |hard |clean )?(?:in|on|across|over|between|through|behind|below|above|along|under)\b)|\p{Lu}[\p{L}'-]+)\s+(?:full |square |squarely |hard |clean )?(?:in|on|across|over|between|through|behind|below|above|along|under)\s+(?:the|both|one|his|her|their)\s+${PART}\b`,
  'gu'
)
/** Things whose impact does no harm. */
const SOFT =
  /\b(?:rain|raindrop|drops?|drip|water|wind|cold|draught|air|breeze|spray|snow\w*|flakes?|smell|stench|light|glow|beam|laugh\w*|thought|words?|silence|sound|voice|hand|palm|kiss|leaf|leaves|feather|dust|heat|warmth|song|hat|glance|look)\b[^.!?;:]*$/i

const INJURES =
  `(?:(?:(?:is|was|has been|had been|gets|got) (?:\\p{L}+ )?(?:broken|shattered|crushed|dislocated|split|torn|slashed|gashed|cut|sliced|flayed|mangled|pulped|fractured|punctured|pierced|burned|burnt|scalded|bleeding|laid open|ripped)` +
  `|${inflected('snap break crack shatter dislocate bleed split')}(?! (?:into|the|his|her|their|a|an|up|off|apart|silence)\\b)|(?:gives|gave|goes|went|comes|came|pops|popped) (?:way )?(?:with a|out of (?:its|the) (?:socket|joint))` +
  `|(?:${inflected('hang dangle flop')}|hanging|dangling) (?:\\p{L}+ )?(?:useless|limp|broken|loose|wrong|dead)|(?:bent|bending|bends|twisted|turned|folded|folds|jutting|juts|sticking|sticks|lies|lying) (?:back )?(?:the wrong way|at (?:a|an) (?:wrong|bad|impossible|sick\\p{L}*|unnatural|odd|terrible) angle|where no|wrong)))`
/** A limb that is broken, bleeding or useless: "his leg bent the wrong way"; "the arm hangs useless". */
const LIMB = new RegExp(
  String.raw`(?:(?<own>\p{Lu}[\p{L}'-]*?)'s?|(?<![\p{L}'])(?<whose>his|her|their|the))\s+${PART}[\s,]+(?:[\p{L}]+ly )?${INJURES}`,
  'giu'
)

/** A limb that is laid open or cut to the bone. */
const OPENED = new RegExp(
  String.raw`\b(?:lays?|laid|cuts?|slic(?:es|ed)|splits?|slit|slits|rips?|ripped|tears?|tore) (?:(?<own>\p{Lu}[\p{L}'-]*?)'s?|(?<whose>his|her|their))\s+${PART} (?:wide |half )?(?:open\b|to the bone\b)`,
  'gu'
)

/** An impact on a limb, and its effect: "comes down on Tobit's foot, and every bone in it breaks". */
const BONES = new RegExp(
  String.raw`(?:(?<own>\p{Lu}[\p{L}'-]*?)'s?|(?<![\p{L}'])(?<whose>his|her|their))\s+${PART}\b[^.!?"]{0,40}\b(?:bones?|it|they|something)\b(?: in (?:it|there))? (?:${inflected('break snap crack shatter splinter crunch split')})\b`,
  'giu'
)

const BREATH = new RegExp(
  String.raw`(?:(?<own>\p{Lu}[\p{L}'-]*?)'s?|(?<![\p{L}'])(?<whose>his|her|their))\s+(?:last )?(?:breath\p{L}*|heart|heartbeat|pulse|chest|eyes)\b[^.!?"]{0,60}\b(?:stops?|stopped|ceases?|ceased|gives? out|gave out|flutters? out|fails?|failed|is still|goes still|went still|never (?:starts|comes)|glaze over|glazed over|gone dark)\b`,
  'giu'
)
/** Words that make a stopped breath or heartbeat mean death. */
const END =
  /\b(?:(?:he|she|they|it|\p{Lu}[\p{L}'-]+) (?:is|was|are|were) (?:gone|dead|no more)|does not (?:start|come|rise|draw)|did not (?:start|come|rise)|doesn't (?:start|come|rise)|for good|for ever|forever|(?:nothing|no one) left|lifeless|for the last time|rattl\w+)\b/iu

/** Indirect statements in a sentence that somebody is hurt or dead. */
export function signsOfHarm(reading: Reading, sentence: Sentence): Sign[] {
  const { subjects, text } = reading
  const signs: Sign[] = []
  const add = (id: string | undefined, claim: Sign['claim'], at: number): void => {
    if (id !== undefined) signs.push({ id, claim, at })
  }
  const nameAt = (from: number, to: number): string | undefined =>
    subjects.in(sentence).find((one) => one.to > from + sentence.from && one.from < to + sentence.from)?.id
  for (const { index, 0: words, groups } of sentence.said.matchAll(IMPACT)) {
    if (SOFT.test(sentence.said.slice(0, index))) continue
    const whom = groups?.['whom'] ?? ''
    const at = index + words.indexOf(whom)
    add(/^\p{Lu}/u.test(whom) ? nameAt(at, at + whom.length) : subjects.pronoun(sentence, subjectForm(whom), sentence.from + at), 'hurt', index)
  }
  for (const [pattern, claim] of [
    [LIMB, 'hurt'],
    [BONES, 'hurt'],
    [OPENED, 'hurt'],
    [BREATH, 'dead']
  ] as const)
    for (const { index, 0: words, groups } of sentence.said.matchAll(pattern)) {
      if (claim === 'dead' && !END.test(text.plain.slice(sentence.from, (text.sentences[text.sentences.indexOf(sentence) + 1] ?? sentence).to)))
        continue
      const whose = groups?.['whose']?.toLowerCase()
      const own = groups?.['own']
      if (own !== undefined) add(nameAt(index, index + own.length), claim, index)
      else if (whose === 'the') add(/^\W*$/.test(sentence.said.slice(0, index)) ? ownerBefore(reading, sentence) : undefined, claim, index)
      else add(whose === undefined ? undefined : subjects.pronoun(sentence, subjectForm(whose), sentence.from + index), claim, index + words.length)
    }
  return signs
}

/** The owner of the limb in the previous sentence; undefined unless it is exactly one. */
function ownerBefore({ subjects, text }: Reading, sentence: Sentence): string | undefined {
  const before = text.sentences[text.sentences.indexOf(sentence) - 1]
  const owners = before
    ? subjects.in(before).filter((one) => new RegExp(String.raw`^'s? ${PART}\b`, 'i').test(text.plain.slice(one.to, one.to + 30)))
    : []
  return owners.length === 1 ? owners[0]?.id : undefined
}
