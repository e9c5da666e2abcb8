import type { BeatContradictions } from './contradictions'
import type { Beat } from '../story/play'
import { isRemark, type ProblemData } from '../base/problem'

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
 * The report of `check` about a game and its campaign, most urgent first. Each finding has `data.file` and usually `data.line`. `data.level` is
 * "unreached" for unreachable facts and places and for places without a route back, and "remark" for findings that may be intended; `data.stock` is
 * true for an unchanged file of a bundled game.
 */
export interface CheckReport {
  findings: ProblemData[]
  /** The states visited and calls played between them, in the campaign's world or one generated for a game. 0: the game doesn't load. */
  states: number
  calls: number
  world: 'campaign' | 'made up'
  /** The contradictions between the story's narrations or speeches and the record; absent for a game alone. They are not errors of files. */
  contradictions?: BeatContradictions[]
}

/** The groups of `check`'s findings, most urgent first; `stock` contains possibly intended findings in the rules of a bundled game. */
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

/** The verification of the current line while the table rests: `checked` of `of` beats, and those with another result, oldest first. */
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
