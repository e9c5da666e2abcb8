import type { ToolAnswer, ToolUse } from '../../../shared/agents'
import type { Offer, PossibleOffer } from '../../../shared/game'
import type { JsonObject } from '../../../shared/json'
import { failedSkill, SKILL_SECONDS, type SavedSkill, type Skill } from '../../../shared/skills'
import type { ToolShape } from '../../../shared/turns'
import { generalShapes, sharedShapes, useOf } from '../context/shapes'

/** The story as the skills of one seat use it. */
export interface SkillSeat {
  /** What the seat can do now, with the values that can be chosen. */
  offers(): readonly Offer[]
  /** Everything that it may be offered at some time. */
  everyOffer(): readonly PossibleOffer[]
  /** Uses a tool, for an action of a plan. A refusal is an answer that isn't `ok`; a Problem is thrown for what the seat can't help. */
  use(use: ToolUse, actionId: string): Promise<Pick<ToolAnswer, 'ok' | 'text'> & { saved?: SavedSkill }>
}

/**
 * Every tool of a seat as a skill: its verbs, its looks and the actions of the game, as the offers have them. The schema of a skill holds no choices,
 * because those change while a plan runs; what can be chosen is checked when the skill runs.
 */
export function inProcessSkills(seat: SkillSeat): Skill[] {
  const [offers, every] = [seat.offers(), seat.everyOffer()]
  const aliases = new Map(sharedShapes(offers).map((shape) => [shape.name, shape.aliases ?? {}]))
  const ending = new Set([...every, ...offers].flatMap(({ name, cost }) => (cost === 'turn' ? [name] : [])))
  return generalShapes(offers, every).map((shape) => inProcess({ ...shape, aliases: aliases.get(shape.name) ?? {} }, seat, ending.has(shape.action)))
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
      const offers = seat.offers()
      const own = offers.filter((offer) => offer.name === shape.action)
      const use = useOf(sharedShapes(own.length > 0 ? own : offers), name, parameters)
      if (typeof use === 'string') return failedSkill(use)
      const { ok, text, saved } = await seat.use(use, actionId)
      if (!ok) return failedSkill(text)
      return { success: true, output: { text }, stateChanges: [], errors: [], ...(saved ? { saved } : {}) }
    }
  }
}
