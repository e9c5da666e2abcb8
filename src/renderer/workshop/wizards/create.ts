import type { WizardAnswers } from '../../../shared/contract/wizard-calls'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { openAt } from '../../files/open-at'
import { runCall } from '../../run-call'

/** Writes a wizard's files as one beat, and opens the first position to fill in. Returns whether that succeeded. */
export async function createThing(answers: WizardAnswers): Promise<boolean> {
  const done = await runCall(() => api.runWizard.mutate({ answers }))
  if (!done) return false
  await savedEdit(done.beat)
  const { path, line, column } = done.plan.open
  openAt(path, line, column)
  return true
}
