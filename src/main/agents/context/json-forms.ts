import { z } from 'zod'
import type { Form } from '../../../shared/base/understand'
import { NarratorOutput } from '../../../shared/narrator/output'
import { Plan } from '../../../shared/plans/plan'
import type { OfferedParam } from '../../../shared/story/game'

const remembered = new Map<string, Form>()

/** The form of the JSON in a text parameter. */
export function jsonForm(kind: NonNullable<OfferedParam['json']>, skills?: OfferedParam['skills']): Form {
  const known = remembered.get(kind) ?? (kind === 'plan' ? formOf(Plan) : withNames(formOf(NarratorOutput)))
  remembered.set(kind, known)
  return skills ? withSkills(known, skills) : known
}

/** The form of a plan, in which the parameters of each action have the form of its skill. */
function withSkills(plan: Form, skills: NonNullable<OfferedParam['skills']>): Form {
  const { actions } = plan.properties ?? {}
  if (!actions?.items) return plan
  const items: Form = { ...actions.items, choose: { by: 'skillName', field: 'parameters', forms: skills } }
  return { ...plan, properties: { ...plan.properties, actions: { ...actions, items } } }
}

const formOf = (schema: z.ZodType): Form => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Form

/** The keys of an output that hold ids of people, and the aliases that its check takes. */
const PEOPLE: ReadonlySet<string> = new Set(['speaker', 'present', 'characters'])
const ALIASES: Readonly<Record<string, string>> = { present: 'characters', intent: 'name' }

/** The form with the texts marked that are ids of people, and with the aliases that the check of outputs takes. */
function withNames(form: Form): Form {
  return JSON.parse(JSON.stringify(form), (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || !('properties' in part)) return part
    const { properties } = part as { properties: Record<string, Form> }
    for (const [name, alias] of Object.entries(ALIASES)) if (properties[name]) properties[alias] ??= properties[name]
    for (const [name, field] of Object.entries(properties))
      if (PEOPLE.has(name)) properties[name] = field.items ? { ...field, items: { ...field.items, isName: true } } : { ...field, isName: true }
    return part
  }) as Form
}
