import type { BeatColumns, BeatAction } from '../../../shared/analysis/chronicle'
import type { Commit } from '../git/commits'
import type { Oid } from '../git/oid'
import { factsOf } from '../beat-message'
import { Column, Table } from './column'

/** Names contain no line ends, because they come from lines of a message. */
const keyOf = ({ kind, action, actor, as, agent }: BeatAction): string => `${kind}\n${action}\n${actor}\n${as ?? '\n'}\n${agent ?? '\n'}`

/** Facts of beats by row, parents before children. Rows are only added. */
export class Rows {
  readonly ids: Oid[] = []
  readonly subjects: string[] = []
  readonly parents = new Column()
  readonly numbers = new Column()
  readonly seconds = new Column()
  readonly actionIndex = new Column()
  readonly scene = new Column()
  readonly actions = new Table<BeatAction>(keyOf)
  readonly scenes = new Table<string>((path) => path)
  readonly #rows = new Map<Oid, number>()

  get length(): number {
    return this.ids.length
  }

  rowOf(id: Oid): number | undefined {
    return this.#rows.get(id)
  }

  /** Adds a commit whose first parent already has a row. A commit made outside the app gets the number of the beat before it. */
  add(commit: Commit): void {
    const { facts } = factsOf(commit)
    const parent = facts.parent === undefined ? -1 : (this.#rows.get(facts.parent) ?? -1)
    const { kind, action, actor, as, agent } = facts
    const actionIndex = { kind, action, actor, ...(as === undefined ? {} : { as }), ...(agent === undefined ? {} : { agent }) }
    const before = parent < 0 ? 0 : this.numbers.at(parent)
    this.put(commit.id, facts.subject, [
      parent,
      kind === 'foreign' ? before : facts.n,
      Math.floor(facts.time / 1000),
      this.actions.placeOf(actionIndex),
      facts.scene === undefined ? -1 : this.scenes.placeOf(facts.scene)
    ])
  }

  /** Adds a row from the file: parent, number, seconds, indexes of action and scene. */
  put(id: Oid, subject: string, [parent, n, seconds, actionIndex, scene]: readonly [number, number, number, number, number]): void {
    this.#rows.set(id, this.ids.push(id) - 1)
    this.subjects.push(subject)
    this.parents.push(parent)
    this.numbers.push(n)
    this.seconds.push(seconds)
    this.actionIndex.push(actionIndex)
    this.scene.push(scene)
  }

  /** The rows from `from` on, for a reader who has the earlier ones, `limit` at most. */
  columns(from: number, limit: number): BeatColumns {
    const to = Math.max(from, Math.min(this.length, from + limit))
    const columns: Omit<BeatColumns, 'from' | 'ids'> = { back: [], steps: [], seconds: [], actions: [], scenes: [], openings: [] }
    const opening = this.actions.list.map(({ action }) => action === 'open_scene')
    for (let row = from; row < to; row++) {
      const parent = this.parents.at(row)
      const [n, time, actionIndex] = [this.numbers.at(row), this.seconds.at(row), this.actionIndex.at(row)]
      columns.back.push(parent < 0 ? 0 : row - parent)
      columns.steps.push(parent < 0 ? n : n - this.numbers.at(parent))
      columns.seconds.push(parent < 0 ? time : time - this.seconds.at(parent))
      columns.actions.push(actionIndex)
      columns.scenes.push(this.scene.at(row))
      if (opening[actionIndex]) columns.openings.push([row, this.subjects[row] ?? ''])
    }
    return { from, ids: this.ids.slice(from, to).join(''), ...columns }
  }

  /** The rows of the line of history that ends at a commit, oldest first; undefined if the commit has no row. */
  line(head: Oid): number[] | undefined {
    const last = this.#rows.get(head)
    if (last === undefined) return undefined
    const line: number[] = []
    for (let row = last; row >= 0; row = this.parents.at(row)) line.push(row)
    return line.toReversed()
  }
}
