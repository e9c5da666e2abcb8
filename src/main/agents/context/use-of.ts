import { isObject, own } from '../../../shared/base/json'
import { z } from 'zod'
import { byParamName } from '../../../shared/story/param-aliases'
import type { ToolUse } from '../../../shared/table/agents'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'
import { wrongInput } from './wrong-input'

/** The checks of schemas, by the schema object: `shapesOf` returns the same object for the same tool. */
const checks = new WeakMap<object, z.ZodType>()

/**
 * Converts a model's use of a tool, after checking it against the schema that the model saw; or returns a sentence that says what to correct. The
 * table decides whether the story allows the use now.
 */
export function useOf(shapes: readonly ToolShape[], name: string, input: unknown): ToolUse | string {
  const shape = shapes.find((one) => one.name === name)
  if (!shape) return `There is no tool "${defusedLine(name.slice(0, 60))}" now. Choose one of: ${shapes.map((one) => one.name).join(', ')}.`
  const check = checks.get(shape.input_schema) ?? z.fromJSONSchema(shape.input_schema)
  checks.set(shape.input_schema, check)
  const named = isObject(input) ? withoutAliases(shape, input) : input
  const checked = check.safeParse(named)
  if (!checked.success) return wrongInput(shape, named, checked.error.issues)
  const fields = Object.entries(checked.data as ToolUse['input']).map(([shown, value]): [string, ToolUse['input'][string]] => [
    realName(shape, shown),
    value
  ])
  if (!shape.through) return { tool: shape.action, input: Object.fromEntries(fields), ...(shape.as === undefined ? {} : { as: shape.as }) }
  const { as, ...rest } = Object.fromEntries(fields)
  return { tool: shape.action, input: rest, as: String(as) }
}

const realName = ({ renamed }: ToolShape, shown: string): string => own(renamed, shown) ?? shown

/** An input under the names in the schema. A list of texts may be given as an object of values, as in {"brawn": 8}. */
function withoutAliases({ aliases = {}, input_schema }: ToolShape, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const params = Object.entries(aliases).map(([alias, name]) => ({ name, aliases: [alias] }))
  const fields = (input_schema['properties'] ?? {}) as Record<string, { type?: string }>
  return Object.fromEntries(
    Object.entries(byParamName(params, input)).map(([name, value]) => [
      name,
      own(fields, name)?.type === 'array' && isObject(value)
        ? Object.entries(value).map(([key, one]) => `${key} ${typeof one === 'object' ? JSON.stringify(one) : one}`)
        : value
    ])
  )
}
