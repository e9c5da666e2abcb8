import type { Lore } from '../../../shared/story/lore'
import { own } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import { epithetsOf, meant } from './epithets'

/** A name or epithet of somebody in a text. `isOwner`: it is a possessive, as in "Wren's rope". */
export interface Mention {
  id: string
  from: number
  to: number
  isOwner: boolean
}

/** A variant of somebody's name. `word`: its first word, without which a text can't contain it. */
interface Name {
  id: string
  word: string
  pattern: RegExp
}

/** Finds the names and epithets of actors in a text. */
export class People {
  readonly #index: NameIndex
  readonly #near: ReadonlySet<string>

  constructor(
    private readonly actors: GameState['actors'],
    places: GameState['places'],
    private readonly lore: Lore
  ) {
    this.#index =
      last && isSame(last, actors, places, lore) ? last : { actors, places, lore, names: namesOf(actors, places), epithets: epithetsOf(actors, lore) }
    last = this.#index
    const party = new Set(Object.values(actors).flatMap(({ kind, location }) => (kind === 'player' ? location : [])))
    this.#near = new Set(Object.entries(actors).flatMap(([id, { location }]) => (party.has(location) ? id : [])))
  }

  /** All mentions of actors in a text, in order. Of overlapping mentions the longest counts. */
  mentions(plain: string): Mention[] {
    const all = this.#index.names.flatMap(({ id, word, pattern }) =>
      !plain.includes(word)
        ? []
        : [...plain.matchAll(pattern)].map(({ index, 0: found }): Mention => {
            const to = index + found.length
            return { id, from: index, to, isOwner: isOwner(plain, to) }
          })
    )
    const near = new Set([...this.#near, ...all.map(({ id }) => id)])
    for (const one of meant(plain, this.#index.epithets, near)) all.push({ ...one, isOwner: isOwner(plain, one.to) })
    const sorted = all.toSorted((a, b) => a.from - b.from || b.to - a.to)
    return sorted.filter((one, i) => !sorted.slice(0, i).some((other) => other.to > one.from && other.from <= one.from && other.to >= one.to))
  }

  pronounOf(id: string): 'she' | 'he' | 'they' | 'it' {
    return own(this.lore.actors, id)?.pronoun ?? 'they'
  }

  isPlayer(id: string): boolean {
    return own(this.actors, id)?.kind === 'player'
  }
}

const isOwner = (plain: string, to: number): boolean => /^'s?(?!\p{L})/u.test(plain.slice(to, to + 3))

/** The names and epithets of these actors and places. */
interface NameIndex {
  actors: GameState['actors']
  places: GameState['places']
  lore: Lore
  names: readonly Name[]
  epithets: ReturnType<typeof epithetsOf>
}

/** The last result. Consecutive entries mostly have the same actors and places. */
let last: NameIndex | undefined

/** Whether actors and places have the names and descriptions for which `cached` was computed. */
function isSame(cached: NameIndex, actors: GameState['actors'], places: GameState['places'], lore: Lore): boolean {
  const same = <T extends { name: string }>(a: Readonly<Record<string, T>>, b: Readonly<Record<string, T>>): boolean => {
    const keys = Object.keys(b)
    return keys.length === Object.keys(a).length && keys.every((id) => own(a, id)?.name === own(b, id)?.name)
  }
  return (
    same(cached.actors, actors) &&
    same(cached.places, places) &&
    (cached.lore.actors === lore.actors ||
      Object.keys(actors).every((id) => {
        const [was, is] = [own(cached.lore.actors, id), own(lore.actors, id)]
        return was === is || (was?.public === is?.public && was?.about === is?.about && was?.pronoun === is?.pronoun)
      }))
  )
}

function namesOf(actors: GameState['actors'], places: GameState['places']): Name[] {
  const taken = new Map<string, number>()
  for (const actor of Object.values(actors)) for (const word of new Set(actor.name.split(/\s+/))) taken.set(word, (taken.get(word) ?? 0) + 1)
  for (const { name } of Object.values(places)) for (const word of name.split(/\s+/)) taken.set(word, 2)
  return Object.entries(actors).flatMap(([id, { name }]) =>
    variantsOf(id, name, taken).map((variant) => ({ id, word: variant.split(/\s+/)[0] ?? variant, pattern: patternOf(variant) }))
  )
}

const TITLES = new Set(
  'Mother Father Mister Mistress Miss Mr Mrs Old Young King Queen Lord Lady Sir Dame Captain Skipper Reeve Sergeant Doctor Saint Brother Sister Aunt Uncle Little Big The Of A An'.split(
    ' '
  )
)

/** The variants of a name: the whole name without its article, and each of its words that no other actor and no place has in its name. */
function variantsOf(id: string, name: string, taken: ReadonlyMap<string, number>): string[] {
  const whole = name.replaceAll(/[‘’]/g, "'").trim()
  const bare = whole.replace(/^(?:the|an?|some)\s+/i, '')
  const words = bare.split(/\s+/)
  const hasArticle = bare !== whole
  const alone = words.filter(
    (word) => /^\p{Lu}[\p{L}'-]{2,}$/u.test(word) && !TITLES.has(word) && taken.get(word) === 1 && (words.length > 1 ? !hasArticle : true)
  )
  const head = words.at(-1) ?? ''
  const common = hasArticle && /^\p{Ll}{4,}$/u.test(head) && taken.get(head) === 1 ? [head] : []
  return [
    ...new Set([bare, ...alone, ...common, ...(/^\p{Lu}/u.test(id) && id.length > 2 && !TITLES.has(id) && words.includes(id) ? [id] : [])])
  ].filter((variant) => variant.length > 1)
}

/** A pattern that matches a name as whole words, case-sensitively. */
function patternOf(variant: string): RegExp {
  const cached = patterns.get(variant)
  if (cached) return cached
  const escaped = variant.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/\s+/g, String.raw`\s+`)
  const pattern = new RegExp(`(?<![\\p{L}'-])${escaped}(?![\\p{L}-])`, 'gu')
  if (patterns.size >= MAX_PATTERNS) patterns.clear()
  patterns.set(variant, pattern)
  return pattern
}

/** Cached patterns of names. Every entry needs the same ones. */
const patterns = new Map<string, RegExp>()
const MAX_PATTERNS = 5000
