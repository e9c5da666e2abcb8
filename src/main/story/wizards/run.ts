import type { WizardAnswers, WizardPlan } from '../../../shared/contract/workshop-calls'
import { FILE_EDIT } from '../edits/edit-history'
import type { StoryEditor, StoryReader } from '../reader'
import { Problem } from '../../../shared/base/problem'
import type { SavedBeat } from '../story'
import { planWizard } from './plan'

/** The files that a wizard would write into the committed campaign. Throws Problem. */
export function wizardPlan({ history, past, snapshot }: StoryReader, answers: WizardAnswers): WizardPlan {
  const { commit, game, state } = snapshot
  return planWizard({ game, state, paths: [...history.files(commit.tree).keys()], text: (path) => past.files.text(commit.tree, path) }, answers)
}

/** Writes the files of a wizard as one beat by the designer. Throws Problem; then nothing has changed. */
export async function runWizard(campaign: StoryEditor, answers: WizardAnswers): Promise<SavedBeat & { plan: WizardPlan }> {
  const plan = wizardPlan(campaign, answers)
  const files = new Map(plan.files.map(({ path, text }) => [path, Buffer.from(text)]))
  try {
    return { ...(await campaign.edit(files, plan.subject, { kind: 'edit', action: FILE_EDIT, params: {} })), plan }
  } catch (thrown) {
    if (!(thrown instanceof Problem) || (thrown.code !== 'bad-file' && thrown.code !== 'rule-failed')) throw thrown
    throw new Problem('refused', `${thrown.message} Nothing was changed.`, thrown.data)
  }
}
