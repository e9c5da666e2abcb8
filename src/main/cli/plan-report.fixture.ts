import type { PlanReport } from '../../shared/contract/world-calls'

/** A plan of two actions of which one failed. */
export const planReport: PlanReport = {
  violations: [],
  events: [
    { event: 'PlanGenerated', ms: 1, plan: { actions: [] }, order: ['a', 'b'], repaired: 'The text around it was left out.' },
    {
      event: 'SkillExecuted',
      ms: 2,
      actionId: 'a',
      skill: 'establish',
      runs: 'in-process',
      status: 'done',
      output: { text: 'Noted.' },
      errors: [],
      tries: 1,
      took: 1
    },
    { event: 'StateUpdated', ms: 2, actionId: 'a', beat: 'c0ffee', n: 12, words: "Odo's bell hangs again.", changes: 1 },
    {
      event: 'SkillExecuted',
      ms: 9,
      actionId: 'b',
      skill: 'inventory',
      runs: 'external',
      status: 'failed',
      output: {},
      errors: ['There is no rope.'],
      stderr: 'looked for rope\n',
      tries: 1,
      took: 6
    }
  ]
}
