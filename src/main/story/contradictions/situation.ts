import type { FactSource } from '../../../shared/analysis/contradictions'
import type { Game } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import { actorFolder, fileName, pathOf } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import type { LogEntry } from '../../../shared/story/play'
import type { Actor, GameState } from '../../../shared/story/state'
import { DM } from '../../engine/people'
import { Clauses } from './clauses'
import { splitSentences, type SentenceText, type Sentence } from './text'

/** The state against which a text is checked. The checks don't depend on the turn. */
export type World = Omit<GameState, 'next'>

/** A narration or speech with the states around it. */
export interface Situation {
  /** The states before and after its beat. */
  before: World
  after: World
  lore: Lore
  game: Pick<Game, 'equipment' | 'conditions'>
  /** The same scene's log before the entry, oldest first. */
  earlier: readonly LogEntry[]
  entry: LogEntry
}

/** A situation in the form that the checks read. */
export interface PassageContext extends Situation {
  text: SentenceText
  clauses: Clauses
  /** The latest actions and the entries before them, back to the previous narration: the events that this entry narrates. */
  recent: readonly LogEntry[]
  /** Places where a player is before or after the beat. */
  places: ReadonlySet<string>
}

/** Why a sentence is wrong, and where the fact is written. */
export interface Finding {
  fact: string
  source: FactSource
}
/** Finds what is wrong with a sentence of a narration or speech. */
export type Check = (reading: PassageContext, sentence: Sentence) => Finding | undefined

/** Prepares a situation for its checks. */
export function passageContext(situation: Situation): PassageContext {
  const { before, after, lore, entry, earlier } = situation
  const text = splitSentences(entry.text)
  const actors = { ...before.actors, ...after.actors }
  const players = [before, after].flatMap((world) => Object.values(world.actors).filter(({ kind }) => kind === 'player'))
  const clauses = new Clauses(text, { actors, places: after.places }, lore)
  return { ...situation, text, clauses, recent: recentOf(earlier), places: new Set(players.map(({ location }) => location)) }
}

function recentOf(earlier: readonly LogEntry[]): readonly LogEntry[] {
  const end = earlier.findLastIndex(({ kind }) => kind === 'system') + 1
  const told = earlier.slice(0, end).findLastIndex(({ kind, by }) => kind === 'narration' || (kind === 'speech' && by === DM))
  return earlier.slice(told + 1, end)
}

/** An actor as it is after the beat, or as it was before. */
export const actorOf = ({ after, before }: Pick<Situation, 'before' | 'after'>, id: string): Actor | undefined =>
  own(after.actors, id) ?? own(before.actors, id)

/** The file of an actor's sheet as a source. */
export const sheetOf = (situation: Pick<Situation, 'before' | 'after'>, id: string): FactSource => ({
  file: `${actorFolder(actorOf(situation, id)?.kind ?? 'npc', id)}/${fileName('sheet')}`
})

/** An actor's name with a capital, for the beginning of a sentence. */
export function nameOf(situation: Pick<Situation, 'before' | 'after'>, id: string): string {
  const name = actorOf(situation, id)?.name ?? id
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** The file of a place's contents. */
export const placeFile = ({ after }: Pick<Situation, 'after'>, id: string): string =>
  pathOf('location', { region: own(after.places, id)?.region ?? '', id })

/** The name of a place. */
export const placeName = ({ after }: Pick<Situation, 'after'>, id: string): string => own(after.places, id)?.name ?? id

/** Whether an actor is able, down or dead. Takes the better of the two states. */
export function abilityOf({ before, after, game }: Pick<Situation, 'before' | 'after' | 'game'>, id: string): 'able' | 'down' | 'dead' {
  const rank = ['dead', 'down', 'able'] as const
  const each = [before, after].map(({ actors }) => {
    const has = Object.keys(own(actors, id)?.conditions ?? {}).flatMap((one) => own(game.conditions, one) ?? [])
    return has.some(({ dead }) => dead) ? 0 : has.some((one) => one.cannot_act) ? 1 : 2
  })
  return rank[Math.max(...each)] ?? 'able'
}

/** Words after which a statement isn't about what happens now. */
const UNREAL =
  /\b(?:would|could|might|may|should|must|shall|will|won't|can|cannot|if|unless|as though|like|almost|nearly|wants?|wanted|wish(?:es|ed)?|tr(?:y|ies|ied)|hopes?|hoped|about to|ready to|going to|waits? to|never|not|no longer|neither|nobody|no one|none|pretends?|imagines?|remembers?|dreams?|used to|once|always|often|whenever|in the (?:picture|painting|story|song)|statue|portrait|letter|carved)\b|n't\b/i
/** Whether the words of a sentence before an offset of it make a statement a question, hypothetical, past or negated. */
export const isUnreal = ({ said, isQuestion }: Sentence, until: number): boolean => isQuestion || UNREAL.test(said.slice(0, until))

/** A sentence that says that a journey is closed, with the name of the fact that closes it. */
export function closedWords(
  situation: Pick<Situation, 'after'>,
  { from, to, requires = '' }: { from: string; to: string; requires?: string | undefined }
): string {
  const reason = requires.startsWith('!') ? `as long as the fact “${requires.slice(1)}” holds` : `until the fact “${requires}” holds`
  return `The way from ${placeName(situation, from)} to ${placeName(situation, to)} is closed ${reason}.`
}
