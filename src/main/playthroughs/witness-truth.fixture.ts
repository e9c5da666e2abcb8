import type { Game } from '../../shared/story/game'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { canAct, party } from '../engine/people'
import type { MemoryNote } from '../story/notes/seat-memory'
import type { PlayedBeat } from './summary-truth.fixture'

/** Compares what players remember with what the states of each beat say: who was where, and who could act. */
export class WitnessCheck {
  /** The entries with characters, with the players who perceived them; `isWhole`: no other entry is in the beat. */
  readonly #entries = new Map<string, { text: string; isWhole: boolean; saw: Set<string> }>()

  constructor(private readonly game: Game) {}

  add({ before, after, writes }: Pick<PlayedBeat, 'before' | 'after' | 'writes'>): void {
    const entries = writes.flatMap((write) => (write.kind === 'log' ? [write.entry] : []))
    for (const [at, entry] of entries.entries()) {
      const concerned = [entry.by, ...(entry.targets ?? []), ...Object.keys(entry.changes?.actors ?? {})].filter((id) => after.actors[id])
      const places = (ids: readonly string[]): (string | undefined)[] =>
        ids.flatMap((id) => [before, after].map((state) => state.actors[id]?.location))
      const around = new Set(places(concerned))
      // Somebody who is helped up and felled again within the beat was awake in between.
      const isUp = (id: string): boolean => entries.slice(0, at + 1).some(({ changes }) => changes?.actors?.[id]?.now === 'able')
      const isAwake = (id: string): boolean => isUp(id) || [before, after].some((state: GameState) => canAct(state, this.game, id))
      const saw = party(after).filter((id) => isAwake(id) && (concerned.length === 0 || places([id]).some((place) => around.has(place))))
      const isWhole = entries.length === 1 && concerned.length > 0
      this.#entries.set(keyOf(entry), { text: `beat ${entry.beat}: ${entry.text}`, isWhole, saw: new Set(saw) })
    }
  }

  faultsOf(who: string, notes: readonly MemoryNote[]): string[] {
    const remembered = new Set(notes.flatMap(({ memory }) => (memory.kind === 'private' ? [] : keyOf(memory))))
    const leaks = [...remembered].filter((key) => !this.#entries.get(key)?.saw.has(who)).map((key) => `${who} can't know ${key}`)
    const forgotten = [...this.#entries].filter(([key, { isWhole, saw }]) => isWhole && saw.has(who) && !remembered.has(key))
    return [...leaks, ...forgotten.map(([, { text }]) => `${who} has forgotten ${text}`)]
  }
}

const keyOf = ({ beat, text }: Pick<LogEntry, 'beat' | 'text'>): string => `${beat} ${text.trim()}`
