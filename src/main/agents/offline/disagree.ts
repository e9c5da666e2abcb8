import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { forms, placeName, sentence, small, the } from './grammar'
import type { Mind } from './mind'
import { isPlural } from '../../../shared/words/plural'
import { foesIn, offerOf, overlap, partyOf } from './read'
import { clockWords } from './state-words'
import { vigour, type Intention } from './temper'

/**
 * Once in each scene two players disagree about what comes first, because they want different things, and one of them gives way with a reason. All of
 * it is speech, so it is read from the log: one player says what they want to do first, another objects and may give way at once, otherwise the
 * first one gives way.
 */
const CLAIM = /^I am for (.+?) before (.+?), because I want /
const OBJECTION = /^I would sooner .+?, because I want /
const CONCESSION = /[,;] so (.+?) first, then\.$/

type Part = 'claim' | 'objection' | 'concession'
const partOf = ({ kind, text }: LogEntry): Part | undefined =>
  kind !== 'speech' ? undefined : CONCESSION.test(text) ? 'concession' : CLAIM.test(text) ? 'claim' : OBJECTION.test(text) ? 'objection' : undefined

/** What is said in a disagreement, and by whom, as long as nobody of the party has acted since. */
function latest({ log, party }: Pick<View, 'log' | 'party'>): { entry: LogEntry; part: Part } | undefined {
  const entry = log.findLast(({ by, kind }) => party.includes(by) && (kind === 'speech' || kind === 'system'))
  const part = entry && partOf(entry)
  return entry && part ? { entry, part } : undefined
}

/** Those of the party who can act and are in the same place as one of them. */
const together = (view: View, place: string | undefined): SeenActor[] => partyOf(view).filter(({ canAct, location }) => canAct && location === place)

/** The player who has to answer in the running disagreement: the DM calls on them before anybody else. */
export function answerer(view: View): string | undefined {
  const said = latest(view)
  if (!said) return undefined
  const { entry, part } = said
  const claimer = view.log.findLast((one) => partOf(one) === 'claim')?.by
  if (part !== 'claim') return claimer === entry.by ? undefined : claimer
  const here = together(view, view.actors.find(({ id }) => id === entry.by)?.location)
  const next = here[(here.findIndex(({ id }) => id === entry.by) + 1) % Math.max(1, here.length)]?.id
  return next === entry.by ? undefined : next
}

/** What was agreed on, as long as nobody of the party has acted since. */
export function agreedOn(view: View): string | undefined {
  const said = latest(view)
  return said?.part === 'concession' ? CONCESSION.exec(said.entry.text)?.[1] : undefined
}

/** Returns whether a text only states what its speaker would do, and leaves the next step to the others. */
export const leavesIt = (text: string): boolean => CLAIM.test(text) || OBJECTION.test(text)

/** The pronouns of a text about a character, as that character would say it: "her brother" → "my brother". */
function asOwn(text: string, { pronoun }: Pick<SeenActor, 'pronoun'>): string {
  const { subject, own, self } = forms(pronoun)
  const replaced = text.replaceAll(new RegExp(`\\b${own}\\b`, 'g'), 'my').replaceAll(new RegExp(`\\b${self}\\b`, 'g'), 'myself')
  return pronoun === 'it' ? text : replaced.replaceAll(new RegExp(`\\b${subject}\\b`, 'g'), 'I')
}

/** What a character wants, as they say it after "I want". */
function wantOf(me: SeenActor): string | undefined {
  const want = me.sheet?.wants.split(/[,;.:]/)[0]?.trim() ?? ''
  return want === '' ? undefined : small(asOwn(small(want), me))
}

const nameFor = ({ occasion, about }: Intention): string => (occasion === 'search' ? the(about) : placeName(about))
const doing: Readonly<Partial<Record<Intention['occasion'], (about: string) => string>>> = {
  go: (about) => `go on to ${about}`,
  search: (about) => `look at ${about}`,
  ask: (about) => `ask ${about}`
}

/** A claim, an objection or a concession, if one is due; the rest of the turn follows from it. */
export function dispute(view: View, me: SeenActor, offers: readonly Offer[], plans: readonly Intention[], mind: Mind): ToolUse | undefined {
  if (view.mode !== 'story' || !offerOf(offers, 'speak') || (view.spent['speak'] ?? 0) > 0 || view.scene === undefined) return undefined
  const here = together(view, me.location)
  if (here.length < 2 || foesIn(view, me.location).length > 0 || partyOf(view).some(({ canAct }) => !canAct)) return undefined
  const want = wantOf(me)
  const isBack = ({ occasion, about }: Intention): boolean =>
    occasion === 'go' && view.place?.exits.some(({ label, visited }) => label === about && visited) === true
  const options = plans
    .filter((one) => doing[one.occasion] && one.about !== '' && one.weight > 0 && !isBack(one))
    .toSorted((a, b) => b.weight - a.weight)
  const said = latest(view)
  const speak = (text: string): ToolUse => ({ tool: 'speak', input: { text: sentence(text) } })
  if (!said) {
    const [first] = options
    // Players who are called on together don't hear each other, so only one of them begins: another one in each scene.
    const isDue =
      here[(view.scene.number - 1) % here.length]?.id === me.id &&
      !view.log.some((entry) => partOf(entry) === 'claim') &&
      view.log.some(({ kind, by }) => kind === 'system' && view.party.includes(by))
    const second = options.find(({ about }) => about !== first?.about)
    if (!isDue || want === undefined || !first || !second) return undefined
    mind.note('The party has not talked about what comes first, so this player says it.')
    return speak(`I am for ${nameFor(first)} before ${nameFor(second)}, because I want ${want}`)
  }
  const other = view.actors.find(({ id }) => id === said.entry.by)
  if (!other || other.id === me.id || answerer(view) !== me.id) return undefined
  if (said.part === 'claim') {
    const [, theirs = ''] = CLAIM.exec(said.entry.text) ?? []
    const mine = options.find((one) => nameFor(one) !== theirs)
    if (!mine || want === undefined) return undefined
    const objection = `I would sooner ${doing[mine.occasion]?.(nameFor(mine)) ?? ''}, ${other.name}, because I want ${want}`
    const their = options.find((one) => nameFor(one) === theirs)
    const reason = their && reasonFor(view, me, mine, their)
    mind.note(`${other.name} and this player want different things, so they object${reason === undefined ? '' : ', and give way'}.`)
    return speak(reason === undefined ? objection : `${objection}; but ${reason}, so ${theirs} first, then`)
  }
  if (said.part !== 'objection') return undefined
  const theirs = options.find((one) => said.entry.text.includes(`${doing[one.occasion]?.(nameFor(one)) ?? '?'}, `))
  if (!theirs) return undefined
  mind.note(`${other.name} objects, and this player gives way.`)
  const mine = options.find((one) => one !== theirs)
  const reason = (mine && reasonFor(view, me, mine, theirs)) ?? `it is ${clockWords(view)}, and we have no time to argue about it, ${other.name}`
  return speak(`${reason}, so ${nameFor(theirs)} first, then`)
}

/** The reason why a player gives way, from what they see; undefined if nothing speaks for the other's choice. */
function reasonFor(view: View, me: SeenActor, mine: Intention, theirs: Intention): string | undefined {
  const exit = view.place?.exits.find(({ label }) => label === mine.about)
  if (mine.occasion === 'go' && theirs.occasion !== 'go')
    return `${nameFor(theirs)} ${isPlural(theirs.about) ? 'are' : 'is'} here, and ${nameFor(mine)} ${isPlural(mine.about) ? 'are' : 'is'} ${exit && exit.duration !== '' ? `${exit.duration} away` : 'not'}`
  if (vigour(me) < 0.6) return `I am hurt, and ${nameFor(mine)} is more than I can do now`
  const aim = view.scene?.aim ?? ''
  if (overlap(theirs.about, aim) > overlap(mine.about, aim)) return `we have come for ${nameFor(theirs)}, and not for ${nameFor(mine)}`
  return undefined
}
