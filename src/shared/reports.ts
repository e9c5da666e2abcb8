import type { BeatContradictions } from './contradictions'
import type { Beat } from './play'
import { isRemark, type ProblemData } from './problem'

export interface VerifyReport {
  play: number
  edit: number
  foreign: number
  /** The number of beats played by another engine, whose results may differ and can't be compared. */
  otherEngine: number
  mismatches: { beat: Beat; message: string; paths: string[] }[]
  /** The last beat that had been verified before. Neither it nor earlier beats are in the counts. */
  since?: { commit: string; n: number }
}

/**
 * What `check` reports about a game and its campaign, most urgent first. Each finding has `data.file` and mostly `data.line`. `data.level` is
 * "unreached" for facts and places that nobody reaches or gets back from, and "remark" for what may be intended; `data.stock` is true for an
 * unchanged file of a bundled game.
 */
export interface CheckReport {
  findings: ProblemData[]
  /**
   * The number of states visited and of calls played between them, in the campaign's world or in one generated for a game alone. 0: the game
   * doesn't load.
   */
  states: number
  calls: number
  world: 'campaign' | 'made up'
  /** What the story's narrations and speeches say against the record; absent for a game alone. They are no errors of files. */
  contradictions?: BeatContradictions[]
}

/** The groups of `check`'s findings, most urgent first; `stock` is what may be intended in the rules of a bundled game. */
export const FINDING_GROUPS = ['errors', 'unreached', 'intentions', 'stock'] as const
export type FindingGroup = (typeof FINDING_GROUPS)[number]

/** The group of a finding. */
export function groupOf(finding: ProblemData): FindingGroup {
  if (!isRemark(finding)) return 'errors'
  if (finding.data?.['stock'] === true) return 'stock'
  return finding.data?.['level'] === 'unreached' ? 'unreached' : 'intentions'
}

/** Findings by group, each group in the order given. */
export function groupsOf(findings: readonly ProblemData[]): Record<FindingGroup, ProblemData[]> {
  const groups: Record<FindingGroup, ProblemData[]> = { errors: [], unreached: [], intentions: [], stock: [] }
  for (const one of findings) groups[groupOf(one)].push(one)
  return groups
}

/** How far the current line has been replayed while the table rests: `checked` of `of` beats, and those that came out differently, oldest first. */
export interface Verified {
  checked: number
  of: number
  wrong: { beat: string; n: number; message: string }[]
}

/** The progress of a check: the part, the steps done, and the maximum number of steps. */
export interface CheckProgress {
  part: 'play' | 'ways'
  done: number
  of: number
}
