import type { ChroniclePage, BeatAction, KnownPosition, Mark } from '../../shared/analysis/chronicle'
import type { Beat } from '../../shared/story/play'

const SOMEBODY: BeatAction = { kind: 'foreign', action: 'edit', actor: 'designer' }

/** The rows of the chronicle that have been read so far. */
export interface ChronicleReading {
  store: string
  rows: Mark[]
  scenes: string[]
}

/** The position of the next page; undefined before the first one. */
export const progressOf = (reading: ChronicleReading | undefined): KnownPosition | undefined =>
  reading && { store: reading.store, rows: reading.rows.length, scenes: reading.scenes.length }

/** A reading with one more page, and whether it started over. Keeps known subjects. */
export function withPage(
  reading: ChronicleReading | undefined,
  page: ChroniclePage,
  known: ReadonlyMap<string, Mark>
): { reading: ChronicleReading; anew: boolean } {
  const anew = reading?.store !== page.store || page.columns.from !== reading.rows.length
  const rows = anew ? [] : reading.rows
  const scenes = [...(anew ? [] : reading.scenes), ...page.scenes]
  const { from, ids, back, steps, seconds, actions, scenes: places, openings } = page.columns
  const said = new Map(openings)
  for (const [i, step] of back.entries()) {
    const row = from + i
    const id = ids.slice(i * 40, i * 40 + 40)
    const parent = step === 0 ? undefined : rows[row - step]
    const scene = scenes[places[i] ?? -1]
    const subject = said.get(row) ?? known.get(id)?.subject
    const entry = page.actions[actions[i] ?? 0] ?? SOMEBODY
    // All marks have one shape, because they are the most numerous objects here.
    const mark: Mark = {
      kind: entry.kind,
      action: entry.action,
      actor: entry.actor,
      as: entry.as,
      agent: entry.agent,
      id,
      parent: parent?.id,
      n: (parent?.n ?? 0) + (steps[i] ?? 0),
      place: parent ? parent.place + 1 : 0,
      time: (parent?.time ?? 0) + (seconds[i] ?? 0) * 1000,
      scene,
      subject
    }
    rows.push(mark)
  }
  return { reading: { store: page.store, rows, scenes }, anew }
}

/** The position after a page. The next page can be requested before this one is processed. */
const after = (before: KnownPosition | undefined, { store, columns, scenes }: ChroniclePage): KnownPosition => ({
  store,
  rows: columns.from + columns.back.length,
  scenes: (columns.from > 0 && before?.store === store ? before.scenes : 0) + scenes.length
})

/** What a reading needs. `isWanted` is checked before every page; `tell` reports the progress of a history that the core still reads. */
interface ReadPorts {
  ask: (having: KnownPosition | undefined) => Promise<ChroniclePage>
  known: ReadonlyMap<string, Mark>
  isWanted: () => boolean
  tell?: (commits: number) => void
}

/** Reads the rest of the chronicle; undefined if it is no longer wanted. The next page is requested while one is processed. */
export async function readOn(
  reading: ChronicleReading | undefined,
  { ask, known, isWanted, tell }: ReadPorts
): Promise<{ reading: ChronicleReading; fresh: Mark[]; page: ChroniclePage } | undefined> {
  let from = reading?.rows.length ?? 0
  let have = progressOf(reading)
  let request = ask(have)
  for (let now = reading; ;) {
    const page = await request
    if (!isWanted()) return undefined
    if (page.reading !== undefined) tell?.(page.reading)
    have = after(have, page)
    const goesOn = page.more && (page.columns.back.length > 0 || page.reading !== undefined)
    if (goesOn) request = ask(have)
    const next = withPage(now, page, known)
    now = next.reading
    if (next.anew) from = 0
    if (!goesOn) return { reading: now, fresh: now.rows.slice(from), page }
  }
}

/** A beat in the timeline's form; its place follows from its parent's, or from its number while the parent is unknown. */
export function markOf(beat: Beat, parent: Mark | undefined): Mark {
  const { id, kind, action, actor, as, agent, scene, time, subject } = beat
  const foreign = kind === 'foreign'
  return {
    id,
    kind,
    action,
    actor,
    time,
    subject,
    n: foreign ? (parent?.n ?? 0) : beat.n,
    place: parent ? parent.place + 1 : foreign ? 0 : beat.n,
    ...(beat.parent === undefined ? {} : { parent: beat.parent }),
    ...(as === undefined ? {} : { as }),
    ...(agent === undefined ? {} : { agent }),
    ...(scene === undefined ? {} : { scene })
  }
}
