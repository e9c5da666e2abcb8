import type { TableStatus } from '../../shared/table/present'

/** The notices without the problem for which the table had stopped, once it plays on; the same list if nothing changes. */
export function withoutStop<Notice extends { kind: string; text: string }>(
  notices: Notice[],
  before: Pick<TableStatus, 'stopped'>,
  now: Pick<TableStatus, 'stopped'>
): Notice[] {
  if (before.stopped === undefined || now.stopped !== undefined) return notices
  const left = notices.filter(({ kind, text }) => kind !== 'problem' || text !== before.stopped)
  return left.length < notices.length ? left : notices
}
