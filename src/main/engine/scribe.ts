import { changeLine, namesFrom } from '../../shared/words/change-words'
import { capitalised } from '../../shared/words/labels'
import type { EntryChanges } from '../../shared/story/entry-changes'
import type { Game } from '../../shared/story/game'
import type { ActionCall, LogEntry } from '../../shared/story/play'
import { timeOf, type GameState } from '../../shared/story/state'
import { entryChanges } from './changes'
import { SCENE_STEPS } from './documents'
import type { Write } from './outcome'
import type { ExecutedAction } from './actions'
import { DM } from './people'

/** The states before and after one beat, and the game whose names the entries use. */
interface Span {
  before: GameState
  after: GameState
  game: Game
}

/** Creates the log entries of one beat. */
export class Scribe {
  constructor(
    readonly call: ActionCall,
    readonly beat: number
  ) {}

  entry(kind: LogEntry['kind'], text: string, more: Partial<LogEntry> = {}): Write {
    return { kind: 'log', entry: { at: '', beat: this.beat, by: this.call.as ?? this.call.actor, kind, text, ...more } }
  }

  /**
   * The entries of a beat: those that its verb wrote, then one for each step of the rules that has a narrative, with its rolls and with the changes
   * since the previous entry, then those about quests that moved. SPEC.md P14, L1, L2.
   */
  entries(written: readonly Write[], done: readonly ExecutedAction[], { before, after, game }: Span, moves: readonly Write[] = []): Write[] {
    const groups = narrated(done)
    if (groups.length === 0) return this.#withChanges(written, moves, entryChanges(before, after, game), after)
    return [
      ...written,
      ...groups.map(({ step, steps }, i) => {
        const from = groups[i - 1]?.step.after ?? before
        const to = i === groups.length - 1 ? after : step.after
        const rolls = steps.flatMap((one) => one.rolls)
        const changes = entryChanges(from, to, game, steps)
        return this.entry('system', step.narrative, {
          by: step.actor,
          action: step.action,
          ...(step.targets.length > 0 ? { targets: step.targets } : {}),
          ...(rolls.length > 0 ? { rolls } : {}),
          ...(changes ? { changes } : {})
        })
      }),
      ...moves
    ]
  }

  /**
   * Adds changes that no rule narrated, such as a condition that ends with the round. They go to the table's last entry, or to a new one. If quests,
   * threads and relationships are all that changed, only the DM reads the new one, because the players may not know of them.
   */
  #withChanges(written: readonly Write[], moves: readonly Write[], changes: EntryChanges | undefined, after: GameState): Write[] {
    const all = [...written, ...moves]
    if (!changes) return all
    const isTables = (write: Write): boolean => write.kind === 'log' && (write.entry.kind === 'system' || write.entry.kind === 'scene')
    const found = (written.some(isTables) ? written : all).findLastIndex(isTables)
    // The changes of a document may be secret, and an entry of their own would tell them to everybody.
    const at = found < 0 && SCENE_STEPS.has(this.call.action) ? written.findLastIndex(({ kind }) => kind === 'log') : found
    const target = all[at]
    if (target?.kind === 'log') return all.with(at, { kind: 'log', entry: { ...target.entry, changes } })
    const { quests: _, threads: __, ties: ___, ...open } = changes
    const isOpen = Object.keys(open).length > 0
    const words = changeLine(isOpen ? open : changes, namesFrom(after.actors, after.places))
    const action = isOpen ? {} : { action: this.call.action }
    return [...all, this.entry(isOpen ? 'system' : 'record', `${capitalised(words)}.`, { by: DM, ...action, changes })]
  }
}

/** The steps that have a narrative, each with the silent steps before it; the last one also with those after it. */
function narrated(done: readonly ExecutedAction[]): { step: ExecutedAction; steps: ExecutedAction[] }[] {
  const groups: { step: ExecutedAction; steps: ExecutedAction[] }[] = []
  let silent: ExecutedAction[] = []
  for (const step of done) {
    silent.push(step)
    if (step.narrative === '') continue
    groups.push({ step, steps: silent })
    silent = []
  }
  groups.at(-1)?.steps.push(...silent)
  return groups
}

/** Stamps log entries with the campaign time after the beat, so that the time of a journey's entry includes the journey. */
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
