import type { LogEntry } from '../../shared/story/play'
import type { Lore } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import { escaped } from '../agents/offline/frame'
import { sentences } from '../agents/offline/grammar'
import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import { canAct } from '../engine/people'
import type { Beginning } from '../story/memory-story'

/** One beat of a story as its reader sees it: the states before and after, and the entries that it wrote. */
export interface ReadBeat {
  before: GameState
  after: GameState
  lore: Lore
  entries: readonly LogEntry[]
}

/** What a reader minds. */
export type Fault = 'name' | 'actor' | 'clock' | 'position' | 'other world' | 'dying' | 'twice'

const plain = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()
const bare = (sentence: string): string => plain(sentence).replace(/^["'“‘]+|["'”’.!?…]+$/g, '')

/** Every text of a value, its keys included. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value.flatMap(textsIn) : Object.entries(value).flatMap(([key, one]) => [key, ...textsIn(one)])
}

/** Words that say what time of day it is, with the hours at which they are true. */
const HOURS: readonly (readonly [word: RegExp, from: number, to: number])[] = [
  [/\b(?:morning|breakfast)\b/i, 4, 12],
  [/\b(?:dawn|sunrise|daybreak)\b/i, 4, 9],
  [/\bnoon\b/i, 11, 14],
  [/\bafternoon\b/i, 12, 19],
  [/\b(?:evening|dusk|sunset|supper)\b/i, 16, 24],
  [/\bby nightfall\b/i, 6, 20]
]
/** Words of a long time that nobody has spent unless the clock has moved that far since the scene began, in minutes. */
const SPANS: readonly (readonly [word: RegExp, minutes: number])[] = [
  [/\b(?:did not sleep|slept|overnight|all night)\b/i, 360],
  [/\b(?:count of the hours|for hours|hours later|the length of a meal)\b/i, 60],
  [/\bday has got ahead\b/i, 240]
]
/** Statements in the first person about what settled an event. */
const CLAIM = /\bI (?:only|just) (lit|rang|killed|opened|found|read|broke|raised) (?:it|that|them|him|her)\b/
const LIGHT = /^(?:rest|pass-time)$/

/**
 * Reads a story as the built-in table plays it. It counts the table's own sentences (all narration and speech that doesn't stand in the world's files)
 * and notes what a reader minds in them.
 */
export class Reader {
  /** The table's own sentences. */
  readonly told: string[] = []
  readonly faults: { beat: number; kind: Fault; text: string }[] = []
  readonly #game: Game
  readonly #authored: string
  readonly #names: readonly (readonly [id: string, name: string])[]
  #heard: string
  #visited = new Set<string>()
  #sceneBegan = 0
  #settledBy = ''
  readonly #reveals = new Set<string>()
  /** What is in the air at a place, and the way on from it, may be told again in another scene. */
  readonly #senses: ReadonlySet<string>

  /** `strangers`: names and phrases of another world, which must not occur in this one. */
  constructor(
    { lore, state, game }: Beginning,
    private readonly strangers: readonly string[] = []
  ) {
    this.#game = game
    this.#senses = new Set(
      [...Object.values(lore.places).flatMap(({ senses }) => senses), ...Object.values(lore.journeys).flatMap(sentences)].map(bare)
    )
    this.#authored = plain(textsIn([lore, state]).join(' \n '))
    this.#names = [...Object.entries(state.actors), ...Object.entries(state.places)].flatMap(([id, { name }]) =>
      state.party?.includes(id) ? [] : [[id, name] as const]
    )
    const party = (state.party ?? []).flatMap((id) => textsIn([lore.actors[id], state.actors[id]]))
    this.#heard = plain([lore.title, lore.premise, ...party].join(' '))
  }

  /**
   * Whether a sentence stands in the world's files: alone, behind the name of the character whom it describes, or as names in a list of who or what is
   * at a place.
   */
  isAuthored(sentence: string): boolean {
    const text = bare(sentence)
    const [, things, people] = /^there (?:is|are) (.+?)\.?$|^(.+) (?:is|are) here(?: too)?\.?$/.exec(text) ?? []
    const names = (things ?? people)?.split(/, | and /)
    if (names?.every((name) => this.#authored.includes(name.replace(/^the /, '')))) return true
    const look = /^.{2,80}? is (?:here(?:, and hostile)?: )?(\S+ \S+ \S+.*)$/.exec(text)?.[1]
    return this.#authored.includes(text) || (look !== undefined && this.#authored.includes(look))
  }

  add({ before, after, lore, entries }: ReadBeat): void {
    if (after.scene?.path !== before.scene?.path) this.#sceneBegan = after.clock.minutes
    const here = new Set((after.party ?? []).flatMap((id) => after.actors[id]?.location ?? []))
    for (const place of here) this.#hear(this.#around(place, after))
    for (const { kind, text, by, action, changes, beat, at } of entries) {
      if (Object.keys(changes?.facts ?? {}).some((fact) => lore.story.some(({ done_when: facts }) => facts.includes(fact)))) this.#settledBy = by
      // What a document tells is authored, too.
      if (action === undefined && (kind === 'narration' || kind === 'speech')) this.#read(text, kind, { by, beat, at, state: after })
      else this.#watch(text, kind, action, { by, beat, state: after })
      this.#hear(text)
    }
    this.#hear(`${after.scene?.title ?? ''} ${after.scene?.aim ?? ''}`)
    for (const place of here) this.#visited.add(place)
  }

  /** The names that anybody at a place reads there: its own, its exits, and those who are in it. */
  #around(place: string, { actors, journeys, places }: GameState): string {
    const exits = Object.values(journeys).flatMap(({ from, to }) => (from === place ? (places[to]?.name ?? '') : []))
    const people = Object.values(actors).flatMap((actor) => (actor.location === place ? actor.name : []))
    return [places[place]?.name ?? '', ...exits, ...people].join(' ')
  }

  #hear(text: string): void {
    this.#heard += ` ${plain(text)}`
  }

  #note(kind: Fault, beat: number, text: string): void {
    this.faults.push({ kind, beat, text })
  }

  #strange(text: string, beat: number): void {
    if (this.strangers.some((one) => new RegExp(`\\b${escaped(one)}\\b`).test(text))) this.#note('other world', beat, text)
  }

  #watch(
    text: string,
    kind: LogEntry['kind'],
    action: string | undefined,
    { by, beat, state }: { by: string; beat: number; state: GameState }
  ): void {
    if (!this.isAuthored(text)) this.#strange(text, beat)
    if (kind !== 'system' || action === undefined) return
    const isDying = (state.party ?? []).some((id) => {
      const one = state.actors[id]
      return (
        one !== undefined &&
        one.location !== state.actors[by]?.location &&
        !canAct(state, this.#game, id) &&
        !Object.keys(one.conditions).some((condition) => own(this.#game.conditions, condition)?.dead)
      )
    })
    if (isDying && LIGHT.test(action)) this.#note('dying', beat, text)
  }

  #read(text: string, kind: 'narration' | 'speech', { by, beat, at, state }: { by: string; beat: number; at: string; state: GameState }): void {
    const hour = Number(/T(\d\d)/.exec(at)?.[1] ?? 0)
    if (kind === 'speech' && by !== this.#settledBy && CLAIM.test(text)) this.#note('actor', beat, text)
    for (const sentence of sentences(/[.!?…]["'”’)]*$/.test(text) ? text : `${text}.`)) {
      if (this.isAuthored(sentence)) {
        if (kind === 'narration' && bare(sentence).split(' ').length > 8 && !this.#senses.has(bare(sentence))) {
          if (this.#reveals.has(bare(sentence))) this.#note('twice', beat, sentence)
          this.#reveals.add(bare(sentence))
        }
        continue
      }
      this.told.push(bare(sentence))
      const low = plain(sentence)
      if (HOURS.some(([word, from, to]) => word.test(sentence) && !(hour >= from && hour < to))) this.#note('clock', beat, sentence)
      if (SPANS.some(([word, least]) => word.test(sentence) && state.clock.minutes - this.#sceneBegan < least)) this.#note('clock', beat, sentence)
      this.#strange(sentence, beat)
      for (const [id, name] of this.#names) {
        const word = plain(name)
        if (!low.includes(word)) continue
        if (!this.#heard.includes(word)) this.#note('name', beat, `${name}: ${sentence}`)
        if (new RegExp(`\\bback (?:at|to) ${word}`).test(low) && id in state.places && !this.#visited.has(id)) this.#note('position', beat, sentence)
        if (new RegExp(`\\b${word} (?:is|are) (?:here|there|next|at hand)\\b`).test(low) && !this.#isNear(id, state))
          this.#note('position', beat, sentence)
      }
    }
  }

  /** Whether a character is where somebody of the party is, or a place is one exit from there. */
  #isNear(id: string, { actors, party = [], journeys }: GameState): boolean {
    const here = new Set(party.map((one) => actors[one]?.location))
    const one = actors[id]
    return one ? here.has(one.location) : here.has(id) || Object.values(journeys).some(({ from, to }) => to === id && here.has(from))
  }
}

/** The share of one story's own sentences, 0…1, that also stand in another one. */
export function sharedShare(one: readonly string[], other: readonly string[]): number {
  const known = new Set(other)
  return one.length === 0 ? 0 : one.filter((sentence) => known.has(sentence)).length / one.length
}
