import type { ArrowId } from '../../document'
import type { PlayValue } from '../state'

/** Many plays of a document to count: how many, how many actions each may have, the seed of all, the start, and values set from outside. */
export interface ReachWish {
  runs: number
  steps: number
  seed: number
  /** By default the document's entry. */
  from?: ArrowId | undefined
  /** Values that variables start with, by variable id. */
  assume?: Readonly<Record<string, PlayValue>> | undefined
}

/** How often a node was reached: in how many plays, and how often in all. */
export interface ReachedNode {
  node: ArrowId
  plays: number
  times: number
}

/** How often a line or an action was offered and taken, and how often the story ended right after it. A line said by chance counts as offered. */
export interface ReachedOption {
  node: ArrowId
  index: number
  text: string
  offered: number
  taken: number
  dry: number
}

/**
 * Why a node was never reached. `dead`: nothing leads to it from the start. `gated`: conditions on the way ask for values that nothing reached sets.
 * `unmet`: the conditions on the way were never met, though something sets their values. `chance`: it was never chosen or drawn, or plays ended
 * before.
 */
export type Unreached = 'dead' | 'gated' | 'unmet' | 'chance'

/** A node that was never reached. `gates` are the reached nodes that would lead on to it, each with the output that was never taken. */
export interface UnreachedNode {
  node: ArrowId
  why: Unreached
  /** Why, in one sentence with names. */
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

/** What many plays of a document reached. */
export interface ReachReport {
  wish: ReachWish
  /** The plays that were counted; fewer than wished if they were stopped. */
  runs: number
  /** Plays that came to an end, that had used up their actions, and that broken data stopped. */
  ended: number
  cut: number
  stopped: number
  nodes: ReachedNode[]
  options: ReachedOption[]
  unreached: UnreachedNode[]
  outside: SetOutside[]
  /** Each problem of broken data once, with how many plays met it. */
  problems: { message: string; node: ArrowId | null; plays: number }[]
}

/** The limits of one count. */
export const MAX_RUNS = 1_000_000
export const MAX_REACH_STEPS = 10_000
