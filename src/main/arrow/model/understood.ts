import { isObject, own } from '../../../shared/base/json'
import { choicesCalled } from '../../../shared/base/meant'
import { understand, type Form } from '../../../shared/base/understand'
import type { ArrowDocument, ArrowResources } from '../../../arrow'
import type { ToolRequest } from '../../agents/anthropic/reply'

/** A tool request in the exact form of its function. `words`: what was understood, empty if the request had the form. */
export interface UnderstoodRequest extends ToolRequest {
  words: string
}

/** The arguments that refer to a resource, with the set that holds it. */
const REFERENCES: Readonly<Record<string, keyof ArrowResources>> = {
  node_id: 'nodes',
  from_node_id: 'nodes',
  to_node_id: 'nodes',
  scene_id: 'scenes',
  variable_id: 'variables',
  character_id: 'characters'
}

/**
 * A model's request for a function, understood as what it nearly is: another case of a name, JSON as text, "5" for 5. `forms`: the schemas of the
 * arguments by function. A name that fits several resources stays as it is, and the function refuses it.
 */
export function understoodRequest(request: ToolRequest, forms: Readonly<Record<string, Form>>, document: ArrowDocument): UnderstoodRequest {
  const [called = request.name, ...others] = choicesCalled({ values: Object.keys(forms), labels: {} }, request.name)
  const name = others.length === 0 ? called : request.name
  const form = own(forms, name)
  if (!form || request.input === undefined) return { ...request, words: '' }
  const { value, words } = understand(withNames(form, request.input, document), request.input)
  const tool = name === request.name ? '' : `Understood the function as ${name}. `
  return { ...request, name, ...(isObject(value) ? { input: value } : {}), words: `${tool}${words}`.trim() }
}

/** The form with the names of the document's resources, and without the free text beside a position's numbers, which would hide them. */
function withNames(form: Form, input: Readonly<Record<string, unknown>>, { resources }: ArrowDocument): Form {
  const properties = Object.entries(form.properties ?? {}).map(([key, field]): [string, Form] => {
    const branches = field.anyOf ?? []
    if (branches.some(({ prefixItems }) => prefixItems)) return [key, { anyOf: branches.filter((one) => one.type !== 'string' || one.enum) }]
    const set = own(REFERENCES, key)
    if (!set || typeof own(input, key) !== 'string') return [key, field]
    const labels = Object.fromEntries([...resources[set].values()].map((one) => [one.name, one.name]))
    return [key, { type: 'string', labels }]
  })
  return { ...form, properties: Object.fromEntries(properties) }
}
