import type { Offer } from '../../../shared/story/game'
import type { SkillExecuted } from '../../../shared/plans/events'
import { listed } from '../../../shared/words/labels'
import type { Skill } from '../../../shared/table/skills'
import { TELLING } from '../../engine/verbs'
import { sharedShapes } from '../context/shapes'
import { defusedLine } from '../context/fence'

/** The tool that takes a plan. */
export const RUN_PLAN = 'run_plan'

const PLAN_OFFER: Offer = {
  name: RUN_PLAN,
  description: 'Have a plan done. Its actions use skills; the piece "skills" lists them.',
  params: [
    {
      name: 'plan',
      type: 'string',
      description:
        'The plan as JSON alone: {"reasoning"?: "…", "actions": [{"actionId": "a", "skillName": "…", "parameters": {…}}], "dependencies"?: {"b": ["a"]}}.',
      required: true,
      json: 'plan'
    }
  ],
  cost: 'free'
}

const isNarrate = ({ name, as }: Offer): boolean => name === 'narrate' && as === undefined

/** Returns whether the DM can plan now: it is the DM's turn, and the DM can narrate the results and then continue the turn. */
export const canPlan = (offers: readonly Offer[]): boolean => offers.some((offer) => isNarrate(offer) && offer.cost === 'free')

/** The offers of a seat that plans: the plan, which may use `tools`, the narration after it, and lookups. */
export function planOffers(offers: readonly Offer[], tools: readonly Pick<Skill, 'name' | 'inputSchema'>[] = []): Offer[] {
  const skills = Object.fromEntries(tools.map(({ name, inputSchema }) => [name, inputSchema]))
  const plan = tools.length === 0 ? PLAN_OFFER : { ...PLAN_OFFER, params: PLAN_OFFER.params.map((param) => ({ ...param, skills })) }
  return [plan, ...offers.filter((offer) => isNarrate(offer) || offer.cost === 'look')]
}

/** The skills that only look something up. */
const LOOKS: ReadonlySet<string> = new Set(['recall', 'get_location', 'get_exits'])

/** Returns whether the actions of a plan narrated all of its results themselves. */
export const narratesItself = (results: readonly SkillExecuted[]): boolean =>
  results.every(({ skill, status }) => status === 'done' && (TELLING.has(skill) || LOOKS.has(skill)))

/** The result of each action, for the narrator. */
export function resultsText(results: readonly SkillExecuted[]): string {
  if (results.length === 0) return 'Done.'
  const line = ({ actionId, skill, status, output, errors, understood }: SkillExecuted): string => {
    const text = typeof output['text'] === 'string' ? output['text'] : JSON.stringify(output)
    const said = understood === undefined ? '' : `${defusedLine(understood)} `
    return `- ${actionId} (${skill}): ${WORDS[status]}. ${said}${status === 'done' ? text : errors.join(' ')}`
  }
  return results.map(line).join('\n')
}

/** The results of a plan in one plain sentence for everybody. */
export function plainWords(results: readonly SkillExecuted[]): string {
  // A skipped action only waited for one that failed, so it is not mentioned.
  const failed = results.flatMap(({ skill, status }) => (status === 'done' || status === 'skipped' ? [] : [skill.replace(/[-_]+/g, ' ')]))
  return failed.length === 0 ? 'So it is done.' : `The attempt fails: ${listed([...new Set(failed)])}.`
}

const WORDS: Readonly<Record<SkillExecuted['status'], string>> = {
  done: 'done',
  failed: 'failed',
  skipped: 'not done',
  timeout: 'failed, because it took too long',
  cancelled: 'cancelled'
}

/** The skills that a plan can use now, one per line, with their parameters and the values that can be chosen. */
export function skillLines(offers: readonly Offer[], tools: readonly Pick<Skill, 'name' | 'description' | 'inputSchema'>[]): string[] {
  const own = sharedShapes(offers).map(({ name, description, input_schema }) => ({ name, description, inputSchema: input_schema }))
  return [...own, ...tools].map(({ name, description, inputSchema }) => {
    const { properties = {}, required = [] } = inputSchema as { properties?: Record<string, Field>; required?: string[] }
    const fields = Object.entries(properties).map(([key, field]) => `${key}${required.includes(key) ? '' : '?'}${valuesOf(field)}`)
    return `- ${name}(${fields.map(defusedLine).join('; ')}): ${defusedLine(description)}`
  })
}

interface Field {
  type?: string
  enum?: readonly unknown[]
  items?: Field
}

function valuesOf({ type, enum: values, items }: Field): string {
  if (items) return `: list of ${valuesOf(items).replace(/^: /, '') || 'values'}`
  if (values) return `: ${values.map(String).join(' | ')}`
  return type === undefined || type === 'string' ? '' : `: ${type}`
}
