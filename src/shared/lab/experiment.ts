import type { RunsAsked, RunsReport } from '../analysis/run-verdicts'
import type { LabComparison, Versus } from './comparison'
import type { LabSolution, Search } from './solution'
import type { TestReport, WantedTests } from './story-tests'

/** What each kind of experiment is asked, and what it finds. */
export interface Kinds {
  compare: { input: Versus; answer: LabComparison }
  balance: { input: Search; answer: LabSolution }
  tests: { input: WantedTests; answer: TestReport }
  judge: { input: RunsAsked; answer: RunsReport }
}
export const EXPERIMENTS = ['compare', 'balance', 'tests', 'judge'] as const satisfies readonly (keyof Kinds)[]
export type ExperimentKind = (typeof EXPERIMENTS)[number]

/** How an experiment stands. One that is interrupted was left by an app that ended; like a stopped one it goes on when it is begun with the same input. */
export type ExperimentStatus = 'running' | 'interrupted' | 'stopped' | 'failed' | 'done'

/**
 * The experiment of a kind that was begun last. `input`: absent if its file can't be read. `when`: when it ended, in ms, unless it is running. `answer`: what is
 * known so far, unless it is running. `problem`: why it failed, in a sentence.
 */
export interface Experiment<Input, Answer> {
  input?: Input
  status: ExperimentStatus
  when?: number
  answer?: Answer
  problem?: string
}
export type LabExperiments = { [Kind in ExperimentKind]?: Experiment<Kinds[Kind]['input'], Kinds[Kind]['answer']> }
