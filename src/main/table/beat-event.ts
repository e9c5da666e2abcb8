import type { LogEntry, ToolCall } from '../../shared/story/play'
import type { NewEvent, StudioEvent } from '../../shared/table/present'
import type { Write } from '../engine/outcome'
import type { SavedBeat } from '../story/story'

/** The event that announces a saved beat to every client. */
export function beatEvent(saved: SavedBeat, branch: string, toolCalls: ToolCall[]): NewEvent & { kind: 'beat' } {
  const { changes, writes } = saved.outcome
  const n = saved.beat.n
  const of = <K extends Write['kind']>(kind: K): Extract<Write, { kind: K }>[] =>
    writes.filter((w): w is Extract<Write, { kind: K }> => w.kind === kind)
  const log: LogEntry[] = of('log').map((write) => write.entry)
  const talk = of('private').map(({ player, by, text }) => ({ player, by, text, beat: n }))
  return { kind: 'beat', beat: saved.beat, branch, changes, log, private: talk, toolCalls } satisfies Omit<
    Extract<StudioEvent, { kind: 'beat' }>,
    'epoch' | 'seq'
  >
}
