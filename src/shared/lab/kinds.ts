import { COVERAGE_TITLES, type CoverageKind } from '../analysis/coverage'

/** The kinds of things that sessions exercise, the most telling first: those of the coverage report without code, and facts. */
export const LAB_KINDS = ['event', 'location', 'fact', 'node', 'action', 'condition', 'item', 'row'] as const
export type LabKind = (typeof LAB_KINDS)[number]
export const LAB_TITLES: Readonly<Record<LabKind, string>> = { ...COVERAGE_TITLES, fact: 'Facts' } satisfies Record<CoverageKind | 'fact', string>
