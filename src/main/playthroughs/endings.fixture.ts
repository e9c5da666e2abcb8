import type { LogEntry } from '../../shared/story/play'
import { offlineAgent } from '../agents/offline'
import { party, ready } from '../engine/people'
import { contradictionsIn } from '../story/contradictions/find'
import { MemoryStory, type Beginning } from '../story/memory-story'
import { playTurn } from '../table/play-one-turn'
import { memoryNotes } from '../story/notes/seat-memory'
import type { Reader } from './reader.fixture'
import { SummaryCheck } from './summary-truth.fixture'
import { WitnessCheck } from './witness-truth.fixture'

/** A story played by the built-in table to its end. */
export interface PlayedStory {
  beats: number
  sessions: number
  /** The DM has ended the campaign. */
  ended: boolean
  /** Nobody of the party can act. */
  lost: boolean
  /** All scenes' logs, each with its title and aim. */
  scenes: { title: string; aim: string; place: string; story: string | undefined; log: LogEntry[] }[]
  /** What the record contradicts, with the beat's number: the built-in table tells the truth, so these are false marks. */
  marks: string[]
  /** Statements of summaries that the states and calls don't support, and what the summaries leave out. */
  misremembered: string[]
  /** Memories of players that their characters couldn't perceive, and entries that they perceived and don't remember. */
  leaked: string[]
  story: MemoryStory
}

const agent = offlineAgent()

/** Plays a story in memory until it ends, for at most this many sessions. `reader` reads every beat. */
export async function toTheEnd(beginning: Beginning, seed: string, maxSessions: number, reader?: Reader): Promise<PlayedStory> {
  const { next } = beginning.state
  const story = new MemoryStory(beginning, { ...beginning.state, next: { ...next, dice: { seed } } })
  const scenes: PlayedStory['scenes'] = []
  const marks: string[] = []
  const check = new SummaryCheck(beginning.game, beginning.lore)
  const witnesses = new WitnessCheck(beginning.game)
  let beats = 0
  for (;;) {
    const before = story.snapshot.state
    if (before.next.phase === 'done' && (before.next.ended || before.next.session >= maxSessions)) break
    const played = await playTurn(story, () => Promise.resolve({ seat: { agent: 'offline' }, agent }))
    if (!played?.saved) break
    beats++
    const { state: after, lore } = story.snapshot
    const { beat, outcome } = played.saved
    check.add({ before, after, action: beat.action, actor: beat.actor, params: story.lastParams, writes: outcome.writes })
    witnesses.add({ before, after, writes: outcome.writes })
    reader?.add({ before, after, lore, entries: outcome.writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : [])) })
    const { scene } = after
    const entries = outcome.writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
    if (scene && scene.path !== before.scene?.path)
      scenes.push({ title: scene.title, aim: scene.aim, place: scene.place, story: scene.story, log: [] })
    const log = scenes.at(-1)?.log ?? []
    for (const entry of entries) {
      const found = contradictionsIn({ before, after, lore, game: beginning.game, earlier: [...log], entry })
      marks.push(...found.map(({ kind, quote, fact }) => `${entry.beat} ${kind}: ${quote} ${fact}`))
      log.push(entry)
    }
  }
  const { state, game } = story.snapshot
  return {
    beats,
    sessions: state.next.session,
    ended: state.next.ended === true,
    lost: ready(state, game).length === 0,
    scenes,
    marks,
    misremembered: check.faults,
    leaked: party(state).flatMap((who) => witnesses.faultsOf(who, memoryNotes(story.snapshot, who))),
    story
  }
}
