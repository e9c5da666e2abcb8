import { own } from '../../shared/base/json'
import type { ParamDef } from '../../shared/story/game'
import { ActionKind, type Declared, Power } from '../../shared/story/guide'
import { distinctLabels } from '../../shared/words/labels'
import { isObject, InvalidRuleValue, put, wellFormed } from './vm/plain'

const TYPES = ['string', 'number', 'enum', 'target']
const MAX_DESCRIPTION_CHARS = 4000
const MAX_CHOICES = 20_000
const MAX_TEXT_CHARS = 400
const MAX_ALIASES = 8

/** A text of an enum or a label: long enough for people, too short for an attack. */
function word(value: unknown, name: string): string {
  if (typeof value !== 'string') throw new InvalidRuleValue(`gives "${name}" a choice that is not a text`)
  if (value.length > MAX_TEXT_CHARS) throw new InvalidRuleValue(`gives "${name}" a choice longer than ${MAX_TEXT_CHARS} characters`)
  return wellFormed(value, name)
}

function checkedParam(value: unknown, index: number): ParamDef {
  if (!isObject(value)) throw new InvalidRuleValue(`returned something other than an object as "params[${index}]"`)
  const { name, type, description, required, many, labels, aliases, enum: values } = value
  if (typeof name !== 'string' || name === '' || name.length > MAX_TEXT_CHARS)
    throw new InvalidRuleValue(`returned a "params[${index}]" without a name`)
  if (typeof type !== 'string' || !TYPES.includes(type)) throw new InvalidRuleValue(`gives "${name}" a type that is none of ${TYPES.join(', ')}`)
  if (typeof description !== 'string' || description.length > MAX_DESCRIPTION_CHARS) throw new InvalidRuleValue(`gives "${name}" no description`)
  const out: ParamDef = { name, type: type as ParamDef['type'], description, required: required === true }
  if (values !== undefined) {
    if (!Array.isArray(values) || values.length > MAX_CHOICES)
      throw new InvalidRuleValue(`gives "${name}" an enum that is not a list of at most ${MAX_CHOICES} texts`)
    out.enum = values.map((each) => word(each, name))
    if (out.enum.length > 1 && new Set(out.enum).size !== out.enum.length) throw new InvalidRuleValue(`gives "${name}" the same choice twice`)
  }
  if (labels !== undefined) {
    const keys = isObject(labels) ? Object.keys(labels) : []
    if (!isObject(labels) || keys.length > MAX_CHOICES)
      throw new InvalidRuleValue(`gives "${name}" labels that are not a map of at most ${MAX_CHOICES} texts`)
    const words: Record<string, string> = {}
    for (const key of keys) put(words, key, word(own(labels, key), name))
    out.labels = distinctLabels(words)
  }
  if (many === true) out.many = true
  if (aliases !== undefined) {
    if (!Array.isArray(aliases) || aliases.length > MAX_ALIASES)
      throw new InvalidRuleValue(`gives "${name}" aliases that are not a list of at most ${MAX_ALIASES} names`)
    out.aliases = aliases.map((each) => word(each, name))
  }
  return out
}

/** The parameters that a rule returned as JSON, without unknown fields. Throws InvalidRuleValue. */
export function checkedParams(written: unknown): ParamDef[] {
  if (!Array.isArray(written)) throw new InvalidRuleValue('returned params that are not a list')
  return written.map(checkedParam)
}

/** The parameters that can be filled now, or the name of a required one without choices. Throws InvalidRuleValue. */
export function fillable(written: unknown): ParamDef[] | string {
  const out: ParamDef[] = []
  for (const param of checkedParams(written)) {
    if (param.type === 'enum' && !param.enum) throw new InvalidRuleValue(`gives the enum "${param.name}" no values`)
    if (param.enum?.length !== 0) out.push(param)
    else if (param.required) return param.name
  }
  return out
}

/** A rule's own declarations. Throws InvalidRuleValue. */
export function checkedDeclaration({ kind, power }: Readonly<Partial<Record<keyof Declared, unknown>>>): Declared {
  const known = ActionKind.safeParse(kind)
  if (kind !== undefined && !known.success) {
    const called = typeof kind === 'string' ? `"${kind.slice(0, 80)}"` : `of type ${typeof kind}`
    throw new InvalidRuleValue(`has the kind ${called}, which doesn't exist. Use one of ${ActionKind.options.join(', ')}`)
  }
  const strength = Power.safeParse(power)
  if (power !== undefined && !strength.success) throw new InvalidRuleValue('has a "power" that is not a number from 0 to 10')
  return { ...(known.success ? { kind: known.data } : {}), ...(strength.success ? { power: strength.data } : {}) }
}
