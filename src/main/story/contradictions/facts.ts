import { own } from '../../../shared/base/json'
import { actorFolder, fileName } from '../../../shared/story/layout'
import { wrongPlace } from './locations'
import { isTitle } from './people'
import { abilityOf, actorOf, isUnreal, nameOf, sheetOf, type Check, type Finding, type PassageContext } from './situation'
import { plainMarks, stem, wordsOf, type Sentence } from './text'

/** Contradictions of kind `fact`: a name, number, hour or place that differs from the state. */
export const facts: Check = (reading, sentence) =>
  reading.entry.kind === 'narration'
    ? (wrongHour(reading, sentence) ??
      wrongNumber(reading, sentence) ??
      wrongCompany(reading, sentence) ??
      wrongName(reading, sentence) ??
      wrongPlace(reading, sentence))
    : undefined

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ')
const NUMBER = `(?:${NUMBERS.join('|')}|\\d{1,4})`
const numberOf = (word: string): number => (/^\d/.test(word) ? Number(word) : NUMBERS.indexOf(word.toLowerCase()))

const IT_IS = String.raw`\b(?:it is|it's|it was|by now it is)(?: \p{Ll}+ly| just| broad| full| high| already| nearly| still| now| past| after| close to| well past| late| early)* (?:the )?(?:(?:middle|dead|height) of )?(?:the )?`
const SUNS = String.raw` (?:sun|sunlight|sunshine|light|haze|stars?)\b`
/** Statements about the time of day, and the hours in which they are not wrong. */
const HOURS: readonly (readonly [says: RegExp, from: number, to: number])[] = (
  [
    ['dawn|daybreak|sunrise|first light', 3, 9],
    ['morning', 4, 13],
    ['noon|midday', 10, 15],
    ['afternoon', 11, 19],
    ['dusk|sunset|sundown|twilight', 15, 23],
    ['evening', 15, 24],
    ['night', 17, 32],
    ['midnight', 21, 28]
  ] as const
).map(([words, from, to]) => [
  new RegExp(String.raw`${IT_IS}(?:${words})\b(?! (?:before|since|when))|(?:^|\bthe )(?:${words})${SUNS}`, 'iu'),
  from,
  to
])
/** Hours that are said to have come. The range begins later than for "it is". */
const PASSED: readonly (readonly [says: RegExp, from: number, to: number])[] = [
  [/(?:^|[,;] )midnight (?:has (?:come|passed|struck|gone)|comes and goes|is past|passes)\b/iu, 23, 32],
  [/(?:^|[,;] )(?:dawn|day|morning) (?:has (?:come|broken)|breaks)\b/iu, 3, 13],
  [
    /(?:^|[,;] |\b)(?:the )?(?:sun|noon sun) (?:is|stands|hangs) (?:high|overhead|at its height|(?:straight|directly|right) (?:above|over|overhead))\b/iu,
    9,
    17
  ]
]
const STRIKES = new RegExp(String.raw`\b(?:strikes?|struck|chimes?|chimed|tolls?|tolled) (?<n>${NUMBER})\b(?! (?:times|of|or))`, 'iu')

/** A time of day that differs from the clock by hours. */
function wrongHour({ before, after }: PassageContext, sentence: Sentence): Finding | undefined {
  const { said } = sentence
  const times = [before, after].map(({ clock }) => new Date(Date.parse(clock.start) + clock.minutes * 60_000))
  const hours = times.map((time) => time.getUTCHours() + time.getUTCMinutes() / 60)
  const isWithin = (from: number, to: number): boolean => hours.some((hour) => (hour >= from && hour <= to) || (hour + 24 >= from && hour + 24 <= to))
  const fact = (): Finding => ({ fact: `It is ${times.at(-1)?.toISOString().slice(11, 16)} in the story.`, source: { file: fileName('state') } })
  for (const [says, from, to] of [...HOURS, ...PASSED]) {
    if (says.test(said) && !isUnreal(sentence, said.length) && !isWithin(from, to)) return fact()
  }
  const struck = STRIKES.exec(said)
  const n = struck ? numberOf(struck.groups?.['n'] ?? '') : 0
  if (struck && n > 0 && n <= 12 && !isUnreal(sentence, struck.index) && !isWithin(n - 1.1, n + 1.1) && !isWithin(n + 10.9, n + 13.1)) return fact()
  return undefined
}

const PORTIONS = '(?:loaves|pieces|coils|bottles|flasks|vials|doses|sticks|rolls|packets|sips) of '
const COUNTED = new RegExp(String.raw`(?<![\p{L}-])(?<n>${NUMBER}) (?:${PORTIONS}|(?:\p{Ll}+ ){0,2}?)(?<what>\p{L}+(?: points?)?)(?![\p{L}-])`, 'giu')
const HAS =
  /\b(?:has|have|had|counts?|counted|carries|carried|holds|held|with|left with|is down to|at|his|her|their|'s?)(?: \p{Ll}+,| only| just| still| but| exactly| last| the| all| out|:| \p{Ll}+:)*\s*$/iu

/** A number of an actor's points or things that differs from their sheet. */
function wrongNumber(reading: PassageContext, sentence: Sentence): Finding | undefined {
  const { clauses, before, after } = reading
  const { said } = sentence
  for (const { index, 0: all, groups } of said.matchAll(COUNTED)) {
    const [n, what] = [numberOf(groups?.['n'] ?? ''), groups?.['what'] ?? '']
    const named = clauses.in(sentence).findLast(({ to }) => to <= index)
    const id = named?.id ?? clauses.first(sentence)?.id
    if (id === undefined || n < 0 || isUnreal(sentence, index) || !HAS.test(said.slice(0, index))) continue
    if (n === 0 && !/^(?: left\b|[.,;!])/.test(said.slice(index + all.length))) continue
    const counts = [before, after].flatMap(({ actors }) => countsOf(reading, own(actors, id), what))
    if (counts.length === 0 || counts.includes(n)) continue
    return { fact: `${nameOf(reading, id)} has ${counts.at(-1)} (${what}).`, source: sheetOf(reading, id) }
  }
  return undefined
}

/** The value of a stat or the count of a carried thing that a word names; none if the actor has no such thing. */
function countsOf({ game }: PassageContext, actor: ReturnType<typeof actorOf>, what: string): number[] {
  const stat = /^(?:hp|hit points?|health|life)$/i.test(what)
    ? 'hp'
    : Object.keys(actor?.stats ?? {}).find((one) => one.toLowerCase() === what.toLowerCase())
  const value = stat === undefined ? undefined : own(actor?.stats, stat)
  if (value !== undefined) return [value]
  const items = Object.values(actor?.inventory ?? {}).filter(({ item, name }) =>
    wordsOf(`${name ?? ''} ${own(game.equipment, item)?.name ?? ''} ${item.replaceAll('-', ' ')}`).some(
      (word) => stem(word) === stem(what.toLowerCase())
    )
  )
  return items.length === 0 ? [] : [items.reduce((sum, { count = 1 }) => sum + count, 0)]
}

const COMPANY = /\b(?:the|all) (?<n>two|three|four|five|six|seven) of (?<whom>them|you)\b/giu

/** A number of companions that fits neither the party nor everybody here. */
function wrongCompany(reading: PassageContext, sentence: Sentence): Finding | undefined {
  const here = Object.entries(reading.after.actors).filter(([, { location }]) => reading.places.has(location))
  const players = here.flatMap(([id, { kind }]) => (kind === 'player' ? id : []))
  const alive = players.filter((id) => abilityOf(reading, id) !== 'dead')
  for (const { index, groups } of sentence.said.matchAll(COMPANY)) {
    const n = numberOf(groups?.['n'] ?? '')
    // "Of them" may mean some who were just named.
    const isWrong = groups?.['whom'] === 'you' ? n !== players.length && n !== alive.length : n > here.length
    if (isWrong && !isUnreal(sentence, index))
      return { fact: `There are ${alive.length} in the party here.`, source: sheetOf(reading, players[0] ?? '') }
  }
  return undefined
}

/** A given name, surname or title that somebody doesn't have. The names are those of the sheet and of the heading of their file. */
function wrongName(reading: PassageContext, sentence: Sentence): Finding | undefined {
  const { clauses, lore } = reading
  const { said } = sentence
  for (const { id, from, to } of clauses.in(sentence)) {
    const name = plainMarks(actorOf(reading, id)?.name ?? '')
    const heading = plainMarks(/^\s*#\s*([^\n]+)/.exec(own(lore.actors, id)?.about ?? '')?.[1] ?? '')
    const full = new Set(`${name} ${heading}`.split(/\s+/))
    if (!/^\p{Lu}/u.test(said.slice(from, to))) continue
    const before = /(?<![\p{L}'-])(\p{Lu}\p{L}+) $/u.exec(said.slice(0, from))
    const [title, isFirst] = [before?.[1] ?? '', /^\W*$/.test(said.slice(0, before?.index ?? 0))]
    const surname = /^ (\p{Lu}[\p{Ll}'-]{2,})(?![\p{L}-])/u.exec(said.slice(to))?.[1] ?? ''
    // At the beginning of a sentence any word has a capital.
    const isRank = RANKS.has(title) && !isNamedSo(reading, id, title)
    const isWrongTitle = title !== '' && !full.has(title) && (isTitle(title) ? isRank || [...full].some(isTitle) : full.size > 1 && !isFirst)
    const isWrongSurname = surname !== '' && !full.has(surname) && isSurname(reading, surname, id)
    if (!isWrongTitle && !isWrongSurname) continue
    const file = `${actorFolder(actorOf(reading, id)?.kind ?? 'npc', id)}/${fileName('about')}`
    return { fact: `The name is ${heading.length > name.length ? heading : name}.`, source: { file } }
  }
  return undefined
}

/** Titles that nobody gets out of politeness. */
const RANKS = new Set('Captain Sergeant Doctor Reeve King Queen Lord Lady Sir Dame Inspector'.split(' '))
/** Whether somebody's own files mention a title. */
const isNamedSo = ({ lore }: PassageContext, id: string, title: string): boolean =>
  Object.values(own(lore.actors, id) ?? {}).some((text) => typeof text === 'string' && text.toLowerCase().includes(title.toLowerCase()))

/** Whether a word is the last word of another actor's name. */
const isSurname = ({ after }: PassageContext, word: string, id: string): boolean =>
  Object.entries(after.actors).some(([other, { name }]) => other !== id && name.split(/\s+/).length > 1 && name.split(/\s+/).at(-1) === word)
