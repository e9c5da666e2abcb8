import type { Lore } from '../../../shared/story/lore'
import { own } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import { plainMarks, wordsOf } from './text'

/** A reference to an actor in a text, by name or by an epithet such as “the reeve”. `isOwner`: it is a possessive, as in "Wren's rope". */
export interface Mention {
  id: string
  from: number
  to: number
  isOwner: boolean
}

/** A way to refer to an actor. `word`: a word without which a text can't contain it. */
interface Reference {
  id: string
  word: string
  pattern: RegExp
}

type World = Pick<GameState, 'actors' | 'places'>

/** The references of the last world. Consecutive entries mostly have the same actors and places. */
let last: { key: string; lore: Lore['actors']; references: readonly Reference[] } | undefined

/** All references to actors in a text with plain marks, in order. Of overlapping ones the longest counts. */
export function mentionsIn(plain: string, world: World, lore: Lore): Mention[] {
  const all = referencesOf(world, lore).flatMap(({ id, word, pattern }) =>
    plain.includes(word)
      ? [...plain.matchAll(pattern)].map(({ index, 0: found }) => {
          const to = index + found.length
          return { id, from: index, to, isOwner: /^'s?(?!\p{L})/u.test(plain.slice(to, to + 3)) }
        })
      : []
  )
  const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to)
  return sorted.filter((one, i) => !sorted.slice(0, i).some((other) => other.to >= one.to))
}

function referencesOf({ actors, places }: World, lore: Lore): readonly Reference[] {
  const key = [...Object.entries(actors), ...Object.entries(places)].map(([id, { name }]) => `${id}:${name}`).join('\n')
  if (last?.key !== key || last.lore !== lore.actors) {
    const names = namesOf({ actors, places })
    last = { key, lore: lore.actors, references: [...names, ...epithetsOf(actors, lore)] }
  }
  return last.references
}

const TITLES = new Set(
  (
    'Mother Father Mister Mistress Miss Mr Mrs King Queen Lord Lady Sir Dame Captain Skipper Reeve Keeper Sergeant Doctor Inspector Chief Warden Saint ' +
    'Brother Sister Aunt Uncle'
  ).split(' ')
)
const ADJECTIVES = /^(?:Old|Young|Little|Big|Blind|Poor|The|Of|An?)$/
/** Whether a word is a title that may precede a name. */
export const isTitle = (word: string): boolean => TITLES.has(word)

/** The references by name: the whole name without its article, and each of its words that no other actor and no place has in its name. */
function namesOf({ actors, places }: World): Reference[] {
  const taken = new Map<string, number>()
  for (const { name } of Object.values(actors)) for (const word of new Set(name.split(/\s+/))) taken.set(word, (taken.get(word) ?? 0) + 1)
  for (const { name } of Object.values(places)) for (const word of name.split(/\s+/)) taken.set(word, 2)
  return Object.entries(actors).flatMap(([id, { name }]) => {
    const whole = plainMarks(name).trim()
    const bare = whole.replace(/^(?:the|an?|some)\s+/i, '')
    const words = bare.split(/\s+/)
    const hasArticle = bare !== whole
    const isAlone = (word: string): boolean =>
      /^\p{Lu}[\p{L}'-]{2,}$/u.test(word) && !isTitle(word) && !ADJECTIVES.test(word) && taken.get(word) === 1
    const alone = words.length > 1 && hasArticle ? [] : words.filter(isAlone)
    const head = words.at(-1) ?? ''
    const noun = hasArticle && /^\p{Ll}{4,}$/u.test(head) && taken.get(head) === 1 ? [head] : []
    return [...new Set([bare, ...alone, ...noun])].flatMap((variant) =>
      variant.length > 1 ? { id, word: variant.split(/\s+/)[0] ?? '', pattern: wholeWords(variant) } : []
    )
  })
}

const wholeWords = (text: string): RegExp =>
  new RegExp(`(?<![\\p{L}'-])${text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)}(?![\\p{L}-])`, 'gu')

/** Nouns for people, by their ending or listed. Nouns that fit almost anybody are left out. */
const PERSON =
  /^(?:(?!water|paper|tower|ladder|mother|father|brother|sister|stranger|daughter|.*(?:woman|man)$).*(?:er|or|wife|maid|ess|ist|ian|smith|wright|herd)|clerk|priest|warden|marshal|sheriff|chief|engineer|monk|nun|novice|mason|cook|guard|scribe|reeve|nurse|thief|squire|pilot|captain|skipper|mate|sexton|curate|widow|watchman|fireman|fisherman)$/
const DESCRIBED = /^(?:an?|the)\s+(?:[\p{Ll}-]+\s+){0,3}?(\p{Ll}+)(?=\s+(?:of|in|with|who|whose|from|at|on|by|to)\b|[.,;]|$)/iu
const ENTITLED = /^(?:the |an? )?(?:[\p{Ll}-]+ )?(\p{L}+)(?=\s+(?:of|to|at|by)\b|[.,])/iu

/** The references by a title or profession that only one actor has: "the reeve", "the poor reeve". */
function epithetsOf(actors: GameState['actors'], lore: Lore): Reference[] {
  const all = Object.entries(actors).flatMap(([id, { name }]) => {
    const { pronoun, public: seen = '', about = '' } = own(lore.actors, id) ?? {}
    if (pronoun === 'it') return []
    const titles = wordsOf(name).slice(0, -1)
    const described = [DESCRIBED.exec(seen)?.[1], ENTITLED.exec(withoutHeading(about))?.[1]].map((noun) => noun?.toLowerCase() ?? '')
    return [...new Set([...titles, ...described])].flatMap((noun) => (PERSON.test(noun) ? { id, noun } : []))
  })
  return all.flatMap(({ id, noun }) =>
    all.some((one) => one.noun === noun && one.id !== id)
      ? []
      : {
          id,
          word: noun.slice(1),
          pattern: new RegExp(
            String.raw`(?<![\p{L}'-])[Tt]he (?:(?:poor|good|old|young|grim|weary|tired) )?[${noun.slice(0, 1).toUpperCase()}${noun.slice(0, 1)}]${noun.slice(1)}(?![\p{L}-])(?! (?:of|at|from|who|whose)\b)`,
            'gu'
          )
        }
  )
}

const withoutHeading = (text: string): string => text.replace(/^\s*#[^\n]*\n+/, '')
