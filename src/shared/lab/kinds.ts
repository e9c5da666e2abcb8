import type { Continuation } from './continuation'
import { COVERAGE_TITLES, type CoverageKind } from '../analysis/coverage'

/** The kinds of things that sessions exercise, the most telling first: those of the coverage report without code, facts, and quests. */
export const LAB_KINDS = ['event', 'quest', 'location', 'fact', 'node', 'action', 'condition', 'item', 'row'] as const
export type LabKind = (typeof LAB_KINDS)[number]
export const LAB_TITLES: Readonly<Record<LabKind, string>> = { ...COVERAGE_TITLES, fact: 'Facts', quest: 'Quests' } satisfies Record<
  CoverageKind | 'fact' | 'quest',
  string
>

/** The numbers of sessions whose means are compared. */
export const COMPARED_NUMBERS = ['beats', 'minutes', 'scenes', 'dead', 'stuck', 'refused', 'repeated'] as const
export type ComparedNumber = (typeof COMPARED_NUMBERS)[number]
export const COMPARED_LABELS: Readonly<Record<ComparedNumber, string>> = {
  beats: 'Beats',
  minutes: 'Minutes of the story',
  scenes: 'Scenes',
  dead: 'Dead at the end',
  stuck: 'Longest stretch without a change, in beats',
  refused: 'Refused calls',
  repeated: 'Words said again'
}

/** How a continuation stands, in words. */
export const CONTINUATION_WORDS: Readonly<Record<Continuation['status'], string>> = {
  playing: 'is being played',
  done: 'done',
  ended: 'the story ended',
  stopped: 'stopped',
  capped: 'stopped at the cap',
  failed: 'failed',
  interrupted: 'interrupted'
}

/** Where the branches of sessions are that were opened or continued. */
export const SESSION_BRANCHES = 'playtest/'
/** The branch of a session of a run. */
export const sessionBranch = (run: string, session: number): string => `${SESSION_BRANCHES}${run}/${session}`
