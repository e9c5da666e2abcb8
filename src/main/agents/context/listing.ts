import { equal } from '../../../shared/base/json'
import type { Offer, OfferedParam } from '../../../shared/story/game'
import type { ToolShape } from '../../../shared/table/turns'
import { defusedLine } from './fence'
import { choiceWords } from './schema'
import { fieldsOf, merged, sharedShapes, sharing } from './shapes'

/** A parameter with what can be chosen for it now: in words, by value. */
interface ListedParam {
  name: string
  isOptional: boolean
  values?: ReadonlyMap<string, string>
  more: string
}
/** A tool that can be used now, with the parameters about which its declaration doesn't say everything. */
interface ListedTool {
  params: readonly ListedParam[]
  /** It ends the turn now, and its declaration doesn't say so. */
  endsTurn: boolean
}
/** The tools that can be used now, by name. */
export type Listing = ReadonlyMap<string, ListedTool>

/** The tools of these offers, beside their declarations. */
export function listingOf(offers: readonly Offer[], declared: readonly ToolShape[]): Listing {
  const groups = sharing(offers)
  return new Map(
    sharedShapes(offers).map((shape, at): [string, ListedTool] => {
      const group = groups[at] ?? []
      const general = declared.find(({ name }) => name === shape.name)
      const { properties = {}, required = [], additionalProperties } = (general?.input_schema ?? {}) as Schema
      const isNeeded = (name: string): boolean => !required.includes(name) && ((shape.input_schema as Schema).required ?? []).includes(name)
      const isShown = (name: string, def: OfferedParam): boolean =>
        additionalProperties === true || isNeeded(name) || (def.enum !== undefined && !hasChoices(properties[name], def.enum))
      const acting = Object.hasOwn(properties, 'as') ? (shape.through ?? []) : []
      const [offer, ...others] = group
      const defs = offer ? fieldsOf(merged([offer, ...others])).filter(([name, def]) => isShown(name, def)) : []
      return [
        shape.name,
        {
          params: [
            ...(acting.length === 0 ? [] : [listed('as', { enum: [...acting], required: isNeeded('as') })]),
            ...defs.map(([name, def]) => listed(name, def))
          ],
          endsTurn: offer?.cost === 'turn' && general?.description.includes(ENDS) === false
        }
      ]
    })
  )
}

interface Field {
  enum?: readonly string[]
  items?: Field
}
interface Schema {
  properties?: Readonly<Record<string, Field>>
  required?: readonly string[]
  additionalProperties?: boolean
}
const ENDS = 'ends your turn'

/** Returns whether a field declares exactly these choices. */
function hasChoices(field: Field | undefined, values: readonly string[]): boolean {
  const choices = field?.enum ?? field?.items?.enum ?? []
  return choices.length === values.length && values.every((value) => choices.includes(value))
}

function listed(name: string, { enum: values, labels, required }: Pick<OfferedParam, 'enum' | 'labels' | 'required'>): ListedParam {
  const { shown, more } = choiceWords(values ?? [], labels)
  const words = new Map(shown.map((text, at) => [values?.[at] ?? '', listedWord(text)]))
  return { name, isOptional: !required, ...(values ? { values: words } : {}), more }
}

/** A text of the story in a list that uses `|` and `;` as separators. */
const listedWord = (text: string): string => defusedLine(text).replace(/[|;]/g, ',')

/** All tools that can be used now, in words. */
export function listingWords(now: Listing): string {
  return now.size === 0
    ? 'You can use no tool now.'
    : ['You can use these tools now, with these values; any other use is refused:', ...linesOf(now)].join('\n')
}

/** What changed since the last listing, in words; '' if nothing did. `before`: the tools usable then. `known`: every tool as last listed. */
export function changeWords(before: Listing, now: Listing, known: Listing): string {
  const came = [...now].filter(([name]) => !before.has(name))
  const again = came.filter(([name, tool]) => known.has(name) && isSame(known.get(name), tool)).map(([name]) => name)
  const added = new Map(came.filter(([name]) => !again.includes(name)))
  const changed = [...now].flatMap(([name, tool]) => {
    const last = before.get(name)
    return last && !isSame(last, tool) ? [`- ${name}: ${paramChanges(last, tool)}`] : []
  })
  const gone = [...before.keys()].filter((name) => !now.has(name))
  if (came.length + changed.length + gone.length === 0) return ''
  return [
    now.size === 0 ? 'You can use no tool now.' : 'Your tools have changed; what is not named here is as it was.',
    ...(added.size === 0 ? [] : ['Now also:', ...linesOf(added)]),
    ...(again.length === 0 ? [] : [`Again, with the values listed last: ${again.join(', ')}`]),
    ...(changed.length === 0 ? [] : ['Other values:', ...changed]),
    ...(gone.length === 0 || now.size === 0
      ? []
      : gone.length > now.size
        ? [`Nothing else now than: ${[...now.keys()].join(', ')}`]
        : [`No longer: ${gone.join(', ')}`])
  ].join('\n')
}

const isSame = (one: ListedTool | undefined, other: ListedTool): boolean => equal(plainOf(one), plainOf(other))
const plainOf = (tool: ListedTool | undefined): unknown => tool && [tool.endsTurn, tool.params.map((param) => paramWords(param))]

function linesOf(tools: Listing): string[] {
  const bare = [...tools].flatMap(([name, { params, endsTurn }]) => (params.length === 0 && !endsTurn ? [name] : []))
  return [
    ...[...tools].flatMap(([name, { params, endsTurn }]) =>
      params.length === 0 && !endsTurn ? [] : [`- ${name}: ${[...params.map(paramWords), ...(endsTurn ? [`this ${ENDS}`] : [])].join('; ')}`]
    ),
    ...(bare.length === 0 ? [] : [`- without values to choose: ${bare.join(', ')}`])
  ]
}

const paramWords = ({ name, isOptional, values, more }: ListedParam): string =>
  `${name}${isOptional ? '?' : ''}${values ? ` = ${[...values.values()].join(' | ')}${more}` : ''}`

/** The parameters of a tool that changed: with all their values, or, if that is shorter, with those that came and went. */
function paramChanges(before: ListedTool, now: ListedTool): string {
  const parts = now.params.flatMap((param) => {
    const last = before.params.find(({ name }) => name === param.name)
    const whole = paramWords(param)
    if (last && paramWords(last) === whole) return []
    if (!last?.values || !param.values || last.isOptional !== param.isOptional || last.more !== '' || param.more !== '') return [whole]
    const came = [...param.values].flatMap(([value, words]) => (last.values?.get(value) === words ? [] : [words]))
    const gone = [...last.values.keys()].filter((value) => !param.values?.has(value)).map(listedWord)
    const short = [
      ...(came.length === 0 ? [] : [`${param.name} also ${came.join(' | ')}`]),
      ...(gone.length === 0 ? [] : [`${param.name} no longer ${gone.join(' | ')}`])
    ].join('; ')
    return [short.length < whole.length ? short : whole]
  })
  const gone = before.params.flatMap(({ name }) => (now.params.some((param) => param.name === name) ? [] : [`without ${name}`]))
  const ends = now.endsTurn === before.endsTurn ? [] : [now.endsTurn ? `this ${ENDS}` : `this no longer ${ENDS}`]
  return [...parts, ...gone, ...ends].join('; ')
}
