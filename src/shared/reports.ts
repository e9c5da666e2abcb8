import { z } from 'zod'
import { Beat } from './play'
import { isRemark, ProblemData } from './problem'

export const VerifyReport = z.object({
  play: z.number(),
  edit: z.number(),
  foreign: z.number(),
  /** Beats played by another engine than this one, whose results may differ: not comparable. */
  otherEngine: z.number(),
  mismatches: z.array(z.object({ beat: Beat, message: z.string(), paths: z.array(z.string()) })),
  /** The last beat that was known as checked before, and is not among the counts, nor what stands before it. */
  since: z.object({ commit: z.string(), n: z.number() }).optional()
})
export type VerifyReport = z.infer<typeof VerifyReport>

/**
 * What `check` says of a game and its campaign, most urgent first. Each finding has `data.file` and mostly `data.line`; `data.level` is "unreached" for facts and places that
 * nobody comes to or back from, and "remark" for what may be intended; `data.stock` is true in a file of a bundled game that nobody changed.
 */
export const CheckReport = z.object({
  findings: z.array(ProblemData),
  /** States looked at and calls played between them, in the campaign's world or in one made up for a game alone. 0: the game does not load. */
  states: z.number().int(),
  calls: z.number().int(),
  world: z.enum(['campaign', 'made up'])
})
export type CheckReport = z.infer<typeof CheckReport>

/** What findings of `check` are told in, most urgent first; `stock` is what may be intended in the rules of a bundled game. */
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

/** How far the line that is played has been replayed while the table rested: `checked` of `of` beats, and those that came out otherwise, oldest first. */
export const Verified = z.object({
  checked: z.number().int(),
  of: z.number().int(),
  wrong: z.array(z.object({ beat: z.string(), n: z.number().int(), message: z.string() }))
})
export type Verified = z.infer<typeof Verified>

/** How far a check has come: at which part, and how many of how many steps of it, at most. */
export interface CheckProgress {
  part: 'play' | 'ways'
  done: number
  of: number
}
