import type { ChroniclePage, Deed, Having, Mark } from '../../shared/chronicle'
import type { Beat } from '../../shared/play'

/** Who made a commit whose deed is not known. */
const SOMEBODY: Deed = { kind: 'foreign', action: 'edit', actor: 'designer' }

/** What was read of the chronicle so far, by row. */
export interface Reading {
  store: string
  rows: Mark[]
  scenes: string[]
}

/** What is asked for next; undefined before the first page. */
export const progressOf = (reading: Reading | undefined): Having | undefined =>
  reading && { store: reading.store, rows: reading.rows.length, scenes: reading.scenes.length }

/** A reading with one more page, whose rows are added to its list; and whether it began anew. Subjects that are known already are kept. */
export function withPage(reading: Reading | undefined, page: ChroniclePage, known: ReadonlyMap<string, Mark>): { reading: Reading; anew: boolean } {
  const anew = reading?.store !== page.store || page.columns.from !== reading.rows.length
  const rows = anew ? [] : reading.rows
  const scenes = [...(anew ? [] : reading.scenes), ...page.scenes]
  const { from, ids, back, steps, seconds, deeds, scenes: places, openings } = page.columns
  const said = new Map(openings)
  for (const [i, step] of back.entries()) {
    const row = from + i
    const id = ids.slice(i * 40, i * 40 + 40)
    const parent = step === 0 ? undefined : rows[row - step]
    const scene = scenes[places[i] ?? -1]
    const subject = said.get(row) ?? known.get(id)?.subject
    const deed = page.deeds[deeds[i] ?? 0] ?? SOMEBODY
    // One shape for all of them: they are the most numerous things there are here.
    const mark: Mark = {
      kind: deed.kind,
      action: deed.action,
      actor: deed.actor,
      as: deed.as,
      agent: deed.agent,
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

/** What follows a page, as it will be asked for once the page is taken up; it can be asked for before. */
const after = (before: Having | undefined, { store, columns, scenes }: ChroniclePage): Having => ({
  store,
  rows: columns.from + columns.back.length,
  scenes: (columns.from > 0 && before?.store === store ? before.scenes : 0) + scenes.length
})

/** What reading needs of the world around it. `isWanted` is asked before every page, `tell` how far a history is that is still being read. */
interface ReadPorts {
  ask: (having: Having | undefined) => Promise<ChroniclePage>
  known: ReadonlyMap<string, Mark>
  isWanted: () => boolean
  tell?: (commits: number) => void
}

/** Reads the chronicle to its end, from where a reading stands; undefined when it is no longer wanted. While one page is taken up, the next is on its way. */
export async function readOn(
  reading: Reading | undefined,
  { ask, known, isWanted, tell }: ReadPorts
): Promise<{ reading: Reading; fresh: Mark[]; page: ChroniclePage } | undefined> {
  let from = reading?.rows.length ?? 0
  let have = progressOf(reading)
  let asked = ask(have)
  for (let now = reading; ;) {
    const page = await asked
    if (!isWanted()) return undefined
    if (page.reading !== undefined) tell?.(page.reading)
    have = after(have, page)
    const goesOn = page.more && (page.columns.back.length > 0 || page.reading !== undefined)
    if (goesOn) asked = ask(have)
    const next = withPage(now, page, known)
    now = next.reading
    if (next.anew) from = 0
    if (!goesOn) return { reading: now, fresh: now.rows.slice(from), page }
  }
}

/** A beat as the timeline knows it; its place follows from its parent's, or from its number while the parent is not known. */
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
