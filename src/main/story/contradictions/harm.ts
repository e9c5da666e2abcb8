import { own } from '../../../shared/base/json'
import { nameOf, type Check, type Finding, type PassageContext } from './situation'
import type { Sentence } from './text'

const UNHURT = new RegExp(
  [
    String.raw`un(?:hurt|harmed|scathed|injured|wounded|bloodied|touched|bruised|marked|scarred)`,
    String.raw`(?:walk|come|step|climb|crawl|emerge|get)(?:s|ed)? [^.,;!?]{0,40}\bwhole(?=[.,;!]|$)`,
    String.raw`in one piece|safe and (?:sound|whole)|as (?:sound|whole|hale|fit|well) as (?:ever|before|he|she|they|when|the)`,
    String.raw`(?:none|not|no|any|never) the worse for|no worse for|right as rain|fit as a fiddle`,
    String.raw`(?:not|never|without|isn't|hasn't) (?:so much as |even )?(?:a|one) (?:single )?(?:scratch|bruise|mark|graze|cut|drop of blood|hair out of place)`,
    String.raw`(?:n't|not|never) (?:left|leave) (?:so much as |even )?(?:a|one) (?:single )?(?:mark|scratch|bruise|graze)`,
    String.raw`(?:n't|not|never) (?:got|taken|had|lost|shed) (?:so much as |even )?(?:a|one) (?:single )?(?:scratch|bruise|graze|cut|splinter|drop of blood)`,
    String.raw`(?:n't|not|never) (?:been )?(?:so much as |even )?(?:hurt|harmed|injured|wounded|grazed|scratched|bruised)`,
    String.raw`(?:perfectly|quite|entirely|miraculously|wholly) (?:whole|fine|all right|intact)|nothing (?:is |was )?(?:wrong with|broken)`,
    String.raw`(?<=, |(?:is|was|feels|looks) )(?:perfectly|quite) well(?=[,.;!])`,
    String.raw`(?:comes?|came|has come) to no harm|no harm done|(?:misses|missed) (?:him|her|them|\p{Lu}[\p{L}'-]+) (?:entirely|completely|altogether)`
  ].join('|'),
  'giu'
)
const NOBODY =
  /\b(?:nobody|no one|no-one|none of (?:them|you|the \w+)|not one of (?:them|you|the \w+)|neither of them)\b[^.!?]{0,20}\b(?:hurt|harmed|injured|wounded|scratched|scratch|bruise|mark|graze)\b/i
const EVERYBODY = /\b(?:every(?:body|one)|all (?:of them|of you|two|three|four|five)|the (?:whole )?party|they all|both)\b/i
/** Words before or behind the statement that take it back. */
const NOT_SO = /\b(?:would|could|might|may|should|if|unless|almost|nearly|hopes?|hoped|wish(?:es)?|far from|hardly|scarcely|as though|not quite)\b/i
const LIMITED = /^,? (?:or |and )?(?:near enough|nearly|almost|for now|only|just|enough|but)\b|^[^.!?]{0,30}\bexcept\b/i

/** Contradictions of kind `harm`: somebody is said to be unhurt who was hurt since the previous narration and has not recovered. */
export const unhurt: Check = (reading, sentence) => {
  if (reading.entry.kind !== 'narration' || sentence.isQuestion) return undefined
  const hurt = hurtIn(reading)
  if (hurt.size === 0) return undefined
  const player = [...hurt.keys()].find((id) => reading.clauses.isPlayer(id))
  if (NOBODY.test(sentence.said) && player !== undefined) return hurt.get(player)
  for (const { index, 0: words } of sentence.said.matchAll(UNHURT)) {
    const [lead, rest] = [sentence.said.slice(0, index), sentence.said.slice(index + words.length)]
    if (NOT_SO.test(lead) || LIMITED.test(rest)) continue
    const of = whom(reading, sentence, index, index + words.length)
    const found = of.find((id) => hurt.has(id)) ?? (of.length === 0 && EVERYBODY.test(lead) ? player : undefined)
    if (found !== undefined) return hurt.get(found)
  }
  return undefined
}

/** Whom a statement at offsets of a sentence is about: a name or pronoun behind "on" or "with", otherwise the last one before it. */
function whom({ clauses }: PassageContext, sentence: Sentence, from: number, to: number): readonly string[] {
  const { said } = sentence
  const all = clauses.in(sentence)
  const found = /^ (?:on|to|with|about)?\s*(him|her|them|(?=\p{Lu}))/u.exec(said.slice(to)) ?? /^\s*(him|her|them)\b/.exec(said.slice(to))
  if (found) {
    const named = all.find((one) => one.from === to + found[0].length)?.id ?? clauses.pronoun(sentence, found[1] ?? '', to)
    return named === undefined ? [] : [named]
  }
  const inside = all.find((one) => one.from >= from && one.to <= to)?.id
  const object = /\b(him|her|them)\b/.exec(said.slice(from, to))?.[1]
  const named = inside ?? (object === undefined ? undefined : clauses.pronoun(sentence, object, from))
  if (named !== undefined) return [named]
  const before = all.filter((one) => one.to <= from)
  const [last] = before.slice(-1)
  if (last && /[;:]|\b(?:but|while|whereas|beside|who|whom|whose)\b/.test(said.slice(last.to, from)))
    return subjectOf(clauses.before(sentence, said.slice(0, from).replace(COPULA, '').length)?.id)
  // "Wren, Tobit and Pym" are one list.
  const isListed = before.every((one, i) => i === 0 || /^(?:,|,?\s*and(?:\s+the)?)$/i.test(said.slice(before[i - 1]?.to ?? 0, one.from).trim()))
  if (last) return before.length > 1 && isListed ? before.map(({ id }) => id) : [last.id]
  return EVERYBODY.test(said.slice(0, from)) ? [] : subjectOf(clauses.first(sentence)?.id)
}
const COPULA = /\s+(?:is|was|are|were|seems|seemed|looks|looked)(?: \p{L}+ly| quite| all)*\s*$/u
const subjectOf = (id: string | undefined): string[] => (id === undefined ? [] : [id])

/** Everybody who was hurt since the previous narration, with the record of it. Leaves out those who have recovered completely. */
function hurtIn(reading: PassageContext): ReadonlyMap<string, Finding> {
  const hurt = new Map<string, Finding>()
  for (const { changes, beat } of reading.recent)
    for (const [id, { damage = 0, now, stats = {} }] of Object.entries(changes?.actors ?? {})) {
      if ((damage <= 0 && now !== 'down' && now !== 'dead') || isWhole(reading, id)) continue
      const [stat, change] = Object.entries(stats).find(([, { from = 0, to = 0 }]) => to < from) ?? []
      const words = change ? `went from ${change.from} to ${change.to} ${stat === 'hp' ? 'HP' : stat}` : 'went down'
      hurt.set(id, { fact: `${nameOf(reading, id)} ${words} in beat ${beat}.`, source: { beat } })
    }
  return hurt
}

/** Whether an actor has the full value of every stat with a maximum, and no condition. */
const isWhole = ({ after, before }: PassageContext, id: string): boolean =>
  [before, after].every(({ actors }) => {
    const actor = own(actors, id)
    return (
      actor !== undefined &&
      Object.keys(actor.conditions).length === 0 &&
      Object.entries(actor.max).every(([stat, max]) => (own(actor.stats, stat) ?? max) >= max)
    )
  })
