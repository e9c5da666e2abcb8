import { join } from 'node:path'
import type { StoryReader } from '../story/reader'
import { Subjects } from '../story/coverage/subjects'
import { ExperimentOf } from './experiment'
import type { Lab } from './lab'
import { searches } from './solve'
import { tested } from './story-tests'
import { comparisons } from './versus'

export type Experiments = ReturnType<typeof experimentsOf>

/** The experiments of an open campaign: one of each kind. `readOnly`: why nothing can be written, in a sentence. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- the types of all kinds are those of their work
export function experimentsOf(lab: Lab, campaign: StoryReader, readOnly: string | undefined) {
  const file = (name: string): string | undefined => (readOnly === undefined ? join(campaign.history.home, 'lab', name) : undefined)
  const subjectsAt = (commit: string) => {
    const { subjects } = new Subjects(campaign).at(campaign.history.commit(commit).tree)
    return (kind: string): { id: string; label: string }[] =>
      subjects.flatMap(({ kind: one, entry: { id, label } }) => (one === kind ? [{ id, label }] : []))
  }
  return {
    compare: new ExperimentOf(comparisons(lab), file('comparison.json')),
    balance: new ExperimentOf(searches(lab), file('search.json')),
    tests: new ExperimentOf(tested(lab, subjectsAt), file('tests.json'))
  }
}
