import type { ArrowId } from '../document'
import { Problem } from '../../shared/base/problem'
import { nextChance } from './chance'
import { fitsType } from './coercion'
import type { PlayEvent } from './events'
import { expose, exposeLikeRuntime } from './exposure'
import type { Playable, PlayableNode } from './playable'
import { MAX_PATTERN_STEPS, searchPattern, type PatternMatch } from './pattern'
import { MAX_TEXT, MAX_WORK, nodeAt, type OpenNode, type PlayState, type PlayValue } from './state'

/** The remaining tasks of an action. They form a stack, so that everything a node leads to comes before whatever follows the node. */
export type Task =
  | { do: 'play'; id: ArrowId; slot: number | null; from: OpenNode | undefined }
  /** The story line ends at a node: nothing is connected. */
  | { do: 'end'; at: OpenNode }
  /** The node has been played; `taken` is the line or action that was taken. */
  | { do: 'played'; at: OpenNode; taken: number | undefined }
  | { do: 'clear'; at: OpenNode }

/** Thrown in a play like the runtime's where the runtime throws: the rest of the action is dropped. */
export class RuntimeException extends Error {
  override readonly name = 'RuntimeException'
  constructor(
    message: string,
    readonly id: ArrowId | null
  ) {
    super(message)
  }
}

/** Thrown when an action exceeds its work limit: the play is stopped. */
export class TooMuchWork extends Error {}

/** The source of random numbers instead of the seed: a recorded trace. */
export type RandomSource = () => number | undefined

/** A caller's additions to a play: random numbers, and callbacks. */
export interface Listeners {
  draw?: RandomSource | undefined
  onLeave?: ((node: ArrowId, slot: number) => void) | undefined
  /** Called for every node that is shown, and again after each change of it. */
  onShow?: ((node: OpenNode) => void) | undefined
  /** The work limit of each action; by default `MAX_WORK`. */
  work?: number | undefined
}

/** A play during one action. It is mutable until `done` turns it into a state. */
export class PlayDraft {
  readonly doc: Playable
  readonly compat: boolean
  readonly events: PlayEvent[] = []
  readonly tasks: Task[] = []
  open: OpenNode[]
  count: number
  seen: number
  macro: PlayState['macro']
  variables: Record<string, PlayValue>
  tags: Record<string, Readonly<Record<string, string>>>
  chance: number
  pauses: number
  stopped = false
  /** The remaining part of `MAX_WORK`. */
  work: number
  readonly #listeners: Listeners

  constructor(doc: Playable, state: PlayState, listeners: Listeners = {}) {
    this.doc = doc
    this.compat = state.compat === 'js'
    this.open = [...state.open]
    this.count = state.count
    this.seen = state.seen
    this.macro = state.macro
    this.variables = { ...state.variables }
    this.tags = { ...state.tags }
    this.chance = state.chance
    this.pauses = state.pauses
    this.work = listeners.work ?? MAX_WORK
    this.#listeners = listeners
  }

  /** Pushes tasks so that the first argument runs first. */
  next(...tasks: Task[]): void {
    for (let i = tasks.length - 1; i >= 0; i--) {
      const task = tasks[i]
      if (task) this.tasks.push(task)
    }
  }

  /** Reports broken data: in a play like the runtime's it throws what the runtime would; otherwise an event says so and the play continues. */
  broken(id: ArrowId | null, message: string, runtimeMessage: string | undefined): void {
    if (!this.compat) this.problem(id, message)
    else if (runtimeMessage !== undefined) throw new RuntimeException(runtimeMessage, id)
  }

  problem(id: ArrowId | null, message: string): void {
    const node = id === null ? undefined : this.doc.nodes.get(id)?.node
    const problem = new Problem('bad-file', message, id === null ? {} : { node: id, ...(node ? { name: node.name } : {}) })
    this.events.push({ ev: 'problem', id, problem: problem.toJSON() })
  }

  /** Charges work; throws if the action exceeds its limit. */
  spend(units: number): void {
    this.work -= units
    if (this.work < 0) throw new TooMuchWork()
  }

  /** Searches for a pattern of the document. */
  search(pattern: string, text: string): PatternMatch {
    const limit = { left: MAX_PATTERN_STEPS }
    const match = searchPattern(pattern, text, limit)
    this.spend(MAX_PATTERN_STEPS - Math.max(0, limit.left))
    return match
  }

  /** The next random number in [0, 1). */
  draw(): number {
    this.spend(10)
    const fed = this.#listeners.draw?.()
    const { r, state } = nextChance(this.chance)
    this.chance = state
    const number = fed ?? r
    if (this.compat) this.events.push({ ev: 'rand', r: number })
    return number
  }

  /** A random whole number from `from` to `to`, both included, in either order. */
  whole(from: number, to: number): number {
    const low = Math.min(from, to)
    return Math.floor(this.draw() * (Math.max(from, to) - low + 1)) + low
  }

  /** A text with its placeholders replaced. */
  exposed(text: string, id: ArrowId): string {
    this.spend(text.length)
    const { text: exposed, cut } = (this.compat ? exposeLikeRuntime : expose)(text, this.doc, this)
    this.spend(exposed.length)
    if (cut)
      this.problem(id, `Node ${this.name(id)} can’t show all values: its text would be longer than ${MAX_TEXT} characters. Shorten the values.`)
    return exposed
  }

  name(id: ArrowId): string {
    const name = this.doc.nodes.get(id)?.node.name
    return name === undefined ? String(id) : `“${name}”`
  }

  /** Shows a node on the page. */
  push(node: OpenNode): void {
    this.open.push(node)
    this.#listeners.onShow?.(node)
  }

  put(node: OpenNode): void {
    this.#listeners.onShow?.(node)
    const index = node.serial - (this.open[0]?.serial ?? 0)
    if (this.open[index]?.serial === node.serial) this.open[index] = node
  }

  /** The current node on the page; the argument itself if it has left the page. */
  now(node: OpenNode): OpenNode {
    return nodeAt(this.open, node.serial) ?? node
  }

  /** Sets a variable. Returns false, with a problem, if it can't hold the value. */
  setVariable(id: ArrowId, to: PlayValue, at: ArrowId): boolean {
    const variable = this.doc.document.resources.variables.get(id)
    if (!variable) return false
    const from = this.variables[id] ?? variable.init
    if (!fitsType(to, variable.type)) {
      if (typeof to === 'string' && variable.type === 'str')
        this.problem(
          at,
          `Variable “${variable.name}” keeps its value: the new one is longer than ${MAX_TEXT} characters. Shorten what node ${this.name(at)} writes.`
        )
      else
        this.broken(
          at,
          `Variable “${variable.name}” can’t hold what node ${this.name(at)} writes. Change the node or the variable’s type.`,
          `Unable to Update Global Variable! Type Inconsistency: new value ${to}<${typeof to}> for ${id}<${variable.type}>`
        )
      return false
    }
    this.variables[id] = to
    this.events.push({ ev: 'var', id, name: variable.name, from, to })
    return true
  }

  setTag(character: ArrowId, key: string, value: string | null): void {
    const { [key]: _old, ...others } = this.tags[character] ?? {}
    // A changed tag keeps its place, a new one comes last.
    this.tags[character] = value === null ? others : { ...this.tags[character], [key]: value }
  }

  /** Leaves a node by an output slot. `taken`: the line or action, where one is. */
  leave(at: OpenNode, slot: number, taken?: number): void {
    this.#listeners.onLeave?.(at.id, slot)
    const to = this.doc.nodes.get(at.id)?.next.get(slot)
    this.next(to ? { do: 'play', id: to.id, slot: to.slot, from: at } : { do: 'end', at }, { do: 'played', at, taken })
  }

  node(at: OpenNode): PlayableNode | undefined {
    return this.doc.nodes.get(at.id)
  }
}
