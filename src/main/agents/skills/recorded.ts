import type { PlanEvent } from '../../../shared/plans/events'
import { failedSkill, SKILL_SECONDS, type Skill, type SkillResult } from '../../../shared/table/skills'

/**
 * The external skills of a recorded plan, which return their recorded results and start nothing. A skill is left out if an older recording does not
 * contain its changes.
 */
export function recordedSkills(events: readonly PlanEvent[]): Skill[] {
  const bySkill = new Map<string, Map<string, SkillResult>>()
  const older = new Set<string>()
  for (const event of events) {
    if (event.event !== 'SkillExecuted' || event.runs !== 'external') continue
    const { actionId, skill, status, output, errors, stateChanges, stderr } = event
    if (status === 'done' && stateChanges === undefined) older.add(skill)
    const answer: SkillResult = status === 'done' ? { success: true, output, stateChanges: stateChanges ?? [], errors } : failedSkill(...errors)
    const answers = bySkill.get(skill) ?? new Map<string, SkillResult>()
    bySkill.set(skill, answers.set(actionId, stderr === undefined ? answer : { ...answer, stderr }))
  }
  return [...bySkill].filter(([name]) => !older.has(name)).map(([name, answers]) => recordedSkill(name, answers))
}

const recordedSkill = (name: string, answers: ReadonlyMap<string, SkillResult>): Skill => ({
  name,
  description: 'Answers what was recorded.',
  inputSchema: { type: 'object' },
  state: [],
  timeoutSeconds: SKILL_SECONDS,
  runs: 'external',
  origin: 'the recording',
  misfit: () => undefined,
  run: ({ actionId }) => Promise.resolve(answers.get(actionId) ?? failedSkill(`The recording has no answer of ${name} for "${actionId}".`))
})
