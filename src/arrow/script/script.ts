import type { ArrowDocument, ArrowId, ArrowNode, ArrowScene } from '../document'
import { isForked, nodeIn, nodeRows, type OwnRow, type Way, waysOf, outputRow } from './own-rows'
import { isWritten, keyOf, type ScriptRow, type Script, type ScriptOutput } from './rows'

/** Choices nested deeper than this begin a part of their own, so that no line becomes unreadably narrow. */
const MAX_NESTED = 12

/** A branching node: the rows inside its options, and the nodes where they meet again. */
interface Fork {
  readonly node: ArrowId
  readonly meeting: ArrowId[]
}
/** The options and branches that lead to a row, outermost first. */
type Path = readonly { readonly fork: Fork; readonly output: ScriptOutput }[]

/**
 * The script of a scene: the rows that its entry leads to, then every other part that no earlier row leads to. A node where branches meet again
 * appears once, after them; the branches link down to it. A connection back, or to a part above, is a link.
 */
export function scriptOf(document: ArrowDocument, sceneId: ArrowId): Script {
  const scene = document.resources.scenes.get(sceneId)
  const rows = scene ? new Writer(document, scene).rows() : []
  return { rows, numbers: new Map(rows.map(({ key }, k) => [key, k])) }
}

class Writer {
  readonly #rows: ScriptRow[] = []
  readonly #done = new Set<ArrowId>()
  /** For each node of the current part: the number of forward connections still to come, and the common path of those so far. */
  readonly #left = new Map<ArrowId, number>()
  readonly #common = new Map<ArrowId, Path>()
  readonly #back = new Set<string>()
  /** Parts that are nested too deeply to follow the node that leads to them. */
  readonly #later: ArrowId[] = []

  constructor(
    readonly document: ArrowDocument,
    readonly scene: ArrowScene
  ) {}

  rows(): ScriptRow[] {
    for (const root of this.#roots()) {
      if (!this.#begin(root)) continue
      this.#count(root)
      this.#run(root, 0, [])
      // Nodes of deeper parts were counted with their root.
      for (let deep = this.#later.shift(); deep !== undefined; deep = this.#later.shift()) if (this.#begin(deep)) this.#run(deep, 0, [])
    }
    return this.#rows
  }

  /** The entry first, then other entries, targets of jumps, nodes without a predecessor, and nodes that are only in a cycle. */
  *#roots(): Generator<ArrowId> {
    const { map, entry } = this.scene
    const ids = [...map.keys()]
    const ledTo = new Set([...map.values()].flatMap(({ io = [] }) => io.map(([, , to]) => to)))
    const type = (id: ArrowId): string | undefined => this.document.resources.nodes.get(id)?.type
    yield entry
    yield* ids.filter((id) => type(id) === 'entry')
    yield* ids.filter((id) => !ledTo.has(id) && type(id) !== 'frame')
    yield* ids.filter((id) => type(id) !== 'frame')
    yield* ids
  }

  /** Begins a part, unless its first node has a row already. */
  #begin(root: ArrowId): boolean {
    if (this.#done.has(root) || !this.scene.map.has(root) || !this.document.resources.nodes.has(root)) return false
    if (this.#rows.length > 0) this.#rows.push({ key: `${root}:part`, kind: 'part', depth: 0, node: root, text: '' })
    return true
  }

  #node(id: ArrowId): ArrowNode {
    return nodeIn(this.document, id)
  }
  #put(rows: readonly OwnRow[], depth: number, path: Path): void {
    for (const row of rows) this.#rows.push({ ...row, depth, ...insideOf(path) })
  }
  readonly #known = new Map<ArrowId, Way[]>()
  #outputs(id: ArrowId): Way[] {
    let outputs = this.#known.get(id)
    if (!outputs) this.#known.set(id, (outputs = waysOf(this.scene, id, this.#node(id))))
    return outputs
  }

  /** Counts the forward connections between the nodes that a root leads to, and records which ones lead back. */
  #count(root: ArrowId): void {
    const state = new Map<ArrowId, 'open' | 'closed'>([[root, 'open']])
    const stack = [{ id: root, outputs: this.#outputs(root), at: 0 }]
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const output = top.outputs[top.at++]
      if (!output) {
        state.set(top.id, 'closed')
        stack.pop()
        continue
      }
      if (output.to === undefined || this.#done.has(output.to)) continue
      const seen = state.get(output.to)
      if (seen === 'open') {
        this.#back.add(`${top.id}:${output.slot}`)
        continue
      }
      this.#left.set(output.to, (this.#left.get(output.to) ?? 0) + 1)
      if (seen) continue
      state.set(output.to, 'open')
      stack.push({ id: output.to, outputs: this.#outputs(output.to), at: 0 })
    }
  }

  /** Writes a node and its successors at the same depth, until the path ends or links elsewhere. */
  #run(start: ArrowId, depth: number, path: Path): void {
    for (let id: ArrowId | undefined = start; id !== undefined;) {
      this.#done.add(id)
      this.#put(nodeRows(this.document, this.scene, id), depth, path)
      const outputs = this.#outputs(id)
      const [only] = outputs
      if (!isForked(this.#node(id), outputs)) {
        id = only === undefined ? undefined : this.#arrive({ node: id, slot: only.slot }, only.to, depth, path)
        continue
      }
      const meeting = this.#fork(id, outputs, depth, path)
      id = undefined
      for (const [k, met] of meeting.entries()) {
        if (k === meeting.length - 1) id = met
        else this.#run(met, depth, path)
      }
    }
  }

  /** Writes the options or branches of a node with what follows each. Returns the nodes where they meet again. */
  #fork(node: ArrowId, outputs: readonly Way[], depth: number, path: Path): readonly ArrowId[] {
    const fork: Fork = { node, meeting: [] }
    for (const { slot, to } of outputs) {
      const output = { node, slot }
      this.#put([outputRow(this.document, this.scene, output)], depth + 1, path)
      const inner = [...path, { fork, output }]
      const next = this.#arrive(output, to, depth + 2, inner)
      if (next !== undefined) this.#run(next, depth + 2, inner)
    }
    return fork.meeting
  }

  /** Follows a connection: returns the node if its rows belong here, otherwise writes a link to it. */
  #arrive(output: ScriptOutput, to: ArrowId | undefined, depth: number, path: Path): ArrowId | undefined {
    if (to === undefined) return undefined
    const link = (down: boolean): undefined => {
      this.#rows.push({
        key: `${output.node}:${output.slot}:to`,
        kind: 'link',
        depth,
        ...output,
        text: '',
        target: to,
        ...(down ? { down } : {}),
        ...insideOf(path)
      })
      return undefined
    }
    if (this.#done.has(to) || this.#back.has(keyOf(output.node, output.slot))) return link(false)
    const left = (this.#left.get(to) ?? 1) - 1
    this.#left.set(to, left)
    const common = inCommon(this.#common.get(to), path)
    this.#common.set(to, common)
    if (left > 0) return link(true)
    if (common.length < path.length) {
      path[common.length]?.fork.meeting.push(to)
      return link(true)
    }
    if (path.length <= MAX_NESTED) return to
    this.#later.push(to)
    return link(true)
  }
}

const insideOf = (path: Path): { inside?: ScriptOutput } => {
  const last = path.at(-1)
  return last ? { inside: last.output } : {}
}

function inCommon(before: Path | undefined, path: Path): Path {
  if (!before) return path
  let length = 0
  while (length < before.length && length < path.length && sameWay(before[length]?.output, path[length]?.output)) length++
  return path.slice(0, length)
}
const sameWay = (a: ScriptOutput | undefined, b: ScriptOutput | undefined): boolean => a?.node === b?.node && a?.slot === b?.slot

/** The row of a script that shows a node: the first editable one, otherwise the first. */
export function rowOf({ rows }: Script, node: ArrowId): ScriptRow | undefined {
  const own = rows.filter((row) => row.node === node && row.kind !== 'link' && row.kind !== 'part')
  return own.find(isWritten) ?? own[0]
}
