import type { Present } from '../../shared/table/present'
import type { ProblemData } from '../../shared/base/problem'

/** Whether the settings are the remedy for a problem. */
export const needsSettings = ({ data }: ProblemData): boolean => data?.['remedy'] === 'settings'

/** The folder of a repository that is not a campaign yet, if that is the problem. */
export const foreignIn = ({ data }: ProblemData): string | undefined =>
  data?.['remedy'] === 'foreign' && typeof data['dir'] === 'string' ? data['dir'] : undefined

/** A character's sheet that doesn't exist: its path, and the character's id. */
export interface MissingSheet {
  path: string
  id: string
}

/** The sheet to create, if its absence is the problem. */
export function missingSheetOf({ data }: ProblemData): MissingSheet | undefined {
  const missing = data?.['missing'] as { kind?: unknown; name?: unknown } | undefined
  return missing?.kind === 'sheet' && typeof missing.name === 'string' && typeof data?.['file'] === 'string'
    ? { path: data['file'], id: missing.name }
    : undefined
}

/** The remedy for a table that stopped because an agent failed: the settings, or Resume. Undefined while it plays or if it stopped for another reason. */
export function remedyOf({ table, problems }: Pick<Present, 'table' | 'problems'>): 'settings' | 'again' | undefined {
  if (table.running || table.stopped === undefined) return undefined
  const problem = problems.findLast(({ message }) => message === table.stopped)
  if (problem?.code !== 'agent-failed') return undefined
  return needsSettings(problem) ? 'settings' : 'again'
}
