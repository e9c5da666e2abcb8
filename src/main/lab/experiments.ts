import { join } from 'node:path'
import { z } from 'zod'
import { RunsAsked, type RunsProgress, type RunsReport } from '../../shared/analysis/run-verdicts'
import type { AbortSignalLike } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import { Usage } from '../../shared/table/turns'
import { NOTHING_USED } from '../../shared/table/usage'
import type { StoryReader } from '../story/reader'
import { Subjects } from '../story/coverage/subjects'
import { ExperimentOf, type Work } from './experiment'
import type { Lab } from './lab'
import { searches } from './solve'
import { tested } from './story-tests'
import { comparisons } from './versus'

/** Judges that compare runs, and what is known of their verdicts without asking any. */
export interface Judges {
  judge: (asked: RunsAsked, on: JudgingHost) => Promise<RunsReport>
  recorded: (asked: RunsAsked) => Promise<RunsReport | undefined>
}

/** `spent`: what was spent on the same judging before it was stopped. `spend`: called with all that was spent on it, after each answer. */
export interface JudgingHost {
  spent: Usage
  spend: (all: Usage) => void
  stop: AbortSignalLike
  tell: (at: RunsProgress) => void
}

const Judged = z.object({ spent: Usage, report: z.custom<RunsReport>().optional() })
type Judged = z.infer<typeof Judged>

/** Judging among the experiments of a campaign. Each vote is recorded at once with the campaign, so going on asks only for the others. */
const judging = ({ judge, recorded }: Judges): Work<RunsAsked, RunsProgress, RunsReport, Judged> => ({
  name: 'Judging',
  input: RunsAsked,
  kept: Judged,
  nothing: { spent: NOTHING_USED },
  async play(asked, { kept, keep, tell, stop }) {
    let { spent } = kept
    const spend = (all: Usage): void => keep({ spent: (spent = all) })
    const report = await judge(asked, { spent, spend, stop, tell })
    keep({ spent, report })
    if (stop.aborted && report.left + (report.waiting ?? 0) > 0) throw new Problem('refused', 'The judges were stopped.', { stopped: true })
  },
  async answer(asked, { report, spent }) {
    const known = report ?? (await recorded(asked))
    return known && { ...known, usage: spent }
  }
})

export type Experiments = ReturnType<typeof experimentsOf>

/** The experiments of an open campaign: one of each kind. `readOnly`: why nothing can be written, in a sentence. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- the types of all kinds are those of their work
export function experimentsOf(lab: Lab, campaign: StoryReader, readOnly: string | undefined, judges: Judges) {
  const file = (name: string): string | undefined => (readOnly === undefined ? join(campaign.history.home, 'lab', name) : undefined)
  const subjectsAt = (commit: string) => {
    const { subjects } = new Subjects(campaign).at(campaign.history.commit(commit).tree)
    return (kind: string): { id: string; label: string }[] =>
      subjects.flatMap(({ kind: one, entry: { id, label } }) => (one === kind ? [{ id, label }] : []))
  }
  return {
    compare: new ExperimentOf(comparisons(lab), file('comparison.json')),
    balance: new ExperimentOf(searches(lab), file('search.json')),
    tests: new ExperimentOf(tested(lab, subjectsAt), file('tests.json')),
    judge: new ExperimentOf(judging(judges), file('judging.json'))
  }
}
