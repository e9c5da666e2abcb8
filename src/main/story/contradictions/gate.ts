import { quoted } from '../../../shared/words/contradiction-words'
import type { Contradiction } from '../../../shared/analysis/contradictions'
import type { ActionCall, LogEntry } from '../../../shared/story/play'
import { resolveCall } from '../../campaign/beat-files'
import type { Outcome } from '../../engine/outcome'
import { DM } from '../../engine/people'
import type { Story, StorySnapshot } from '../story'
import { contradictionsIn } from './find'

/**
 * Why a narration is returned before it is played: its statements that contradict the record. Undefined if there are none. Also undefined for calls
 * other than `narrate`, because a reason must not tell players what they don't know. Throws Problem as playing the call would.
 */
export function contradictionReason(story: Story, call: ActionCall): string | undefined {
  if (call.kind !== 'play' || call.action !== 'narrate') return undefined
  const { snapshot } = story
  const { outcome } = resolveCall(snapshot, call, () => undefined)
  const contradictions = contradictionsOf({ ...snapshot, log: snapshot.pages().log }, outcome.state, outcome.writes)
  return contradictions.length === 0 ? undefined : `Not told yet, because the record says otherwise. ${contradictions.map(words).join(' ')} ${INSIST}`
}

const INSIST = 'Put it differently. If you are sure, send it again as it is, and it is told.'

const words = ({ quote, fact, source }: Contradiction): string =>
  `${quoted(quote)} But: ${fact} (${'file' in source ? source.file : `beat ${source.beat}`})`

/** The snapshot in which a call was played, with its scene's log at that time. */
type Before = Pick<StorySnapshot, 'state' | 'lore' | 'game'> & { log: readonly LogEntry[] }

/**
 * What the record says against the words of a call that was just played, as a text for the model that made it; empty if nothing does. `told`: what the
 * model has read lately. Facts in it aren't said again. A player reads only what they see for themselves.
 */
export function marksAgainst(before: Before, after: StorySnapshot['state'], writes: Outcome['writes'], who: string, told: Iterable<string>): string {
  const marks = contradictionsOf(before, after, writes).filter(({ kind }) => who === DM || SEEN_BY_PLAYERS.has(kind))
  const fresh = new Map(marks.map((one) => [asClause(one.fact), one]))
  for (const text of fresh.size === 0 ? [] : told) for (const fact of fresh.keys()) if (text.includes(fact)) fresh.delete(fact)
  if (fresh.size === 0) return ''
  const all = [...fresh].map(([fact, { quote }]) => `But ${fact}: ${quoted(quote)}`)
  return `${all.join(' ')} ${who === DM ? 'Put it right in what you do next.' : 'Words alone change nothing; use an action.'}`
}

/** The kinds of contradictions whose facts a player has in view. */
const SEEN_BY_PLAYERS: ReadonlySet<Contradiction['kind']> = new Set(['harm', 'thing'])

/** A fact as the rest of a sentence: "Scuttle is dead (since beat 84)", "the way to the Ledge is closed". */
const asClause = (fact: string): string => fact.replace(/\.$/, '').replace(/^(?:The|There|It|Nobody|What)(?= )/, (word) => word.toLowerCase())

/** The contradictions in the entries that a call writes. */
const contradictionsOf = (
  { state: before, lore, game, log: earlier }: Before,
  after: StorySnapshot['state'],
  writes: Outcome['writes']
): Contradiction[] =>
  writes.flatMap((write) => (write.kind === 'log' ? contradictionsIn({ before, after, lore, game, earlier, entry: write.entry }) : []))
