import type { ArrowId } from '../../document'
import type { PlayValue } from '../state'

/** A request to count many plays of a document: how many, the most actions of each, the seed, the start, and values set from outside. */
export interface ReachWish {
  runs: number
  steps: number
  seed: number
  /** The start; by default the document's entry. */
  from?: ArrowId | undefined
  /** Initial values of variables, by variable id. */
  assume?: Readonly<Record<string, PlayValue>> | undefined
}

/** The number of plays that reached a node, and the number of visits in all. */
export interface ReachedNode {
  node: ArrowId
  plays: number
  times: number
}

/** How often a line or an action was offered and taken, and how often the story ended right after it. A line spoken by chance counts as offered. */
export interface ReachedOption {
  node: ArrowId
  index: number
  text: string
  offered: number
  taken: number
  dry: number
}

/**
 * Why a node was never reached. `dead`: nothing leads to it from the start. `gated`: conditions on the path need values that no reached node sets.
 * `unmet`: the conditions on the path were never met, though some node sets their values. `chance`: it was never chosen or drawn, or plays ended
 * earlier.
 */
export type Unreached = 'dead' | 'gated' | 'unmet' | 'chance'

/** A node that was never reached. `gates` are the reached nodes that could lead to it, each with the output that was never taken. */
export interface UnreachedNode {
  node: ArrowId
  why: Unreached
  /** The reason in one sentence with names. */
  words: string
  gates: { node: ArrowId; slot: number }[]
}

/** A variable or tag that conditions read and nothing in the document sets. */
export interface SetOutside {
  variable?: ArrowId
  character?: ArrowId
  name: string
  /** The value in these plays. */
  value: PlayValue | null
  assumed: boolean
}

/** The result of many plays of a document. */
export interface ReachReport {
  wish: ReachWish
  /** The number of counted plays; less than requested if the count was stopped. */
  runs: number
  /** The numbers of plays that ended, that ran out of actions, and that broken data stopped. */
  ended: number
  cut: number
  stopped: number
  nodes: ReachedNode[]
  options: ReachedOption[]
  unreached: UnreachedNode[]
  outside: SetOutside[]
  /** Each problem of broken data once, with the number of plays that encountered it. */
  problems: { message: string; node: ArrowId | null; plays: number }[]
}

/** The limits of one count. */
export const MAX_REACH_RUNS = 1_000_000
export const MAX_REACH_STEPS = 10_000
