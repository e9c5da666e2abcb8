import { memoized } from '../../../shared/base/memoized'
import { own } from '../../../shared/base/json'
import { withArticle } from '../../../shared/words/plural'
import { describedBy } from '../../../shared/words/alt-text'
import type { Item } from '../../../shared/story/state'
import { isPlayersSpeech } from './claims'
import { actorOf, isUnreal, nameOf, sheetOf, type Check, type PassageContext } from './situation'
import { plainMarks, stem, wordsOf, type Sentence } from './text'

/** Things that people commonly carry, besides the game's list. */
const CARRIED =
  'camera sword axe hatchet dagger knife spear bow crossbow pistol revolver rifle musket shotgun gun shield torch lantern lamp rope key crowbar hammer mace club staff wand sling flute whistle horn drum potion elixir scroll helmet lockpick lockpicks grapnel telescope spyglass compass flask arrow quiver radio scanner binoculars screwdriver hacksaw pickaxe grenade dynamite blaster sabre rapier cutlass mask harness greatsword broadsword longsword longbow shortbow warhammer battleaxe'.split(
    ' '
  )
const CARRIED_STEMS: ReadonlySet<string> = new Set(CARRIED.map(stem))

/** Verbs whose object the actor must have in hand. */
const HANDLES = new Set(
  (
    'draw swing raise lift light drink gulp swig sip empty drain uncork throw hurl brandish wield fire aim level use produce unsling unroll uncoil nock grip heft ' +
    'shoulder wear load cock hold unhook unfold blow wedge jam plant grab snatch whip sling unbuckle sheathe unsheathe strap strum play don pocket unsnap pull take ' +
    'fish slip tug ease bring pick pluck carry hand pass reach cradle clutch grasp tie coil loop toss flick twirl point unwrap unpack strike cut stab hit smash pry prise ' +
    'unlock parry fumble wrench yank whisk prime reload'
  )
    .split(' ')
    .map(stem)
    .concat('drew', 'threw', 'drank', 'lit', 'wore', 'held', 'blew', 'took', 'brought', 'slung', 'swung', 'struck')
)

const WORDS = String.raw`(?:\s+(?!(?:and|or|from|with|to|at|of|in|into|on|for|that|which|as|over|under|across|behind|before|until|while|when|where|like|out|up|down)\b)\p{Ll}[\p{Ll}-]*){1,4}`
const PART = String.raw`(?:(?:the|an?|his|her|their)\s+(?:pair|set|length|coil|bundle|box|last|rest|end|butt|handle|hilt|string|point|blade|lid)\s+of\s+)?`
/** The object of a verb, directly behind it or behind "with". */
const OBJECT = new RegExp(
  String.raw`^(?:\s+(?:out|up|down|off|on|away|back|over|for))?\s+${PART}(?<det>the|an?|his|her|their|its|one)(?<what>${WORDS})(?!\s+of\b)`,
  'u'
)
const MEANS = new RegExp(String.raw`^[^.!?;:"]{0,50}?\bwith\s+(?<det>an?|his|her|their)(?<what>${WORDS})(?!\s+of\b)`, 'u')
const POSSESSIVES = { he: 'his', she: 'her', they: 'their', it: 'its' } as const

/** Contradictions of kind `thing`: somebody uses a thing that nobody here has, or a player a thing of their own that they don't have. */
export const things: Check = (reading, sentence) => {
  const isSpeech = isPlayersSpeech(reading)
  if (reading.entry.kind !== 'narration' && !isSpeech) return undefined
  const known = thingNames(reading.game.equipment)
  for (const { who, thing, isOwn } of isSpeech ? mine(reading, sentence, known) : [...used(reading, sentence, known), ...owned(reading, sentence)]) {
    if (!known.has(thing) || !actorOf(reading, who)) continue
    const name = known.get(thing) ?? thing
    if (!thingsHere(reading).has(thing)) return { fact: `Nobody here has ${withArticle(name)}.`, source: sheetOf(reading, who) }
    if (isOwn && reading.clauses.isPlayer(who) && !holds(reading, who, thing) && !wasMentioned(reading, who, thing))
      return { fact: `${nameOf(reading, who)} has no ${name}.`, source: sheetOf(reading, who) }
  }
  return undefined
}

/** A thing in a sentence by its stem, and the actor who uses it or to whom the sentence says that it belongs (`isOwn`). */
interface Use {
  who: string
  thing: string
  isOwn: boolean
}

/** The things that somebody handles in a sentence. The last known word of the object counts: a key in "the iron key". */
function used({ clauses }: PassageContext, sentence: Sentence, known: ReadonlyMap<string, string>): Use[] {
  return clauses.acts(sentence).flatMap(({ who, verb, from, to }) => {
    if (isUnreal(sentence, from)) return []
    const rest = sentence.said.slice(to)
    return [OBJECT.exec(rest)?.groups, MEANS.exec(rest)?.groups].flatMap((found) => {
      const stems = wordsOf(found?.['what'] ?? '').map(stem)
      const thing = stems.findLast((one) => known.has(one) && one.length > 2)
      const isOwn = found?.['det'] === POSSESSIVES[clauses.pronounOf(who)]
      return thing !== undefined && (HANDLES.has(stem(verb)) || HANDLES.has(verb) || (isOwn && CARRIED_STEMS.has(thing))) ? { who, thing, isOwn } : []
    })
  })
}

/** The things that a player claims to handle as their own: "I draw my pistol". */
function mine({ entry }: PassageContext, sentence: Sentence, known: ReadonlyMap<string, string>): Use[] {
  return [...sentence.said.matchAll(MINE)].flatMap(({ index, groups }) => {
    const thing = wordsOf(groups?.['what'] ?? '')
      .map(stem)
      .findLast((one) => known.has(one) && one.length > 2)
    const isDone = HANDLES.has(stem(groups?.['verb'] ?? '')) && !isUnreal(sentence, index)
    return thing !== undefined && isDone ? { who: entry.by, thing, isOwn: true } : []
  })
}
const MINE = new RegExp(
  String.raw`(?<!\p{L})I (?:\p{Ll}+ly |just |then )*(?<verb>\p{Ll}+)(?: (?:out|up|down|off|on))? my(?<what>${WORDS})(?!\s+of\b)`,
  'gu'
)

/** The things that a sentence calls a player's own: "Tobit's lantern". Only common things count. */
function owned({ clauses }: PassageContext, sentence: Sentence): Use[] {
  return clauses.in(sentence).flatMap(({ id, to, isOwner }) => {
    if (!isOwner || !clauses.isPlayer(id) || isUnreal(sentence, to)) return []
    const words = /^'s? (\p{Ll}[\p{Ll}-]*)(?: (\p{Ll}[\p{Ll}-]*))?(?! of\b)/u.exec(sentence.said.slice(to))?.slice(1) ?? []
    return words.flatMap((word) => (word !== undefined && CARRIED_STEMS.has(stem(word)) ? { who: id, thing: stem(word), isOwn: true } : []))
  })
}

/** Whether the log has mentioned an actor with such a thing, because then it may have changed hands. */
const wasMentioned = ({ earlier, entry, after }: PassageContext, id: string, thing: string): boolean =>
  earlier.some((one) => one !== entry && one.text.includes(own(after.actors, id)?.name ?? id) && stemsIn(one.text).includes(thing))

const stemsIn = (text: string): string[] => wordsOf(plainMarks(text)).map(stem)
const itemWords = ({ game }: PassageContext, items: Readonly<Record<string, Item>>): string =>
  Object.values(items)
    .map(({ item, name }) => `${name ?? ''} ${own(game.equipment, item)?.name ?? ''} ${item.replaceAll(/[-_]/g, ' ')}`)
    .join(' ')

/** Whether an actor has such a thing before or after the beat, or their description mentions one. */
function holds(reading: PassageContext, id: string, thing: string): boolean {
  const { public: seen = '', about = '' } = own(reading.lore.actors, id) ?? {}
  const carried = [reading.before, reading.after].map(({ actors }) => itemWords(reading, own(actors, id)?.inventory ?? {}))
  return stemsIn([...carried, seen, about].join(' ')).includes(thing)
}

/** Known things by the stem of their last word: those of the game's list, and those that people commonly carry. */
const thingNames = memoized((equipment: PassageContext['game']['equipment']): ReadonlyMap<string, string> => {
  const all = new Map(CARRIED.map((word): [string, string] => [stem(word), word]))
  for (const { name, tags } of Object.values(equipment)) {
    const last = tags?.['natural'] === true ? '' : (wordsOf(name).at(-1) ?? '')
    if (last.length > 2) all.set(stem(last), last)
  }
  return all
})

/** Stems of all words about things here: carried or lying there, in descriptions of those places and of actors there, or in the log. */
const thingsHere = memoized((reading: PassageContext): ReadonlySet<string> => {
  const { before, after, lore, earlier, places, entry } = reading
  const texts = [before, after].flatMap(({ actors, places: all }) => [
    ...Object.values(actors).flatMap((actor) => (places.has(actor.location) ? itemWords(reading, actor.inventory) : [])),
    ...[...places].flatMap((id) => {
      const place = own(all, id)
      return [itemWords(reading, place?.inventory ?? {}), ...Object.values(place?.features ?? {}).map(({ name, text }) => `${name} ${text}`)]
    })
  ])
  for (const id of places) {
    const { description = '', gm_guide = '', senses = [], picture } = own(lore.places, id) ?? {}
    texts.push(description, gm_guide, ...senses, describedBy(picture?.alt) ?? '')
  }
  for (const [id, { location, tags }] of Object.entries(after.actors)) {
    const { public: seen = '', about = '' } = own(lore.actors, id) ?? {}
    if (places.has(location)) texts.push(seen, about, Object.keys(tags).join(' '))
  }
  for (const one of earlier) if (one !== entry && one.kind !== 'speech') texts.push(one.text)
  return new Set(texts.flatMap(stemsIn))
})
