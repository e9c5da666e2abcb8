import { crc32 } from 'node:zlib'
import type { BeatAction, BeatColumns } from '../../../shared/analysis/chronicle'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'
import { beatFactsOf } from '../beat-message'

/** Names contain no line ends, because they come from lines of a message. */
const keyOf = ({ kind, action, actor, as, agent }: BeatAction): string => `${kind}\n${action}\n${actor}\n${as ?? '\n'}\n${agent ?? '\n'}`

/** A list of distinct values, each with an index in order of appearance. */
class Table<T> {
  readonly list: T[] = []
  readonly #places = new Map<string, number>()

  constructor(readonly key: (value: T) => string) {}

  placeOf(value: T): number {
    const key = this.key(value)
    const existing = this.#places.get(key)
    if (existing !== undefined) return existing
    this.#places.set(key, this.list.length)
    return this.list.push(value) - 1
  }
}

/** The facts of one commit: the row of its parent (-1: none), its beat number, its time in seconds, the indexes of its action and scene (-1: none). */
export interface BeatRow {
  id: Oid
  subject: string
  parent: number
  n: number
  seconds: number
  action: number
  scene: number
}

/** Facts of beats by row, parents before children. Rows are only added. */
export class BeatRows {
  readonly list: BeatRow[] = []
  readonly actions = new Table<BeatAction>(keyOf)
  readonly scenes = new Table<string>((path) => path)
  readonly #places = new Map<Oid, number>()

  get length(): number {
    return this.list.length
  }

  rowOf(id: Oid): number | undefined {
    return this.#places.get(id)
  }

  idOf(row: number): Oid {
    return this.list[row]?.id ?? ''
  }

  parentOf(row: number): number {
    return this.list[row]?.parent ?? -1
  }

  /** Adds a commit whose first parent already has a row. A commit made outside the app gets the number of the beat before it. */
  add(commit: Commit): void {
    const { subject, n, kind, action, actor, as, agent, scene, time, parent: parentId } = beatFactsOf(commit).facts
    const parent = (parentId === undefined ? undefined : this.#places.get(parentId)) ?? -1
    this.put({
      id: commit.id,
      subject,
      parent,
      n: kind === 'foreign' ? (this.list[parent]?.n ?? 0) : n,
      seconds: Math.floor(time / 1000),
      action: this.actions.placeOf({ kind, action, actor, ...(as === undefined ? {} : { as }), ...(agent === undefined ? {} : { agent }) }),
      scene: scene === undefined ? -1 : this.scenes.placeOf(scene)
    })
  }

  put(row: BeatRow): void {
    this.#places.set(row.id, this.list.push(row) - 1)
  }

  /** The rows from `from` on, for a reader who has the earlier ones, `limit` at most. */
  columns(from: number, limit: number): BeatColumns {
    const columns: BeatColumns = { from, ids: '', back: [], steps: [], seconds: [], actions: [], scenes: [], openings: [] }
    for (const [i, { id, subject, parent, n, seconds, action, scene }] of this.list.slice(from, from + limit).entries()) {
      const before = this.list[parent]
      columns.ids += id
      columns.back.push(before ? from + i - parent : 0)
      columns.steps.push(n - (before?.n ?? 0))
      columns.seconds.push(seconds - (before?.seconds ?? 0))
      columns.actions.push(action)
      columns.scenes.push(scene)
      if (this.actions.list[action]?.action === 'open_scene') columns.openings.push([from + i, subject])
    }
    return columns
  }

  /** The rows of the line of history that ends at a commit, oldest first; undefined if the commit has no row. */
  line(head: Oid): number[] | undefined {
    const last = this.#places.get(head)
    if (last === undefined) return undefined
    const line: number[] = []
    for (let row = last; row >= 0; row = this.parentOf(row)) line.push(row)
    return line.toReversed()
  }
}

/** A row as it stands in the file: without the names of its fields, which would be half of it. */
type SavedRow = [string, string, number, number, number, number, number]

/** The file's magic number. The version is raised when the format changes; a file of an older version is ignored and written again. */
const FORM = 'PROSCENIUM CHRONICLE 3 '
/** The length of the first line: the format, and the checksum of everything after it. */
const FIRST = FORM.length + 9

/** Encodes rows as one file: a line with the format and a checksum, then JSON. */
export function encodeRows({ list, actions, scenes }: BeatRows): Buffer {
  const body = Buffer.from(
    JSON.stringify({
      actions: actions.list,
      scenes: scenes.list,
      rows: list.map(({ id, subject, parent, n, seconds, action, scene }): SavedRow => [id, subject, parent, n, seconds, action, scene])
    })
  )
  return Buffer.concat([Buffer.from(`${FORM}${sumOf(body)}\n`), body])
}

/** Decodes a file of `encodeRows`; undefined if its content was changed in any way. */
export function decodeRows(bytes: Buffer): BeatRows | undefined {
  if (bytes.toString('latin1', 0, FIRST) !== `${FORM}${sumOf(bytes.subarray(FIRST))}\n`) return undefined
  const saved = JSON.parse(bytes.toString('utf8', FIRST)) as { actions: BeatAction[]; scenes: string[]; rows: SavedRow[] }
  const rows = new BeatRows()
  for (const action of saved.actions) rows.actions.placeOf(action)
  for (const scene of saved.scenes) rows.scenes.placeOf(scene)
  for (const [id, subject, parent, n, seconds, action, scene] of saved.rows) rows.put({ id, subject, parent, n, seconds, action, scene })
  return rows
}

const sumOf = (body: Buffer): string => crc32(body).toString(16).padStart(8, '0')
