import { api } from '../client'
import { openFormOf } from './form-request'
import { openSource } from './open-source'
import { focusFieldSoon } from '../fields/focus-field'
import type { LineSpot } from '../line-spot'
import { narrowed, rangeOf } from '../store/line-writers'
import { goTo, notify, useSession } from '../session'
import { runCall } from '../run-call'
import { slice } from '../slice'
import { run } from '../ui/commands'
import { own } from '../../shared/base/json'
import type { LogEntry } from '../../shared/story/play'
import { writerWords, type TextPart, type TextSource } from '../../shared/story/writers'

/** A line of the log with who wrote it. */
export interface LineWritten {
  entry: LogEntry
  parts: readonly TextPart[]
}

/** The entries of a beat with their writers. */
export async function linesOf(commit: string, signal?: AbortSignal): Promise<LineWritten[]> {
  const { beat } = await api.beat.query({ commit }, { signal })
  if (beat.scene === undefined) return []
  const [log, writers] = await Promise.all([
    api.log.query({ commit, scene: beat.scene }, { signal }),
    api.writers.query({ commit, scene: beat.scene }, { signal })
  ])
  return (log?.entries ?? []).flatMap((entry, i) => (entry.beat === beat.n ? [{ entry, parts: writers?.entries[i] ?? [] }] : []))
}

/** The files that have the words to fix, if several are as likely, until the designer chooses one. */
export const useFixChoice = slice<{ choice?: { sources: readonly TextSource[]; from: { commit: string; n: number } } | undefined }>('fix-choice', {})

/** Opens what the meant words of a line come from: the first of their parts that has a source. Without one, what shapes such a text. */
export async function fixSpot({ commit, line = 0, quote }: LineSpot): Promise<void> {
  const lines = await runCall(() => linesOf(commit))
  if (!lines) return
  const one = lines[line]
  if (!one) return notify('This beat wrote no line. Why? shows what led to it.', { command: 'line.why', words: 'Why?' })
  const [from, to] = rangeOf(one.entry.text, quote)
  const meant = one.parts.filter((part) => part.from < to && part.to > from)
  const part = meant.find(({ source }) => source !== undefined)
  const source = part && narrowed(one.entry.text, part, [from, to])
  if (source) {
    const at = { commit, n: one.entry.beat }
    return part.others ? useFixChoice.set({ choice: { sources: [source, ...part.others], from: at } }) : openSource(source, at)
  }
  shape(one.entry, meant[0] ?? one.parts[0])
}

/** Opens what shapes a text that stands in no file: the voice of the one who says it, else the direction of the table. */
export function shape(entry: LogEntry, part: TextPart | undefined): void {
  const actor = own(useSession.getState().present?.state.actors, entry.by)
  const wrote = part ? writerWords(part.writer) : 'its writer'
  goTo(undefined)
  if (entry.kind === 'speech' && actor) {
    openFormOf('character', entry.by)
    focusFieldSoon(`character:${entry.by}/voice`)
    return notify(`No file has this sentence (${wrote}). The voice and the lines of ${actor.name} shape what is said.`)
  }
  run('settings')
  notify(`No file has this sentence (${wrote}). The table’s direction shapes what is told.`)
}
