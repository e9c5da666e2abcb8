import type { Contradiction } from '../../../shared/analysis/contradictions'
import { own } from '../../../shared/base/json'
import { pathOf } from '../../../shared/story/layout'
import { withArticle } from '../../../shared/words/plural'
import type { Item } from '../../../shared/story/state'
import { type Act, actsOf } from './acts'
import { at, isUnreal, nameOf, type Reading, sheetOf } from './situation'
import { plainMarks, type Sentence, stem, wordsOf } from './text'
import { finite } from './verbs'

/** Verbs whose object the actor must have. */
const DRAWS = String.raw`(?:${finite('draw')})(?! an? (?:\w+ )?(?:map|line|breath|picture|circle|plan))`
const USED = finite(
  'unsheathe swing raise lift light drink gulp gulp_down swig sip down empty finish consult drain uncork throw hurl brandish wield fire aim level use pull_out ' +
    'take_out produce unsling unroll uncoil nock grip heft shoulder tie strap_on bring wear load cock hold_up unhook unfold blow wedge jam plant strike grab snatch ' +
    'snatch_up whip_out hand_over read_from read_aloud_from sling unbuckle sheathe unstrap strum play don pocket unsnap'
)
const WITH = String.raw`(?:${finite('strike stab cut hit slash smash pry unlock open parry light_up')})\b[^.!?"]{0,40}\bwith`
const REACHES = String.raw`(?:${finite('reach')}) (?:\p{L}+ ){0,4}for`
/** Verbs of taking something out of where it is carried. */
const TAKES = String.raw`(?:${finite('take pull fish slip slide tug ease work bring pick draw pluck shake')})(?=\s+(?:an?|the|his|her|their)\s+(?:\p{Ll}+\s+){1,3}(?:out of|from)\b)`
const NOCKS = String.raw`(?:${finite('knock fit set lay')})(?=\s+(?:an?|the|his|her|their)\s+(?:\p{Ll}+\s+)?arrow\b)`
const USES = new RegExp(
  String.raw`\b(?:${DRAWS}|${USED}|${WITH}|${REACHES}|${TAKES}|${NOCKS})\s+(?:the (?:last|rest|end|bolt|hilt|butt|handle|point|string) of )?(?<what>(?:(?:his|her|their|its|the|an?|\p{Lu}[\p{L}']+'s?)\s+(?:(?:pair|set|length|coil|bundle|box) of\s+)?)(?:(?!(?:and|or|from|with|to|at|of|in|on|for)\b)[\p{Ll}-]+\s+){0,3}(?!(?:from|and|with|to)\b)[\p{Ll}-]+)(?<worn>\s+from (?:his|her|their) (?:shoulder|belt|back|boot|sleeve|coat|pocket|pack|bag|satchel)\b)?`,
  'giu'
)

/** Things that people commonly carry, besides the game's list. */
const CARRIED =
  'camera sword axe hatchet dagger knife spear bow crossbow pistol revolver rifle musket shotgun gun shield torch lantern lamp rope key crowbar hammer mace club staff wand sling flute whistle horn drum potion elixir scroll grimoire helmet lockpick lockpicks grapnel telescope spyglass compass flask arrow quiver tablet radio scanner binoculars screwdriver pliers hacksaw pickaxe grenade dynamite blaster phone notebook medkit sabre rapier scimitar cutlass mask goggles harness greatsword broadsword longsword longbow shortbow warhammer greataxe battleaxe'.split(
    ' '
  )

const CARRIED_STEMS: ReadonlySet<string> = new Set(CARRIED.map(stem))

/**
 * Contradictions of kind `thing`: somebody uses a thing that nobody here has and that no text about this scene or place mentions, or a player uses a
 * thing of their own that they don't have.
 */
export function things(reading: Reading): Contradiction[] {
  if (reading.entry.kind !== 'narration') return []
  const known = thingNames(reading.game)
  let here: Set<string> | undefined
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index, groups } of sentence.said.matchAll(USES)) {
      const words = wordsOf(groups?.['what'] ?? '').slice(1)
      // The first known word of the phrase is the thing.
      const thing = words.map(stem).find((word) => known.has(word) && word.length > 2)
      if (thing === undefined || isUnreal(sentence, sentence.from + index)) continue
      here ??= thingsHere(reading)
      const who = reading.subjects.before(sentence, sentence.from + index)
      if (who === undefined || own(reading.after.actors, who) === undefined) continue
      if (here.has(thing)) {
        const mine =
          groups?.['worn'] === undefined ? OWN.exec(groups?.['what'] ?? '')?.[1]?.toLowerCase() : POSSESSIVES[reading.people.pronounOf(who)]
        if (mine === undefined || mine !== POSSESSIVES[reading.people.pronounOf(who)] || !reading.people.isPlayer(who) || holds(reading, who, thing))
          continue
        return [at(reading, 'thing', sentence, `${nameOf(reading, who)} has no ${known.get(thing) ?? thing}.`, sheetOf(reading, who))]
      }
      return [at(reading, 'thing', sentence, `Nobody here has ${withArticle(known.get(thing) ?? thing)}.`, sheetOf(reading, who))]
    }
    const handled = handledIn(reading, sentence, known)
    for (const { who, thing } of handled) {
      here ??= thingsHere(reading)
      if (!here.has(thing))
        return [at(reading, 'thing', sentence, `Nobody here has ${withArticle(known.get(thing) ?? thing)}.`, sheetOf(reading, who))]
    }
    const theirs = belongings(reading, sentence, known)
    if (theirs)
      return [
        at(
          reading,
          'thing',
          sentence,
          `${nameOf(reading, theirs.who)} has no ${known.get(theirs.thing) ?? theirs.thing}.`,
          sheetOf(reading, theirs.who)
        )
      ]
    const owned = ownedBy(reading, sentence, known)
    if (!owned) return []
    here ??= thingsHere(reading)
    return here.has(owned.thing)
      ? []
      : [at(reading, 'thing', sentence, `Nobody here has ${withArticle(known.get(owned.thing) ?? owned.thing)}.`, sheetOf(reading, owned.who))]
  })
}

/** The object of a verb: `OBJECT` matches it directly behind the verb, `MEANS` behind "with". */
const OBJECT =
  /^(?:\s+(?:out|up|down|off|on|away|open|back))?\s+(?:(?:the|an?|his|her|their)\s+(?:pair|set|bunch|length|coil|bundle|box|hammer|trigger|lid|blade|head|point|butt|barrel|string|handle|hilt|stock|end|last|rest|edge|flame|wick)\s+of\s+)?(?:the|an?|his|her|their|its|one|some)?\s*(?<what>(?:(?!(?:and|or|from|with|to|at|of|in|on|for|that|which)\b)\p{Ll}[\p{Ll}-]*\s+){0,3}?\p{Ll}[\p{Ll}-]+)(?=[,.;:!?"]|\s+(?!of\b)\p{Ll}|\s*$)/u
const MEANS = /^[^.!?;:"]{0,50}?\bwith\s+(?:an?|his|her|their)\s+(?<what>(?:\p{Ll}[\p{Ll}-]*\s+){0,2}\p{Ll}[\p{Ll}-]+)/u
/** Verbs after which a thing need not be in anybody's hands. */
const LOOKS: ReadonlySet<string> = new Set(['watch', 'study', 'stare', 'gaze', 'peer', 'listen', 'salute', 'pass', 'open', 'push', 'seize', 'point'])
/** Something in somebody's hand: "The pistol bucks in Juno's hand". */
const IN_HAND =
  /(?<![\p{L}'])(?:[Tt]he|[Aa]n?|[Hh]is|[Hh]er|[Tt]heir)\s+(?<what>(?:\p{Ll}[\p{Ll}-]*,?\s+){1,5}?)(?:in|from|at|into)\s+(?:(?<own>\p{Lu}[\p{L}'-]*?)'s?|(?<whose>his|her|their))\s+(?:\p{Ll}+\s+)?(?:hands?|fists?|grip|fingers|arms|belt|shoulder)\b/gu

/** Things in a sentence that somebody handles or has in a hand. */
function handledIn(reading: Reading, sentence: Sentence, known: ReadonlyMap<string, string>): { who: string; thing: string }[] {
  const { said } = sentence
  // The last word counts: a key in "the iron key", nothing in "the key ring".
  const thingIn = (words = ''): string | undefined => {
    const last = stem(wordsOf(words).at(-1) ?? '')
    return known.has(last) && last.length > 2 ? last : undefined
  }
  const found = actsOf(reading, sentence).flatMap(({ who, to, classes, from, lemma }: Act) => {
    if (
      who === undefined ||
      (!classes.has('handle') && !classes.has('show')) ||
      LOOKS.has(lemma) ||
      own(reading.after.actors, who) === undefined ||
      isUnreal(sentence, sentence.from + from)
    )
      return []
    const rest = said.slice(to)
    const object = OBJECT.exec(rest)?.groups?.['what'] ?? ''
    const words = wordsOf(object)
    const thing = words.map((_, i) => thingIn(words.slice(0, words.length - i).join(' '))).find((one) => one !== undefined)
    const means = thingIn(MEANS.exec(rest)?.groups?.['what'])
    return [thing, means].flatMap((one) => (one === undefined ? [] : [{ who, thing: one }]))
  })
  for (const { index, groups } of said.matchAll(IN_HAND)) {
    const thing = wordsOf(groups?.['what'] ?? '')
      .map((word) => thingIn(word))
      .find((one) => one !== undefined)
    const whose = groups?.['whose']?.toLowerCase()
    const who =
      groups?.['own'] === undefined
        ? whose === undefined
          ? undefined
          : reading.subjects.pronoun(sentence, whose === 'his' ? 'he' : whose === 'her' ? 'she' : 'they', sentence.from + index)
        : reading.subjects.in(sentence).find((one) => one.isOwner && one.from >= sentence.from + index)?.id
    if (thing !== undefined && who !== undefined && own(reading.after.actors, who) !== undefined && !isUnreal(sentence, sentence.from + index))
      found.push({ who, thing })
  }
  return found
}

/**
 * A thing that the sentence calls a player's own and that only another player here has: "Tobit's lantern". If the log has mentioned the player with
 * such a thing, it may have changed hands, so it doesn't count.
 */
function belongings(reading: Reading, sentence: Sentence, known: ReadonlyMap<string, string>): { who: string; thing: string } | undefined {
  const { after, earlier, entry } = reading
  const claims = reading.subjects.in(sentence).flatMap(({ id, to, isOwner }) => {
    if (!isOwner || !reading.people.isPlayer(id) || isUnreal(sentence, to)) return []
    const words = /^'s? (\p{Ll}[\p{Ll}-]*)(?: (\p{Ll}[\p{Ll}-]*))?(?! of\b)/u.exec(sentence.said.slice(to - sentence.from))?.slice(1) ?? []
    return words.flatMap((word) => (word === undefined ? [] : [{ who: id, thing: stem(word) }]))
  })
  // A thing taken from inside somebody's clothes is their own.
  const worn =
    /\bfrom (?:\p{L}+ )?(?:inside |within |under |beneath )?(his|her|their) (?:coat|jacket|sleeve|pocket|pockets|boot|belt|pack|bag|satchel|cloak|shirt|hat)\b/iu.exec(
      sentence.said
    )
  if (worn)
    for (const { who, to, classes } of actsOf(reading, sentence)) {
      if (
        who === undefined ||
        !classes.has('handle') ||
        !reading.people.isPlayer(who) ||
        POSSESSIVES[reading.people.pronounOf(who)] !== worn[1]?.toLowerCase()
      )
        continue
      const last = wordsOf(OBJECT.exec(sentence.said.slice(to))?.groups?.['what'] ?? '').at(-1)
      if (last !== undefined && !isUnreal(sentence, sentence.from + to)) claims.push({ who, thing: stem(last) })
    }
  return claims.find(({ who, thing }) => {
    if (!known.has(thing) || !CARRIED_STEMS.has(thing) || holds(reading, who, thing)) return false
    const isTold = (text: string): boolean =>
      wordsOf(text).some((word) => stem(word) === thing) && reading.people.mentions(plainMarks(text)).some((one) => one.id === who)
    if (earlier.some((one) => one !== entry && isTold(one.text))) return false
    return Object.keys(after.actors).some((id) => id !== who && reading.people.isPlayer(id) && holds(reading, id, thing))
  })
}

/** A commonly carried thing that the sentence calls a player's own and that can only be this player's: "his brass compass". */
function ownedBy(reading: Reading, sentence: Sentence, known: ReadonlyMap<string, string>): { who: string; thing: string } | undefined {
  const mentions = reading.subjects.in(sentence)
  for (const { id, to, isOwner } of mentions) {
    if (!isOwner || !reading.people.isPlayer(id) || isUnreal(sentence, to)) continue
    const words = /^'s? (\p{Ll}[\p{Ll}-]*)(?: (\p{Ll}{3,}))?/u.exec(sentence.said.slice(to - sentence.from))?.slice(1) ?? []
    const thing = words.map((word) => stem(word ?? '')).find((word) => CARRIED_STEMS.has(word) && known.has(word))
    if (thing !== undefined) return { who: id, thing }
  }
  const ids = new Set(mentions.map(({ id }) => id))
  const [who] = ids
  if (who === undefined || ids.size > 1 || !reading.people.isPlayer(who)) return undefined
  for (const { index, 1: whose = '', 2: words = '' } of sentence.said.matchAll(POSSESSED)) {
    const thing = wordsOf(words)
      .map(stem)
      .find((word) => CARRIED_STEMS.has(word) && known.has(word))
    if (thing !== undefined && whose.toLowerCase() === POSSESSIVES[reading.people.pronounOf(who)] && !isUnreal(sentence, sentence.from + index))
      return { who, thing }
  }
  return undefined
}

const POSSESSED = /\b(his|her|their) ((?:\p{Ll}[\p{Ll}-]* )?\p{Ll}{3,})/giu
const OWN = /^(his|her|their)\b/i
const POSSESSIVES = { he: 'his', she: 'her', they: 'their', it: 'its' } as const

/** Whether an actor has such a thing before or after the beat, or their description mentions one. */
function holds({ before, after, lore, game }: Reading, id: string, thing: string): boolean {
  const about = own(lore.actors, id)
  const texts = [before, after].flatMap(({ actors }) =>
    Object.values(own(actors, id)?.inventory ?? {}).map(
      ({ item, name }) => `${name ?? ''} ${own(game.equipment, item)?.name ?? ''} ${item.replaceAll(/[-_]/g, ' ')}`
    )
  )
  return [...texts, about?.public ?? '', about?.about ?? ''].some((text) => wordsOf(plainMarks(text)).map(stem).includes(thing))
}

/** Known things by the stem of their last word: those of the game's list, and those that people commonly carry. Cached by the game's equipment. */
const namesCache = new WeakMap<object, ReadonlyMap<string, string>>()

function thingNames({ equipment }: Reading['game']): ReadonlyMap<string, string> {
  const cached = namesCache.get(equipment)
  if (cached) return cached
  const all = new Map(CARRIED.map((word): [string, string] => [stem(word), word]))
  for (const { name, tags } of Object.values(equipment)) {
    if (tags?.['natural'] === true) continue
    const last = wordsOf(name).at(-1) ?? ''
    if (last.length > 2) all.set(stem(last), last)
  }
  namesCache.set(equipment, all)
  return all
}

/**
 * Stems of all words about things that are here: carried or lying where the party is, in the descriptions of those places and of the actors there, or
 * mentioned in the log.
 */
function thingsHere({ before, after, lore, game, earlier, places, entry }: Reading): Set<string> {
  const words = new Set<string>()
  const add = (text: string): void => wordsOf(plainMarks(text)).forEach((word) => words.add(stem(word)))
  const addItems = (items: Readonly<Record<string, Item>>): void => {
    for (const { item, name } of Object.values(items)) add(`${name ?? ''} ${own(game.equipment, item)?.name ?? ''} ${item.replaceAll(/[-_]/g, ' ')}`)
  }
  for (const { actors, places: all } of [before, after]) {
    for (const actor of Object.values(actors)) if (places.has(actor.location)) addItems(actor.inventory)
    for (const place of places) {
      addItems(own(all, place)?.inventory ?? {})
      for (const { name, text } of Object.values(own(all, place)?.features ?? {})) add(`${name} ${text}`)
    }
  }
  for (const place of places)
    add(`${own(lore.places, place)?.description ?? ''} ${own(lore.places, place)?.gm_guide ?? ''} ${own(lore.places, place)?.senses.join(' ') ?? ''}`)
  for (const [id, actor] of Object.entries(after.actors))
    if (places.has(actor.location)) {
      const about = own(lore.actors, id)
      add(`${about?.public ?? ''} ${about?.about ?? ''} ${Object.keys(actor.tags).join(' ')}`)
    }
  for (const one of earlier) if (one !== entry && one.kind !== 'speech') add(one.text)
  return words
}

/** The file of a place's contents. */
export const placeFile = ({ after }: Pick<Reading, 'after'>, id: string): string =>
  pathOf('location', { region: own(after.places, id)?.region ?? '', id })
