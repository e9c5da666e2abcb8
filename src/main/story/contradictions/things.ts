import type { Contradiction } from '../../../shared/contradictions'
import { own } from '../../../shared/json'
import { pathOf } from '../../../shared/layout'
import type { Item } from '../../../shared/state'
import { at, isUnreal, nameOf, type Reading, sheetOf } from './situation'
import { plainMarks, type Sentence, stem, wordsOf } from './text'

/** Verbs for which one has to have what they are about. */
const USES =
  /\b(?:draws?(?! an? (?:\w+ )?(?:map|line|breath|picture|circle|plan))|drew(?! an? (?:\w+ )?(?:map|line|breath|picture|circle|plan))|unsheathes|unsheathed|swings?|swung|raises?|raised|lifts?|lifted|lights?|lit|drinks?|drank|gulps?(?: down)?|gulped(?: down)?|swigs?|swigged|sips?|sipped|downs|downed|empties|emptied|finishes|finished|consults?|consulted|drains?|drained|uncorks?|uncorked|throws?|threw|hurls?|hurled|brandishes|brandished|wields?|wielded|fires?|fired|aims?|aimed|levels?|levelled|uses|used|pulls? out|pulled out|takes? out|took out|produces|produced|unslings?|unslung|unrolls?|unrolled|uncoils?|uncoiled|nocks?|nocked|grips?|gripped|hefts?|hefted|shoulders|shouldered|(?:strikes|struck|stabs|stabbed|cuts|cut|hits|hit|slashes|slashed|smashes|smashed|pries|pried|unlocks|unlocked|opens|opened|parries|parried|lights up|lit up)\b[^.!?"]{0,40}\bwith|reads (?:aloud )?from|read (?:aloud )?from|hands? over|handed over|ties|tied|straps? on|strapped on|loads|loaded|cocks|cocked|holds up|held up|unhooks?|unhooked|unfolds?|unfolded|unsheath(?:es?|ed)|blows|blew|wedges|wedged|jams|jammed|plants|planted|strikes|struck|grabs?|grabbed|reaches (?:\p{L}+ ){0,4}for|reached (?:\p{L}+ ){0,4}for|snatches (?:up )?|snatched (?:up )?|whips out|whipped out|(?:takes|took|pulls|pulled|fishes|fished|slips|slipped)(?=\s+(?:an?|the|his|her|their)\s+(?:\p{Ll}+\s+){1,3}(?:out of|from)\b))\s+(?:the (?:last|rest|end|bolt|hilt|butt|handle|point|string) of )?(?<what>(?:(?:his|her|their|its|the|an?|\p{Lu}[\p{L}']+'s?)\s+)(?:(?!(?:and|or|from|with|to|at|of|in|on|for)\b)[\p{Ll}-]+\s+){0,3}[\p{Ll}-]+)/giu

/** Things that people carry, whatever the game's list has. */
const CARRIED =
  'sword axe hatchet dagger knife spear bow crossbow pistol revolver rifle musket shotgun gun shield torch lantern lamp rope key crowbar hammer mace club staff wand sling flute whistle horn drum potion elixir scroll grimoire helmet lockpick lockpicks grapnel telescope spyglass compass flask arrow quiver greatsword broadsword longsword longbow shortbow warhammer greataxe battleaxe'.split(
    ' '
  )

const CARRIED_STEMS: ReadonlySet<string> = new Set(CARRIED.map(stem))

/** Things that are used although nobody here has them, and nothing here has been said to be one. */
export function things(reading: Reading): Contradiction[] {
  if (reading.entry.kind !== 'narration') return []
  const known = names(reading.game)
  let here: Set<string> | undefined
  return reading.text.sentences.flatMap((sentence) => {
    for (const { index, groups } of sentence.said.matchAll(USES)) {
      const words = wordsOf(groups?.['what'] ?? '').slice(1)
      // The thing is the last known word before the phrase goes on to something else.
      const thing = words.map(stem).find((word) => known.has(word) && word.length > 2)
      if (thing === undefined || isUnreal(sentence, sentence.from + index)) continue
      here ??= thingsHere(reading)
      const who = reading.subjects.before(sentence, sentence.from + index)
      if (who === undefined || own(reading.after.actors, who) === undefined) continue
      if (here.has(thing)) {
        const mine = OWN.exec(groups?.['what'] ?? '')?.[1]?.toLowerCase()
        if (mine === undefined || mine !== POSSESSIVES[reading.people.pronounOf(who)] || !reading.people.isPlayer(who) || holds(reading, who, thing))
          continue
        return [at(reading, 'thing', sentence, `${nameOf(reading, who)} has no ${known.get(thing) ?? thing}.`, sheetOf(reading, who))]
      }
      return [at(reading, 'thing', sentence, `Nobody here has ${article(known.get(thing) ?? thing)}.`, sheetOf(reading, who))]
    }
    const owned = ownedBy(reading, sentence, known)
    if (!owned) return []
    here ??= thingsHere(reading)
    return here.has(owned.thing)
      ? []
      : [at(reading, 'thing', sentence, `Nobody here has ${article(known.get(owned.thing) ?? owned.thing)}.`, sheetOf(reading, owned.who))]
  })
}

/** Something carried that is said to be a player's own, where the sentence names nobody else who could be meant: "his brass compass". */
function ownedBy(reading: Reading, sentence: Sentence, known: ReadonlyMap<string, string>): { who: string; thing: string } | undefined {
  const ids = new Set(reading.subjects.in(sentence).map(({ id }) => id))
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

/** Whether somebody has such a thing before or after the beat, or is described with one. */
function holds({ before, after, lore, game }: Reading, id: string, thing: string): boolean {
  const about = own(lore.actors, id)
  const texts = [before, after].flatMap(({ actors }) =>
    Object.values(own(actors, id)?.inventory ?? {}).map(
      ({ item, name }) => `${name ?? ''} ${own(game.equipment, item)?.name ?? ''} ${item.replaceAll(/[-_]/g, ' ')}`
    )
  )
  return [...texts, about?.public ?? '', about?.about ?? ''].some((text) => wordsOf(plainMarks(text)).map(stem).includes(thing))
}

const article = (name: string): string => (name.endsWith('s') ? name : /^[aeiou]/i.test(name) ? `an ${name}` : `a ${name}`)

/** Things that can be named, by the stem of their last word: those of a game's list, and what people carry anyway. */
const named = new WeakMap<object, ReadonlyMap<string, string>>()

function names({ equipment }: Reading['game']): ReadonlyMap<string, string> {
  const known = named.get(equipment)
  if (known) return known
  const all = new Map(CARRIED.map((word): [string, string] => [stem(word), word]))
  for (const { name } of Object.values(equipment)) {
    const last = wordsOf(name).at(-1) ?? ''
    if (last.length > 2) all.set(stem(last), last)
  }
  named.set(equipment, all)
  return all
}

/** Stems of every word for what is carried or lies where the party is, was used up just now, or has been spoken of in this scene or place. */
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

/** The file that says what lies in a place. */
export const placeFile = ({ after }: Pick<Reading, 'after'>, id: string): string =>
  pathOf('location', { region: own(after.places, id)?.region ?? '', id })
