import type { View } from '../../../shared/table/agents'
import { own } from '../../../shared/base/json'
import type { LogEntry } from '../../../shared/story/play'
import type { SeatMemory } from '../../agents/context/memory'
import type { Note } from '../../campaign/notes/note'
import { asked, ranked } from '../../campaign/notes/relevance'
import { may, roleOf } from '../../engine/capabilities'
import { memoriesOf, type Memory } from '../../engine/memory'
import { canAct, DM, nameOf } from '../../engine/people'
import { heardBy } from '../../engine/project'
import type { StorySnapshot } from '../story'
import { noteOf } from './world-texts'

/** The number of the last entries that a memory has to do with, and the maximum number of memories in a context. */
const LAST_ENTRIES = 6
const MAX_MEMORIES = 8

type Remembered = Pick<StorySnapshot, 'state' | 'game' | 'scenes'>

/** A memory as a text that can be searched, with its beat as the path. */
export type MemoryNote = Note & { memory: Memory }

/** The texts of memories, by the entry or the line that they come from. */
const noteCache = new WeakMap<Memory['source'], MemoryNote>()

/** Everything that a seat remembers, the oldest first. */
export function memoryNotes({ state, game, scenes }: Remembered, who: string): MemoryNote[] {
  if (!may(roleOf(who), 'read', 'own-memory')) return []
  const now = Object.fromEntries(Object.entries(state.actors).map(([id, { location }]) => [id, { location, canAct: canAct(state, game, id) }]))
  const isOpen = (at: number, all: readonly unknown[]): boolean => state.scene !== undefined && at === all.length - 1
  const heard = scenes().map((scene, at, all) => (isOpen(at, all) ? { ...scene, log: heardBy(state, scene.log, who) } : scene))
  return memoriesOf(heard, now, who).map((memory) => {
    const known = noteCache.get(memory.source)
    if (known) return known
    const { beat, by, kind, text, session, number } = memory
    const title = `${by === DM ? 'The DM' : nameOf(state, by)}${kind === 'private' ? ', in private' : ''}, session ${session}, scene ${number}`
    const note = { ...noteOf(`beat ${beat}`, title, [text]), memory }
    noteCache.set(memory.source, note)
    return note
  })
}

/** The time of day, as the built-in table says it. */
const TIME_ALONE = /^It is [^,;.]* (at night|in the (morning|afternoon|evening))[,;] [^.]*\.$/

/** Whether an entry tells more than the time and where the party went. */
function tells({ source, text, by }: Memory, { actors }: StorySnapshot['state']): boolean {
  if (TIME_ALONE.test(text)) return false
  if (!('kind' in source) || source.kind !== 'system' || source.changes === undefined || own(actors, by)?.kind !== 'player') return true
  const { actors: changed = {}, minutes: _, result: __, ...others } = source.changes
  const isMove = Object.values(changed).every((change) => Object.keys(change).every((what) => what === 'place'))
  return Object.keys(changed).length === 0 || !isMove || Object.keys(others).length > 0
}

/**
 * What a seat remembers that has to do with the last entries that it heard, the most relevant first, each with its beat. The last scene is
 * left out: the context shows its log or its summary, and a conversation has all of it. So are the headings of scenes, and what tells nothing but the
 * time and the party's way, because those match every question about a place.
 */
export function seatMemory(snapshot: Remembered, who: string, view: View): SeatMemory {
  const { log, scene } = view
  const heard = log.slice(-LAST_ENTRIES).map(({ by, text }) => `${nameOf(snapshot.state, by)} ${text}`)
  const question = asked([scene?.title ?? '', ...heard].join('\n'))
  if (question.size === 0) return []
  const [first] = snapshot.scenes().at(-1)?.log ?? []
  const headings = new Set(snapshot.scenes().map((one) => one.log[0]))
  const isTold = ({ memory }: MemoryNote): boolean =>
    memory.beat < (first?.beat ?? Infinity) && !headings.has(memory.source as LogEntry) && tells(memory, snapshot.state)
  const earlier = memoryNotes(snapshot, who).filter(isTold)
  return ranked(earlier, question)
    .slice(0, MAX_MEMORIES)
    .map(({ text: { memory } }) => ({ ...memory, by: memory.by === who ? 'you' : memory.by === DM ? 'the DM' : nameOf(snapshot.state, memory.by) }))
}
