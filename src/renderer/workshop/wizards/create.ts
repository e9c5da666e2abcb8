import type { WizardAnswers } from '../../../shared/wizard-calls'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { openAt } from '../../files/open-at'
import { runCall } from '../../run-call'

/** Writes what a wizard was answered as one beat, and opens the first place to fill in. Returns whether it was written. */
export async function createThing(answers: WizardAnswers): Promise<boolean> {
  const done = await runCall(() => api.runWizard.mutate({ answers }))
  if (!done) return false
  await savedEdit(done.beat)
  const { path, line, column } = done.plan.open
  openAt(path, line, column)
  return true
}
