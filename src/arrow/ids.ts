import { MAX_ID, type ArrowId, type ArrowMeta } from './document'
import { change } from './json/members'
import { refusal } from './refuse'

export const MAX_CHAPTER = 1023
export const MAX_AUTHOR = 63
/** Ids are 53 bits: 10 of the chapter, 6 of the author, 37 of the seed. JavaScript's shifts have only 32 bits. */
const SEEDS = 2 ** 37
const AUTHORS = 2 ** 43
/** With an epoch, ids are milliseconds since then, 6 bits of the author and 16 bits of a sequence. */
const SEQUENCES = 2 ** 16
const MILLISECONDS = 2 ** 22

/** Returns whether a number is a valid id. */
export const isId = (value: number): boolean => Number.isInteger(value) && value >= 0 && value <= MAX_ID

export const idOf = (chapter: number, author: number, seed: number): ArrowId => chapter * AUTHORS + author * SEEDS + seed
/** The parts of an id that is not based on the time. */
export const partsOf = (id: ArrowId): { chapter: number; author: number; seed: number } => ({
  chapter: Math.floor(id / AUTHORS),
  author: Math.floor(id / SEEDS) % 64,
  seed: id % SEEDS
})

/** The creator of ids. `author`: by default the first; another follows when its ids are used up. Documents with an epoch need `now`: ms, UTC. */
export interface IdSource {
  readonly author?: number
  readonly now?: number
  /** Maps a proposed id to the one that a resource gets, for a resource that another editor has created already. A taken id is ignored. */
  readonly assign?: (proposed: ArrowId) => ArrowId
}

/** Returns an author's next id, and the meta with its counter advanced. Ids of removed resources are never reused. `taken` knows the ids in use. */
export function nextId(meta: ArrowMeta, taken: (id: ArrowId) => boolean, source: IdSource = {}): { meta: ArrowMeta; id: ArrowId } {
  const proposed = proposedId(meta, taken, source)
  const id = source.assign?.(proposed.id) ?? proposed.id
  return { meta: proposed.meta, id: isId(id) && !taken(id) ? id : proposed.id }
}

function proposedId(meta: ArrowMeta, taken: (id: ArrowId) => boolean, source: IdSource): { meta: ArrowMeta; id: ArrowId } {
  const first = source.author ?? meta.authors?.keys().next().value ?? 0
  if (meta.epoch !== undefined) return { meta, id: timeId(meta.epoch, first, source.now, taken) }
  const others = Array.from({ length: MAX_AUTHOR + 1 }, (_, author) => author)
  for (const author of new Set([first, ...(meta.authors?.keys() ?? []), ...others])) {
    const [info, seed, ...rest] = meta.authors?.get(author) ?? (['Anonymous Contributor', 0] as const)
    let next = Math.max(0, seed)
    while (next < SEEDS && taken(idOf(meta.chapter ?? 0, author, next))) next++
    if (next >= SEEDS) continue
    const authors = new Map(meta.authors).set(author, [info, next + 1, ...rest])
    return { meta: change(meta, { authors }), id: idOf(meta.chapter ?? 0, author, next) }
  }
  throw refusal('PERMISSION_DENIED', 'All authors of this document have used up their ids. Continue in a new document with another chapter.')
}

function timeId(epoch: number, author: number, now: number | undefined, taken: (id: ArrowId) => boolean): ArrowId {
  if (now === undefined || now < epoch) {
    throw refusal(
      'PERMISSION_DENIED',
      'Ids of this document are made from the time, and the time is missing or before the document’s epoch. Set the clock.'
    )
  }
  for (let ms = now - epoch; ; ms++) {
    const base = ms * MILLISECONDS + author * SEQUENCES
    for (let sequence = 0; sequence < SEQUENCES; sequence++) if (!taken(base + sequence)) return base + sequence
  }
}

/** The next seed of an author of a chapter: past the largest one in use. */
export function nextSeed(chapter: number, author: number, ids: readonly ArrowId[]): number {
  const [first, after] = [idOf(chapter, author, 0), idOf(chapter, author + 1, 0)]
  return ids.reduce((next, id) => (id >= first && id < after ? Math.max(next, partsOf(id).seed + 1) : next), 0)
}
