import type { EntryChanges } from '../../shared/story/entry-changes'
import type { LogEntry } from '../../shared/story/play'

/** The place of a character, and whether they can act. */
export interface Whereabouts {
  location: string
  canAct: boolean
}

/** A part of the log: a scene, opened at a place. */
interface Stretch {
  place?: string | undefined
  log: readonly LogEntry[]
}

/** The beats of a log that `who` saw, each with the place where they were. */
export function seenBeats(log: readonly LogEntry[], now: Readonly<Record<string, Whereabouts>>, who: string, place?: string): Map<number, string> {
  return new Map([...seenEntries([{ log, place }], now, who)].map(([{ beat }, at]) => [beat, at]))
}

/**
 * The entries of some scenes that `who` saw, each with the place where they were. An entry is seen if one of its characters was at the same place, and
 * `who` could act before or after it. A narration without characters is seen where the entry before it happened, or where its scene was opened, and
 * any other entry without characters by everybody who is awake. `now` holds the characters after the last entry. Where somebody was is unknown if a
 * move is missing in the log; then they see nothing.
 */
export function seenEntries(scenes: readonly Stretch[], now: Readonly<Record<string, Whereabouts>>, who: string): Map<LogEntry, string> {
  const at = new Map(Object.entries(now).map(([id, { location, canAct }]): [string, Whereabouts] => [id, { location, canAct }]))
  const lost = new Set<Change>()
  // The whereabouts before the first entry: of everybody what their first change started from.
  for (const { log } of scenes.toReversed())
    for (const { changes } of log.toReversed()) for (const [id, change] of Object.entries(changes?.actors ?? {})) moveBack(at.get(id), change, lost)
  const seen = new Map<LogEntry, string>()
  for (const { log, place } of scenes) {
    let last = new Set(place === undefined ? [] : [place])
    for (const entry of log) {
      const actors = Object.entries(entry.changes?.actors ?? {})
      const concerned = [entry.by, ...(entry.targets ?? []), ...actors.map(([id]) => id)].filter((id) => at.has(id))
      const places = (): string[] => concerned.flatMap((id) => at.get(id)?.location || [])
      const [me, before] = [at.get(who), places()]
      const was = me && { ...me }
      for (const [id, change] of actors) move(at.get(id), change, lost)
      const is = at.get(who)
      const isTold = concerned.length === 0 && entry.kind !== 'system' && last.size > 0
      const around = isTold ? last : new Set([...before, ...places()])
      if (concerned.length > 0) last = around
      if (!was || !is || (!was.canAct && !is.canAct)) continue
      if ((concerned.length === 0 && !isTold) || around.has(was.location) || around.has(is.location)) seen.set(entry, is.location || was.location)
    }
  }
  return seen
}

type Change = NonNullable<EntryChanges['actors']>[string]

/** Undoes one actor's changes to their whereabouts. Adds a change to `lost` if the actor wasn't where it left them later on. */
function moveBack(known: Whereabouts | undefined, change: Change, lost: Set<Change>): void {
  const { place, now } = change
  if (!known) return
  if (place && known.location !== place.to) lost.add(change)
  if (place) known.location = place.from ?? ''
  if (now) known.canAct = now !== 'able'
  if (place && place.from === undefined) known.canAct = false
}

/** Applies one actor's changes to their whereabouts. */
function move(known: Whereabouts | undefined, change: Change, lost: ReadonlySet<Change>): void {
  const { place, now } = change
  if (!known) return
  if (place) known.location = lost.has(change) ? '' : place.to
  if (now || (place && place.from === undefined)) known.canAct = (now ?? 'able') === 'able'
}
