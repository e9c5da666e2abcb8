import type { WizardCalls } from '../../shared/contract/wizard-calls'
import { runWizard, wizardPlan } from '../story/wizards/run'
import type { Desk } from './desk'
import { edited } from './world-calls'

/** The calls of the wizards that add to a game. */
export const wizardCalls = (desk: Desk): WizardCalls => ({
  wizardPlan: async ({ answers }) => wizardPlan(desk.current().campaign, answers),
  runWizard: ({ answers }) =>
    edited(desk, async (campaign) => {
      const { beat, plan } = await runWizard(campaign, answers)
      return { beat, plan }
    })
})
