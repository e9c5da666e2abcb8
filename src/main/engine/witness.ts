import type { EntryChanges } from '../../shared/story/entry-changes'
import type { LogEntry } from '../../shared/story/play'

/** The place of a character, and whether they can act. */
interface Whereabouts {
  location: string
  canAct: boolean
}

/**
 * The beats of a log that `who` saw, each with the place where they were. A beat is seen if one of its characters was at the same place, and `who` could
 * act before or after it. A beat without characters is seen by everybody who is awake. `now` holds the characters after the last entry.
 */
export function seenBeats(log: readonly LogEntry[], now: Readonly<Record<string, Whereabouts>>, who: string): Map<number, string> {
  const at = new Map(Object.entries(now).map(([id, { location, canAct }]): [string, Whereabouts] => [id, { location, canAct }]))
  // The whereabouts before the first entry: of everybody what their first change started from.
  for (const { changes } of log.toReversed()) for (const [id, change] of Object.entries(changes?.actors ?? {})) move(at, id, change, true)
  const seen = new Map<number, string>()
  for (const entry of log) {
    const actors = Object.entries(entry.changes?.actors ?? {})
    const concerned = [entry.by, ...(entry.targets ?? []), ...actors.map(([id]) => id)].filter((id) => at.has(id))
    const places = (): (string | undefined)[] => concerned.map((id) => at.get(id)?.location)
    const [me, before] = [at.get(who), places()]
    const was = me && { ...me }
    for (const [id, change] of actors) move(at, id, change, false)
    const is = at.get(who)
    if (!was || !is || (!was.canAct && !is.canAct)) continue
    const around = new Set([...before, ...places()])
    if (concerned.length === 0 || around.has(was.location) || around.has(is.location)) seen.set(entry.beat, is.location)
  }
  return seen
}

/** Applies one actor's changes to their whereabouts, or undoes them. */
function move(at: Map<string, Whereabouts>, id: string, { place, now }: NonNullable<EntryChanges['actors']>[string], isUndone: boolean): void {
  const known = at.get(id)
  if (!known) return
  if (place) known.location = (isUndone ? place.from : place.to) ?? known.location
  if (now) known.canAct = (now === 'able') !== isUndone
}
