import type { ActionCall, LogEntry } from '../../shared/play'
import { timeOf, type GameState } from '../../shared/state'
import type { Write } from './outcome'
import type { Executed } from './actions'

/** Makes the log entries of one beat. */
export class Scribe {
  constructor(
    readonly call: ActionCall,
    readonly beat: number
  ) {}

  entry(kind: LogEntry['kind'], text: string, more: Partial<LogEntry> = {}): Write {
    return { kind: 'log', entry: { at: '', beat: this.beat, by: this.call.as ?? this.call.actor, kind, text, ...more } }
  }

  /** What rules did, one entry a step with its rolls; the rolls of a step that tells nothing stand with the next. */
  deeds(done: readonly Executed[]): Write[] {
    let silent: Executed['rolls'] = []
    return done.flatMap((step) => {
      const rolls = [...silent, ...step.rolls]
      silent = step.narrative === '' ? rolls : []
      if (step.narrative === '') return []
      return [this.entry('system', step.narrative, { by: step.actor, action: step.action, ...(rolls.length > 0 ? { rolls } : {}) })]
    })
  }
}

/** Log entries get the campaign's time as it is after the beat: a journey's minutes have passed when it is told. */
export function stamped(writes: Write[], after: GameState): Write[] {
  const at = timeOf(after)
  return writes.map((write) => (write.kind === 'log' ? { ...write, entry: { ...write.entry, at } } : write))
}

/** A commit subject: one line, at most 100 characters, cut at a word. */
export function oneLine(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim()
  if (line.length <= 100) return line
  const cut = line.slice(0, 99)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 60)).replace(/[,;:—–-]$/, '')}…`
}
