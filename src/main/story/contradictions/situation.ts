import type { Contradiction, ContradictionKind, FactSource } from '../../../shared/analysis/contradictions'
import type { Game } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import { actorFolder, fileName } from '../../../shared/story/layout'
import type { Lore } from '../../../shared/story/lore'
import type { LogEntry } from '../../../shared/story/play'
import type { GameState } from '../../../shared/story/state'
import { DM } from '../../engine/people'
import { People } from './people'
import { Subjects } from './subjects'
import { cut, type Cut, type Sentence } from './text'

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

/** A situation in the form that the checks read: with the text cut into sentences, the people in it, and the recent entries. */
export interface Reading extends Situation {
  text: Cut
  people: People
  subjects: Subjects
  /** The latest actions and the entries before them, back to the previous narration: the events that this entry narrates. */
  recent: readonly LogEntry[]
  /** Places where a player is before or after the beat. */
  places: ReadonlySet<string>
}

/** Prepares a situation for its checks. */
export function read(situation: Situation): Reading {
  const { before, after, lore, entry, earlier } = situation
  const text = cut(entry.text)
  const people = new People({ ...before.actors, ...after.actors }, after.places, lore)
  const places = new Set([before, after].flatMap(({ actors }) => Object.values(actors).flatMap((one) => (one.kind === 'player' ? one.location : []))))
  return { ...situation, text, people, subjects: new Subjects(text, people), recent: recentOf(earlier), places }
}

const isTold = ({ kind, by }: LogEntry): boolean => kind === 'narration' || (kind === 'speech' && by === DM)

function recentOf(earlier: readonly LogEntry[]): readonly LogEntry[] {
  let end = earlier.length
  while (end > 0 && earlier[end - 1]?.kind !== 'system') end--
  let from = end
  while (from > 0 && !isTold(earlier[from - 1] as LogEntry)) from--
  return earlier.slice(from)
}

/** A contradiction at offsets of the text. Its quote has the original typographic marks. */
export function at(
  reading: Reading,
  kind: ContradictionKind,
  { from, to }: { from: number; to: number },
  fact: string,
  source: FactSource
): Contradiction {
  return { kind, quote: reading.entry.text.slice(from, to), from, to, fact, source }
}

/** The sheet of an actor as the source of a fact. */
export function sheetOf({ after, before }: Pick<Situation, 'before' | 'after'>, id: string): FactSource {
  const kind = (own(after.actors, id) ?? own(before.actors, id))?.kind ?? 'npc'
  return { file: `${actorFolder(kind, id)}/${fileName('sheet')}` }
}

/** An actor's name with a capital, for the beginning of a sentence. */
export function nameOf({ after, before }: Pick<Situation, 'before' | 'after'>, id: string): string {
  const name = (own(after.actors, id) ?? own(before.actors, id))?.name ?? id
  return name.slice(0, 1).toUpperCase() + name.slice(1)
}

/** Whether an actor is able, down or dead. Takes the better of the two states. */
export function ableness({ before, after, game }: Pick<Situation, 'before' | 'after' | 'game'>, id: string): 'able' | 'down' | 'dead' {
  const rank = ['dead', 'down', 'able'] as const
  const each = [before, after].map(({ actors }) => {
    const has = Object.keys(own(actors, id)?.conditions ?? {}).flatMap((one) => own(game.conditions, one) ?? [])
    return has.some(({ dead }) => dead) ? 0 : has.some((one) => one.cannot_act) ? 1 : 2
  })
  return rank[Math.max(...each)] ?? 'able'
}

/** Words after which a statement isn't about what happens now. */
const UNREAL =
  /\b(?:would|could|might|may|should|must|shall|will|won't|can|cannot|if|unless|as though|like|almost|nearly|wants?|wanted|tr(?:y|ies|ied)|hopes?|hoped|about to|ready to|going to|waits? to|never|not|no longer|neither|nobody|pretends?|imagines?|remembers?|dreams?|used to|once|always|often|whenever|in the (?:picture|painting|story|song)|statue|portrait|letter|carved)\b|n't\b/i

/** A phrase with "can" that doesn't make a statement hypothetical: "before anybody can stop him". */
const BEFORE_ANYBODY = /\bbefore (?:any(?:one|body)|some(?:one|body)|the others?|they|you|he|she) (?:can|could)(?: \w+){1,2}/gi

/** Whether the words before an offset make a statement a question, hypothetical, past or negated. */
export const isUnreal = ({ said, isQuestion, from }: Sentence, until: number): boolean =>
  isQuestion || UNREAL.test(said.slice(0, Math.max(0, until - from)).replace(BEFORE_ANYBODY, ''))

/** A sentence that says that a journey is closed, with the name of the fact that closes it. */
export function closedWords(
  { after }: Pick<Situation, 'after'>,
  { from, to, requires = '' }: { from: string; to: string; requires?: string | undefined }
): string {
  const name = (id: string): string => own(after.places, id)?.name ?? id
  const reason = requires.startsWith('!') ? `as long as the fact “${requires.slice(1)}” holds` : `until the fact “${requires}” holds`
  return `The way from ${name(from)} to ${name(to)} is closed ${reason}.`
}
