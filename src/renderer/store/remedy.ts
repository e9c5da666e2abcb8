import type { Present } from '../../shared/present'
import type { ProblemData } from '../../shared/problem'

/** Whether the settings are where a problem is mended. */
export const needsSettings = ({ data }: ProblemData): boolean => data?.['mend'] === 'settings'

/** The folder of a repository that is no campaign yet, where that is the problem. */
export const foreignIn = ({ data }: ProblemData): string | undefined =>
  data?.['mend'] === 'foreign' && typeof data['dir'] === 'string' ? data['dir'] : undefined

/** What helps a table that stopped because an agent failed: the settings, or playing on. Undefined while it plays, and where it stopped for something else. */
export function remedyOf({ table, problems }: Pick<Present, 'table' | 'problems'>): 'settings' | 'again' | undefined {
  if (table.running || table.stopped === undefined) return undefined
  const problem = problems.findLast(({ message }) => message === table.stopped)
  if (problem?.code !== 'agent-failed') return undefined
  return needsSettings(problem) ? 'settings' : 'again'
}
