import { own } from '../../../shared/base/json'
import type { Lore } from '../../../shared/story/lore'
import type { GameState } from '../../../shared/story/state'
import { stemsOf, wordsOf } from './text'

/** A noun for a character that isn't their name: "the reeve", "the old woman". `words`: all words of their name and description. */
interface Epithet {
  id: string
  noun: string
  words: ReadonlySet<string>
  stems: ReadonlySet<string>
}

/** Nouns that fit many characters. They refer to somebody only if they fit nobody else who is present. */
const GENERIC = new Set('man woman boy girl child lad lass youth stranger'.split(' '))
/** Titles that are used with and without the name. */
const OFFICES = new Set(
  (
    'reeve king queen lord lady captain skipper sergeant doctor keeper inspector constable colonel major general lieutenant professor judge mayor abbot ' +
    'abbess prior prioress bishop baron baroness duke duchess countess prince princess chief elder warden marshal sheriff deputy governor ambassador minister senator chancellor commander admiral commodore corporal private ensign ' +
    'engineer pilot navigator bosun nurse surgeon curator director librarian archivist chaplain vicar curate deacon cardinal knight master steward butler bailiff magistrate ' +
    'provost dean headmaster coach detective superintendent commissioner'
  ).split(' ')
)
/** Nouns for people, recognized by their ending or listed. */
const PERSON =
  /^(?:(?!water|paper|tower|ladder).*(?:er|or|man|woman|boy|girl|wife|lady|maid|ess|ist|ian|smith|wright|herd|lord)|clerk|priest|warden|marshal|sheriff|chief|engineer|monk|nun|novice|mason|cook|guard|scribe|apprentice|reeve|nurse|thief|squire|friar|guide|pilot|captain|skipper|mate|sexton|child|lad|lass|youth|student)$/
const KIN = /^(?:mother|father|sister|brother|daughter|widower?|.*mother|.*father)$/
const DESCRIBED = /^(?:an?|the)\s+(?:[\p{Ll}-]+\s+){0,3}?(\p{Ll}+)(?=\s+(?:of|in|with|who|whose|from|at|on|by)\b|[.,;]|$)/iu
const ENTITLED = /^(?:the |an? )?(?:[\p{Ll}-]+ )?(\p{L}+)(?=\s+(?:of|to|at|by)\b|[.,])/iu

/** All epithets, and one pattern that matches their nouns. */
interface Epithets {
  all: readonly Epithet[]
  nouns: readonly string[]
  pattern: RegExp
}

/** The epithets of all actors. */
export function epithetsOf(actors: GameState['actors'], lore: Lore): Epithets {
  const all = Object.entries(actors).flatMap(([id, { name }]) => {
    const about = own(lore.actors, id)
    const titles = wordsOf(name)
      .slice(0, -1)
      .filter((word) => OFFICES.has(word))
    const { pronoun, public: seen = '', about: body = '' } = about ?? {}
    if (pronoun === 'it') return []
    const nouns = [DESCRIBED.exec(seen)?.[1], ENTITLED.exec(body.replace(/^\s*#[^\n]*\n+/, ''))?.[1]?.toLowerCase()].flatMap((noun) =>
      noun !== undefined && PERSON.test(noun) && !KIN.test(noun) ? [noun] : []
    )
    const words = new Set(wordsOf(`${name} ${seen}`))
    return [...new Set([...titles, ...nouns])].map((noun) => ({ id, noun, words, stems: stemsOf(`${seen} ${body}`) }))
  })
  const nouns = [...new Set(all.map(({ noun }) => noun))]
  return { all, nouns, pattern: new RegExp(String.raw`(?<![\p{L}'-])[Tt]he ((?:\p{Ll}[\p{Ll}-]*,? ){0,2}?)(${nouns.join('|')})(?![\p{L}-])`, 'gu') }
}

/** A reference to somebody by an epithet, at offsets of the text. */
interface Meant {
  id: string
  from: number
  to: number
}

/** Adjectives with which a noun refers to somebody else. */
const ANOTHER = /^(?:other|another|second|third|new|next|last|former|late|first|same|two|three|youngest|oldest)$/
const FEELINGS = /^(?:poor|good|dear|wretched|grim|silent|weary|tired|pale|angry)$/

/**
 * All references by epithets in a text: "the old woman on her pail". A generic noun refers to the only one of `near` whom it fits; any other noun
 * refers to the only one in the campaign whom it fits.
 */
export function meant(plain: string, { all: epithets, nouns, pattern }: Epithets, near: ReadonlySet<string>): Meant[] {
  if (!nouns.some((noun) => plain.includes(noun))) return []
  return [...plain.matchAll(pattern)].flatMap(({ index, 0: all, 1: lead = '', 2: noun = '' }) => {
    const adjectives = wordsOf(lead)
    const to = index + all.length
    const isGeneric = GENERIC.has(noun)
    if (adjectives.some((word) => ANOTHER.test(word))) return []
    const fitting = epithets.filter(
      (one) =>
        one.noun === noun &&
        (!isGeneric || near.has(one.id)) &&
        adjectives.every((word) => one.words.has(word) || (!isGeneric && FEELINGS.test(word)))
    )
    const [only] = fitting
    if (only === undefined || fitting.some(({ id }) => id !== only.id)) return []
    // "The woman at the counter" is somebody else, unless the description mentions the counter.
    const [, more] = /^ (?:of|at|in|on|with|from|who|whose|by)\b([^,.;:!?"]{0,40})/.exec(plain.slice(to)) ?? []
    if (more !== undefined && ![...stemsOf(more)].some((one) => only.stems.has(one)) && !SAID_OF.test(plain.slice(0, index))) return []
    return [{ id: only.id, from: index, to }]
  })
}

/** After "it is", a relative clause doesn't describe the person: "It is the reeve who …". */
const SAID_OF = /\b(?:it|that) (?:is|was) $/i
