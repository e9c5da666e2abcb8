import type { ActionCall, LogEntry } from '../../shared/play'
import { timeOf, type GameState } from '../../shared/state'
import type { Write } from './outcome'
import type { Executed } from './actions'

/** Creates the log entries of one beat. */
export class Scribe {
  constructor(
    readonly call: ActionCall,
    readonly beat: number
  ) {}

  entry(kind: LogEntry['kind'], text: string, more: Partial<LogEntry> = {}): Write {
    return { kind: 'log', entry: { at: '', beat: this.beat, by: this.call.as ?? this.call.actor, kind, text, ...more } }
  }

  /** One log entry per step of the rules, with its rolls. The rolls of a step that narrates nothing go to the next entry. */
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

/** Stamps log entries with the campaign time after the beat, so that a journey's minutes have passed when it is told. */
export function stamped(writes: Write[], after: GameState): Write[] {
  const at = timeOf(after)
  return writes.map((write) => (write.kind === 'log' ? { ...write, entry: { ...write.entry, at } } : write))
}

/** Returns a commit subject: one line of at most 100 characters, cut between words. */
export function oneLine(text: string): string {
  const line = text.slice(0, 400).replace(/\s+/g, ' ').trim()
  if (line.length <= 100) return line
  const cut = line.slice(0, 99)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 60)).replace(/[,;:—–-]$/, '')}…`
}
