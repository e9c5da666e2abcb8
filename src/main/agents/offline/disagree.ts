import type { SeenActor, ToolUse, View } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import type { LogEntry } from '../../../shared/story/play'
import { own } from '../../../shared/base/json'
import { BELIEF_THRESHOLD } from '../../../shared/words/belief-words'
import { isPlural } from '../../../shared/words/plural'
import { isWantTitle, leadFor, sceneEvent } from './aims'
import { best, pick, shuffled, trait, type Chance } from './chance'
import { filled, frame } from './frame'
import { forms, placeName, sentence, small, the } from './grammar'
import { entryIs } from './kinds'
import type { Mind } from './mind'
import { APPROACH, CLAIMS, CLIMAX, OBJECTIONS, WHY } from './phrases'
import { actionsIn, foesIn, mentions, offerOf, overlap, partyOf, since, wordsOf } from './read'
import { WERE_AT } from './summary-parts'
import { vigour, type Intention } from './temper'
import type { Voice } from './voice'

/**
 * Once in each story event two players disagree about what comes first, because they want or believe different things, and one of them gives way with a
 * reason. All of it is speech, so it is read from the log: one player tells another one what they want to do first, and the other one objects and may give
 * way at once; otherwise the first one gives way. The recap of a scene says who gave way, so that the event's next scenes don't argue again.
 */
const CLAIM = new RegExp(`^(?<to>.+?), (?:now that .+?, )?(?:${CLAIMS.map(leadIn).join('|')})`)
const OBJECTION = /: I would sooner (.+?)(?:, (?:because|for|since) I want |, because|;|\.$)/
/** What a player wants, as they said it in a claim or an objection. */
const WANTED = /(?:, (?:because|for|since) I want |; what I want is )(.+?)(?:; but |\.$)/
const CONCESSION = /[,;] so (.+?) first, then\.$/
const GAVE_WAY = ' gave way to '

type Part = 'claim' | 'objection' | 'concession'
const partOf = ({ kind, text }: LogEntry): Part | undefined =>
  kind !== 'speech' ? undefined : CONCESSION.test(text) ? 'concession' : CLAIM.test(text) ? 'claim' : OBJECTION.test(text) ? 'objection' : undefined

/** A pattern for a claim that captures what comes first, and ends where the other thing begins. */
function leadIn(claim: string): string {
  const [said = '', rest = ''] = claim.replace('{m}, ', '').split('{lead}')
  return `${said}(.+?)${rest.split('{goal}')[0] ?? ''}`
}

/** What a player wants to do first, in their own words. */
const claimed = (text: string): string =>
  CLAIM.exec(text)
    ?.slice(2)
    .find((one) => one !== undefined) ?? ''

/** The last words of a disagreement and the first ones, as long as the party has not gone on. */
function latest({ log, party }: Pick<View, 'log' | 'party'>): { entry: LogEntry; part: Part; claim: LogEntry | undefined } | undefined {
  const said = since(log, (entry) => entryIs('move', entry)).filter((entry) => party.includes(entry.by) && partOf(entry) !== undefined)
  const entry = said.at(-1)
  const part = entry && partOf(entry)
  return entry && part ? { entry, part, claim: said.findLast((one) => partOf(one) === 'claim') } : undefined
}

/** Those of the party who can act and are in the same place as one of them. */
const together = (view: View, place: string | undefined): SeenActor[] => partyOf(view).filter(({ canAct, location }) => canAct && location === place)

/** The player who has to answer in the running disagreement: the DM calls on them before anybody else. */
export function answerer(view: View): string | undefined {
  const said = latest(view)
  if (!said?.claim || said.part === 'concession') return undefined
  const { entry, part, claim } = said
  const here = together(view, view.actors.find(({ id }) => id === entry.by)?.location)
  const addressee = here.find(({ name, id }) => id !== claim.by && name === CLAIM.exec(claim.text)?.groups?.['to'])
  const who = part === 'claim' ? addressee?.id : here.find(({ id }) => id === claim.by)?.id
  // Once one of the two has acted, it is decided.
  const isActed = since(view.log, (one) => one === entry).some(({ kind, by }) => kind === 'system' && (by === who || by === claim.by))
  return isActed ? undefined : who
}

/** What was agreed on, as long as nobody of the party has acted since. */
export function agreedOn(view: View): string | undefined {
  const said = latest(view)
  if (said?.part !== 'concession') return undefined
  const isActed = since(view.log, (one) => one === said.entry).some(({ kind, by }) => kind === 'system' && view.party.includes(by))
  return isActed ? undefined : CONCESSION.exec(said.entry.text)?.[1]
}

/** Who gave way to whom in this scene, as sentences for its recap. */
export function concessions({ log, actors, party }: View): string[] {
  const name = (id: string): string => actors.find((one) => one.id === id)?.name ?? id
  return log.flatMap((entry, at) => {
    const [, first] = partOf(entry) === 'concession' ? (CONCESSION.exec(entry.text) ?? []) : []
    const other = log.slice(0, at).findLast((one) => one.by !== entry.by && party.includes(one.by) && partOf(one) !== undefined)
    return first !== undefined && other ? [`${name(entry.by)}${GAVE_WAY}${name(other.by)}: ${first} first.`] : []
  })
}

/** The part of a scene's title that scenes of the same story event have in common. */
function stemOf(title: string): string {
  const before = APPROACH.map((text) => text.replace('{goal}', '')).find((text) => title.startsWith(text))
  return before === undefined ? (title.split(/, (?:from|by way of|again|continued)\b|: /)[0] ?? title) : title.slice(before.length)
}

/** Returns whether an earlier scene of the same story event had a disagreement, as its recap says. */
const isArgued = ({ scene, summaries }: View): boolean =>
  summaries.scenes.some((text) => {
    const [, title] = /^In “(.+?)” the party was at/m.exec(text) ?? new RegExp(`^- (.+)\\. ${WERE_AT}`, 'm').exec(text) ?? []
    return text.includes(GAVE_WAY) && title !== undefined && stemOf(title) === stemOf(scene?.title ?? '')
  })

/** Returns whether a text only states what its speaker would do, and leaves the next step to the others. */
export const leavesIt = (text: string): boolean => CLAIM.test(text) || OBJECTION.test(text)

/** The pronouns of a text about a character, as that character would say it: "her brother" → "my brother". */
function asOwn(text: string, { pronoun }: Pick<SeenActor, 'pronoun'>): string {
  const { subject, own: whose, self } = forms(pronoun)
  const replaced = text.replaceAll(new RegExp(`\\b${whose}\\b`, 'g'), 'my').replaceAll(new RegExp(`\\b${self}\\b`, 'g'), 'myself')
  return pronoun === 'it' ? text : replaced.replaceAll(new RegExp(`\\b${subject}\\b`, 'g'), 'I')
}

/** What a character wants, as they say it after "I want". Undefined if the want is about a character who is here now. */
function wantOf(view: View, me: SeenActor): string | undefined {
  const want = me.sheet?.wants.split(/[,;.:]/)[0]?.trim() ?? ''
  const isHere = view.actors.some(({ kind, id, location }) => kind === 'npc' && location === me.location && wordsOf(want).has(id.toLowerCase()))
  return want === '' || isHere ? undefined : small(asOwn(small(want), me))
}

/** The text of something that a character believes and that others may deny. */
const beliefOf = ({ sheet }: SeenActor): string | undefined =>
  Object.values(sheet?.beliefs ?? {}).find(({ text = '', believes = 0 }) => text !== '' && believes >= BELIEF_THRESHOLD)?.text
/** Returns whether a character denies something that was said. */
const isDenied = ({ sheet }: SeenActor, said: string): boolean =>
  Object.values(sheet?.beliefs ?? {}).some(({ text = '', denies = 0 }) => text !== '' && denies >= BELIEF_THRESHOLD && said.includes(bare(text)))
const bare = (text: string): string => text.trim().replace(/[.!?]+$/, '')

/** What a player would do, as far as they argue about it. */
type Wish = Pick<Intention, 'occasion' | 'about'>
const nameFor = ({ occasion, about }: Wish): string => (occasion === 'search' ? the(about) : placeName(about))
const DOING: Readonly<Partial<Record<Intention['occasion'], (about: string) => string>>> = {
  go: (about) => `go on to ${about}`,
  search: (about) => `look at ${about}`,
  ask: (about) => `ask ${about}`
}
const doing = (plan: Wish): string => DOING[plan.occasion]?.(nameFor(plan)) ?? '?'

/** Returns whether a player could say why they want something first. */
const hasReason = (view: View, me: SeenActor): boolean =>
  wantOf(view, me) !== undefined || (own(me.sheet?.says, 'want') ?? []).length > 0 || beliefOf(me) !== undefined

/** The other thing that a claim names, for a player who has nothing else in mind. */
function otherOf(view: View, me: SeenActor, claim: string): Wish | undefined {
  const rest = claim.slice(CLAIM.exec(claim)?.[0].length)
  const people = view.actors.filter(({ kind, canAct, location }) => kind === 'npc' && canAct && location === me.location)
  const wishes: Wish[] = [
    ...Object.values(view.place?.features ?? {}).map((about): Wish => ({ occasion: 'search', about })),
    ...people.map(({ name: about }): Wish => ({ occasion: 'ask', about })),
    ...(view.place?.exits ?? []).map(({ label: about }): Wish => ({ occasion: 'go', about }))
  ]
  return wishes.find((one) => rest.startsWith(nameFor(one)))
}

/** Returns whether the party could argue here about what comes first: nobody is down or hostile, and this event has had no disagreement. */
function isPossible(view: View, here: readonly SeenActor[]): boolean {
  const isHindered = view.mode !== 'story' || foesIn(view, here[0]?.location).length > 0 || partyOf(view).some(({ canAct }) => !canAct)
  const isClimax = view.log.some(({ kind, text }) => kind === 'narration' && frame(CLIMAX).pattern.test(text))
  const isBegun = view.log.every(({ kind }) => kind !== 'narration') || view.log.some((entry) => partOf(entry) === 'claim')
  return (
    here.length > 1 &&
    !isHindered &&
    !isClimax &&
    !isBegun &&
    view.calledTogether === undefined &&
    view.scene !== undefined &&
    !isWantTitle(view.scene.title) &&
    !isArgued(view)
  )
}

/** Who of some players begins a disagreement: another one after each narration. Players who are called on together don't hear each other. */
function beginner({ log, scene }: View, here: readonly SeenActor[]): SeenActor | undefined {
  const last = log.findLast(({ kind }) => kind === 'narration')?.text ?? ''
  return here[Math.floor(trait(`${scene?.number ?? 0} ${last}`) * here.length)]
}

/** The player on whom the DM calls alone, so that they say what comes first, where there is more than one thing to do; once after each narration. */
export function opener(view: View): string | undefined {
  const here = together(view, view.place?.id)
  const arguing = here.filter((one) => hasReason(view, one))
  const me = isPossible(view, here) ? beginner(view, arguing) : undefined
  const { features = {}, exits = [], id } = view.place ?? {}
  const people = view.actors.filter(({ kind, canAct, location }) => kind === 'npc' && canAct && location === id)
  const choices = Object.keys(features).length + exits.filter(({ visited }) => !visited).length + people.length
  const isAsked = since(view.log, ({ kind }) => kind === 'narration').some(({ by }) => by === me?.id)
  const event = sceneEvent(view)
  // In the very first scene something happens before anybody argues, unless the next step may be the event's last one.
  const hasBegun = view.session > 1 || (view.scene?.number ?? 1) > 1 || actionsIn(view.log).some(({ by }) => view.party.includes(by))
  const isTime = hasBegun || (event !== undefined && leadFor(view, event)?.steps === 0)
  return me && event && isTime && choices > 1 && !isAsked ? me.id : undefined
}

/** A claim, an objection or a concession, if one is due; the rest of the turn follows from it. `mayBegin`: nothing is urgent. */
export function dispute(
  view: View,
  me: SeenActor,
  offers: readonly Offer[],
  plans: readonly Intention[],
  mind: Mind,
  voice: Voice,
  mayBegin: boolean
): ToolUse | undefined {
  if (!offerOf(offers, 'speak') || (view.spent['speak'] ?? 0) > 0) return undefined
  const here = together(view, me.location)
  const isBack = ({ occasion, about }: Intention): boolean =>
    occasion === 'go' && view.place?.exits.some(({ label, visited }) => label === about && visited) === true
  const all = plans.filter((one) => DOING[one.occasion] && one.about !== '' && one.weight > 0)
  const options = all.filter((one) => !isBack(one))
  const speak = (text: string): ToolUse => ({ tool: 'speak', input: { text: sentence(text) } })
  const said = latest(view)
  if (!said || said.part === 'concession') {
    const why = mayBegin && isPossible(view, here) ? reasonOf(view, me, voice) : undefined
    const [occasion, done] = occasionOf(view)
    const fresh = options.filter(({ about }) => about !== done)
    const first =
      why === undefined
        ? undefined
        : mind.choose(
            'What comes first',
            fresh.map((one) => ({ value: one, words: one.words, weight: one.weight * (1 + concernOf(me, one)) }))
          )
    const second =
      first &&
      pick(
        fresh.filter(({ about }) => about !== first.about),
        mind.chance
      )
    const other = pick(
      here.filter(({ id }) => id !== me.id),
      mind.chance
    )
    if (why === undefined || !first || !second || !other) return undefined
    mind.note('The party has not talked about what comes first, so this player says it.')
    const claim = filled(frame(pick(CLAIMS, mind.chance) ?? ''), { m: other.name, lead: nameFor(first), goal: nameFor(second) }) ?? ''
    return speak(`${claim.replace(`${other.name}, `, `${other.name}, ${occasion}`)}${why}`)
  }
  const other = view.actors.find(({ id }) => id === said.entry.by)
  if (!other || other.id === me.id || answerer(view) !== me.id) return undefined
  if (said.part === 'claim') {
    const theirs = claimed(said.entry.text)
    const others = (among: readonly Intention[]): Intention[] => among.filter((one) => nameFor(one) !== theirs)
    const among = others(options).length > 0 ? others(options) : others(all)
    const mine: Wish | undefined = best(shuffled(among, mind.chance), (one) => concernOf(me, one)) ?? otherOf(view, me, said.entry.text)
    if (!mine) return undefined
    const want = wantOf(view, me)
    const why = isDenied(me, said.entry.text) ? ', because I do not believe it' : becauseOf(want, mind.chance)
    const slots = { m: other.name, lead: theirs, act: doing(mine) }
    const objection = `${filled(frame(pick(OBJECTIONS, mind.chance) ?? ''), slots) ?? ''}${why}`
    const their = options.find((one) => nameFor(one) === theirs)
    const reason = their ? reasonFor(view, me, mine, their, mind.chance) : undefined
    const isYielding = reason !== undefined || why === ''
    mind.note(`${other.name} wants or believes something else, so this player objects${isYielding ? ', and gives way' : ''}.`)
    return speak(isYielding ? `${objection}; but ${reason ?? hurry(mind.chance)}, so ${theirs} first, then` : objection)
  }
  const theirs = all.find((one) => said.entry.text.includes(`I would sooner ${doing(one)}`))
  const [, wanted = ''] = OBJECTION.exec(said.entry.text) ?? []
  mind.note(`${other.name} objects, and this player gives way.`)
  const mine = all.find((one) => nameFor(one) === claimed(said.claim?.text ?? ''))
  const reason = (mine && theirs && mine !== theirs && yieldingFor(view, me, mine, theirs, said.entry.text, mind.chance)) || hurry(mind.chance)
  return speak(`${reason}, ${other.name}, so ${theirs ? nameFor(theirs) : wanted.replace(/^(?:go on to|look at|ask) /, '')} first, then`)
}

/** Why a player wants something first: in the authors' words if there are some that were not said lately, otherwise a belief or a want. */
function reasonOf(view: View, me: SeenActor, voice: Voice): string | undefined {
  const belief = beliefOf(me)
  if (belief !== undefined) return `, because I believe this: ${bare(belief)}`
  const want = wantOf(view, me)
  // A scene has its own quarter of the lines, so that none is said in each scene.
  const line = voice.line(own(me.sheet?.says, 'want') ?? [], want === undefined ? undefined : 1)
  if (line !== undefined) return `. ${line}`
  return want === undefined ? undefined : becauseOf(want, voice.chance)
}

const becauseOf = (want: string | undefined, chance: Chance): string =>
  want === undefined ? '' : (filled(frame(pick(WHY, chance) ?? ''), { want }) ?? '')

/** How much an option has to do with what a character wants. */
const concernOf = ({ sheet }: SeenActor, { about }: Wish): number => overlap(about, sheet?.wants ?? '')

/** What has been done here last, as the beginning of a claim, and whom or what it was about; otherwise nothing. */
function occasionOf(view: View): [words: string, about?: string] {
  const here = since(view.log, (entry) => entryIs('move', entry))
  for (const entry of here.toReversed()) {
    const thing = Object.values(entry.changes?.places ?? {}).flatMap(({ searched = [] }) => searched)[0]
    if (thing !== undefined) return [`now that we have seen to ${the(thing)}, `, thing]
    const teller = entryIs('talk', entry) ? view.actors.find(({ kind, name }) => kind === 'npc' && mentions(entry.text, name)) : undefined
    if (teller) return [`now that we have talked to ${placeName(teller.name)}, `, teller.name]
  }
  return ['']
}

const hurry = (chance: Chance): string =>
  pick(['we have no time to argue about it', 'one of us has to give way', 'I would rather begin than argue'], chance) ?? ''

/** The reason why a player gives way who could also insist: what they see, otherwise what the other one wants, or that it costs nothing. */
function yieldingFor(view: View, me: SeenActor, mine: Wish, theirs: Wish, text: string, chance: Chance): string | undefined {
  const [, want] = WANTED.exec(text) ?? []
  const isOrAre = isPlural(mine.about) ? 'are' : 'is'
  const seen = actionsIn(view.log).findLast(
    ({ by, changes }) => by === me.id && Object.values(changes?.places ?? {}).some(({ searched = [] }) => searched.length > 0)
  )
  const thing = Object.values(seen?.changes?.places ?? {}).flatMap(({ searched = [] }) => searched)[0]
  const ways = [
    ...(want === undefined ? [] : [`you want ${asYours(want)} more than I want to ${doing(mine)}`]),
    ...(thing === undefined ? [] : [`I have had my look at ${the(thing)}, and it is your turn to choose`]),
    `I can live with ${nameFor(mine)} in second place`,
    ...(theirs.occasion === 'search' ? [`I would sooner have ${nameFor(theirs)} done than talked about`] : []),
    ...(mine.occasion === 'search' && theirs.occasion === 'ask' ? [`${nameFor(theirs)} may know something of ${nameFor(mine)}`] : []),
    ...(mine.occasion === 'search'
      ? [`${nameFor(mine)} ${isOrAre} not going anywhere`, `nothing is lost if ${nameFor(mine)} ${isPlural(mine.about) ? 'come' : 'comes'} second`]
      : [])
  ]
  return (
    reasonFor(view, me, mine, theirs, chance) ??
    pick(
      ways.flatMap((one) => [one, `very well, ${one}`, `all right, ${one}`, `as you like, ${one}`]),
      chance
    )
  )
}

/** A want in the words of the player to whom it is answered: "my brother" → "your brother". */
const asYours = (want: string): string =>
  want
    .replaceAll(/\bmy\b/g, 'your')
    .replaceAll(/\bmyself\b/g, 'yourself')
    .replaceAll(/\bI\b/g, 'you')

/** The reason why a player gives way, from what they see; undefined if nothing speaks for the other's choice. */
function reasonFor(view: View, me: SeenActor, mine: Wish, theirs: Wish, chance: Chance): string | undefined {
  const exit = view.place?.exits.find(({ label }) => label === mine.about)
  const isOrAre = ({ about }: Wish): string => (isPlural(about) ? 'are' : 'is')
  if (mine.occasion === 'go' && theirs.occasion !== 'go') {
    const [here, there, far] = [nameFor(theirs), nameFor(mine), exit && exit.duration !== '' ? `${exit.duration} away` : 'not']
    const ways = [
      `${here} ${isOrAre(theirs)} here, and ${there} ${isOrAre(mine)} ${far}`,
      `${there} ${isOrAre(mine)} ${far}, and ${here} ${isOrAre(theirs)} here`,
      `${there} ${isOrAre(mine)} ${far}, and will still be there after ${here}`
    ]
    return pick(far === 'not' ? ways.slice(0, 1) : ways, chance)
  }
  if (vigour(me) < 0.6) return `I am hurt, and ${nameFor(mine)} ${isOrAre(mine)} more than I can do now`
  const aim = view.scene?.aim ?? ''
  if (overlap(theirs.about, aim) > overlap(mine.about, aim))
    return pick([`we have come for ${nameFor(theirs)}, and not for ${nameFor(mine)}`, `it was ${nameFor(theirs)} that we came for`], chance)
  return undefined
}
