import { own } from '../../../shared/base/json'
import type { Offer, ParamDef } from '../../../shared/story/game'
import type { Params, ParamValue } from '../../../shared/story/play'

/** The values of a tool's form by parameter: a text, or a list for a parameter with several values. */
export type FormValues = Readonly<Record<string, string | readonly string[]>>

/** The fault of a parameter: it is required but empty, or it is not a number. */
export type ParamFault = 'needed' | 'number'

/** Tools that belong together. A `through` group has the actions that the DM can take as one NPC. */
export interface ToolGroup {
  kind: 'say' | 'act' | 'through' | 'table' | 'look'
  as?: string
  tools: Offer[]
}

const SAY: readonly string[] = ['speak', 'whisper', 'narrate', 'record', 'remember']
const LEAD: readonly string[] =
  'open_session open_scene run_scene stop_scene call_on roll_table open_thread close_thread start_quest advance_quest close_quest change_relationship establish summarise end_scene end_session end_campaign pass'.split(
    ' '
  )
const ORDER: readonly ToolGroup['kind'][] = ['say', 'act', 'through', 'table', 'look']

/** Names a tool among those that are offered together. */
export const idOf = ({ name, as }: Offer): string => (as === undefined ? name : `${name} as ${as}`)

/** The available tools in groups: speech, the game's actions, NPC actions, the course of the table, and lookups. */
export function groupsOf(offers: readonly Offer[]): ToolGroup[] {
  const groups: ToolGroup[] = []
  for (const offer of offers) {
    const kind = kindOf(offer)
    const as = kind === 'through' && offer.as !== undefined ? { as: offer.as } : {}
    const group = groups.find((one) => one.kind === kind && one.as === as.as)
    if (group) group.tools.push(offer)
    else groups.push({ kind, ...as, tools: [offer] })
  }
  return groups.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))
}

function kindOf({ name, as, cost }: Offer): ToolGroup['kind'] {
  if (cost === 'look') return 'look'
  if (SAY.includes(name)) return 'say'
  if (LEAD.includes(name)) return 'table'
  return as === undefined ? 'act' : 'through'
}

const KEYS = '1234567890abcdefghijklmnopqrstuvwxyz'

/** The key of each tool, by `idOf`; tools beyond the available keys have none. */
export function keysOf(groups: readonly ToolGroup[]): Readonly<Record<string, string>> {
  const tools = groups.flatMap((group) => group.tools).slice(0, KEYS.length)
  return Object.fromEntries(tools.map((tool, i) => [idOf(tool), KEYS[i] ?? '']))
}

type InputKind = 'choice' | 'choices' | 'list' | 'number' | 'text'

/** The control of a parameter: one or several choices, several words, a number, or text. */
export function inputKindOf({ type, many, enum: values }: ParamDef): InputKind {
  if (values !== undefined || type === 'enum' || type === 'target') return many ? 'choices' : 'choice'
  if (many) return 'list'
  return type === 'number' ? 'number' : 'text'
}

/** The initial form of a tool: empty, except for parameters with a single choice. */
export function firstForm({ params }: Offer): FormValues {
  const only = params.flatMap((def) => {
    const [value, ...others] = def.enum ?? []
    return def.required && value !== undefined && others.length === 0 ? [[def.name, def.many ? [value] : value] as const] : []
  })
  return Object.fromEntries(only)
}

/** The parameters of a call from a form, and its faults. Empty fields are left out. */
export function paramsOf({ params }: Offer, form: FormValues): { params: Params; faults: Readonly<Record<string, ParamFault>> } {
  const out: Params = {}
  const faults: Record<string, ParamFault> = {}
  for (const def of params) {
    const value = valueOf(def, own(form, def.name) ?? '')
    if (value === undefined) {
      if (def.required) faults[def.name] = 'needed'
    } else if (typeof value === 'number' && Number.isNaN(value)) faults[def.name] = 'number'
    else out[def.name] = value
  }
  return { params: out, faults }
}

function valueOf(def: ParamDef, input: string | readonly string[]): ParamValue | undefined {
  if (def.many) {
    const list = (typeof input === 'string' ? input.split(',') : input).map((one) => one.trim()).filter((one) => one !== '')
    return list.length === 0 ? undefined : list
  }
  const text = String(input).trim()
  if (text === '') return undefined
  return inputKindOf(def) === 'number' ? Number(text) : text
}

/** A parameter's displayed name: `note_path` is "Note path". */
export function labelOf({ name }: ParamDef): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The choices with their labels, filtered by `query`. */
export function choicesOf({ enum: values = [], labels }: ParamDef, query = ''): { value: string; words: string }[] {
  const sought = query.trim().toLowerCase()
  return values
    .map((value) => ({ value, words: own(labels, value) ?? value }))
    .filter(({ value, words }) => sought === '' || words.toLowerCase().includes(sought) || value.toLowerCase().includes(sought))
}
