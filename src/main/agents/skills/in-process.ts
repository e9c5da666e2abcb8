import type { ToolAnswer, ToolUse } from '../../../shared/table/agents'
import type { Offer, PossibleOffer } from '../../../shared/story/game'
import type { JsonObject } from '../../../shared/base/json'
import { failedSkill, SKILL_SECONDS, type SavedSkill, type Skill, type SkillResult } from '../../../shared/table/skills'
import type { ToolShape } from '../../../shared/table/turns'
import { generalShapes, sharedShapes, useOf } from '../context/shapes'
import type { PlanEvent } from '../../../shared/plans/events'

/** The operations on the story that the skills of one seat use. */
interface SkillSeat {
  /** The present offers of the seat, with the values that can be chosen; with `only`, those of that name. */
  offers(only?: string): readonly Offer[]
  /** The names that the seat knows, by id. */
  names(): Readonly<Record<string, string>>
  /** All offers that the seat may ever get. */
  everyOffer(): readonly PossibleOffer[]
  /** Uses a tool for an action of a plan. A refusal is an answer that isn't `ok`. Throws a Problem for failures that the seat can't prevent. */
  use(use: ToolUse, actionId: string): Promise<Pick<ToolAnswer, 'ok' | 'text'> & { saved?: SavedSkill }>
}

/**
 * Every tool of a seat as a skill: its verbs, its lookups and the actions of the game, as in the offers. The schema of a skill has no choices,
 * because those change while a plan runs; a choice is checked when the skill runs.
 */
export function inProcessSkills(seat: SkillSeat): Skill[] {
  const [offers, every] = [seat.offers(), seat.everyOffer()]
  const ending = new Set([...every, ...offers].flatMap(({ name, cost }) => (cost === 'turn' ? [name] : [])))
  return generalShapes(offers, every).map((shape) => inProcess(shape, seat, ending.has(shape.action)))
}

function inProcess(shape: ToolShape, seat: SkillSeat, endsTurn: boolean): Skill {
  const { name, description, input_schema } = shape
  return {
    name,
    description,
    inputSchema: input_schema as JsonObject,
    state: [],
    timeoutSeconds: SKILL_SECONDS,
    runs: 'in-process',
    origin: 'the table',
    ...(endsTurn ? { endsTurn } : {}),
    misfit(parameters) {
      const use = useOf([shape], name, parameters)
      return typeof use === 'string' ? use : undefined
    },
    async run({ actionId, parameters }) {
      const own = seat.offers(shape.action)
      const offers = own.length > 0 ? own : seat.offers()
      const use = useOf(sharedShapes(offers), name, parameters, { offers, names: seat.names() })
      if (typeof use === 'string') return failedSkill(use)
      const { ok, text: answer, saved } = await seat.use(use, actionId)
      const text = use.understood === undefined ? answer : `${use.understood} ${answer}`
      if (!ok) return failedSkill(text)
      return { success: true, output: { text }, stateChanges: [], errors: [], ...(saved ? { saved } : {}) }
    }
  }
}

/** A recorded plan's external skills: they return what was recorded and start nothing. One whose changes weren't recorded is left out. */
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
