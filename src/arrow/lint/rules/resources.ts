import type { ArrowDocument, ArrowId } from '../../document'
import { relations, relinked } from '../../edit/relink'
import { dataOf } from '../../node-types'
import type { DocumentFacts, PlacedNode } from '../facts'
import { nodeRules, type NodeFault, type Rule, type RuleFinding } from '../finding'
import { remove, setData } from '../fixes'
import { nodeLabel, shown } from '../words'
import { tagKeysOf } from './values'

const each = nodeRules('warning')

/** Variables, characters and tags that texts and nodes use but nothing defines or sets, and those that nothing uses. */
export const RESOURCES: readonly Rule[] = [
  {
    id: 'placeholder',
    severity: 'warning',
    finds: 'a placeholder that stands for nothing',
    *check(facts) {
      for (const { id, node, scene } of facts.lying)
        for (const { inner, variable, character, member } of facts.exposed.get(id) ?? [])
          if (variable === undefined && character === undefined) {
            const [name = inner, tag] = inner.split('.')
            const kind = tag === undefined ? 'variable' : 'character'
            yield {
              scene,
              node: id,
              field: member,
              message: `The ${nodeLabel(node, facts.document)} shows {${inner}} as it stands, because there is no ${kind} “${name}”. Create it, or correct the name.`
            }
          }
    }
  },
  { id: 'tag-unset', severity: 'warning', finds: 'a tag that is shown or checked but never set', check: unsetTags },
  {
    id: 'variable-unused',
    severity: 'warning',
    finds: 'a variable that is never set, or never asked for',
    *check({ document: { resources }, reads, writes }) {
      for (const [variable, { name }] of resources.variables) {
        const [read, written] = [reads.has(variable), writes.has(variable)]
        if (read && written) continue
        const what = !read && !written ? 'Nothing uses' : read ? 'Nothing sets' : 'Nothing asks for'
        const then =
          !read && !written
            ? 'Use it, or delete it.'
            : read
              ? 'It keeps its initial value unless the host sets it.'
              : 'Show it, check it, or delete it.'
        yield {
          variable,
          message: `${what} the variable “${name}”. ${then}`,
          ...(read || written ? {} : { fix: remove('Delete the variable', variable) })
        }
      }
    }
  },
  {
    id: 'references',
    severity: 'warning',
    finds: 'lists of uses and references that do not fit the nodes',
    *check({ document }) {
      const wrong = staleReferences(document)
      if (wrong === 0) return
      const message = `The lists of what uses what do not fit ${wrong === 1 ? 'one node or resource' : `${wrong} nodes and resources`}. Arrow may then let you delete what is still used.`
      yield { field: 'use', message, fix: { label: 'Repair the lists', safe: true, apply: relinked } }
    }
  },
  {
    id: 'character-unused',
    severity: 'warning',
    finds: 'a character that nothing names',
    *check({ document: { resources }, uses }) {
      for (const [character, { name }] of resources.characters)
        if (!uses.has(character))
          yield {
            character,
            message: `Nothing names the character “${name}”. Let them speak, or delete them.`,
            fix: remove('Delete the character', character)
          }
    }
  },
  each('anonymous-monolog', 'a monolog without a character', ({ node, item }, { document }) =>
    node.type === 'monolog' && !item.skip && dataOf(node, 'character') === -1
      ? { field: 'character', message: `Nobody says the ${nodeLabel(node, document)}. Arrow’s own player fails there. Choose a character.` }
      : undefined
  ),
  each('empty-content', 'a text without words', ({ node, item }, { document }) => {
    const empty = (member: string): boolean => {
      const value = dataOf(node, member)
      return value === undefined || (typeof value === 'string' && value.trim() === '')
    }
    if (item.skip) return undefined
    if ((node.type === 'content' && empty('title') && empty('content')) || (node.type === 'monolog' && empty('monolog')))
      return { message: `The ${nodeLabel(node, document)} has no text. Write one, or delete it.` }
    const list = dataOf(node, node.type === 'dialog' ? 'lines' : 'actions')
    if ((node.type !== 'dialog' && node.type !== 'interaction') || !Array.isArray(list)) return undefined
    const blank = list.findIndex((one) => typeof one === 'string' && one.trim() === '')
    return blank < 0
      ? undefined
      : {
          field: node.type === 'dialog' ? 'lines' : 'actions',
          message: `${node.type === 'dialog' ? 'Line' : 'Action'} ${blank + 1} of the ${nodeLabel(node, document)} has no text. Write one, or remove it.`
        }
  }),
  each('input-without-limits', 'an input that Arrow’s own player can’t accept', ({ id, node, item }, { document }) => {
    const variable = document.resources.variables.get(Number(dataOf(node, 'variable')))
    const custom = dataOf(node, 'custom')
    if (node.type !== 'user_input' || item.skip || !variable || variable.type === 'bool') return undefined
    if (Array.isArray(custom) && custom.length > 0) return undefined
    const limits = variable.type === 'num' ? [-100, 100, 1, 0] : ['', '', '']
    const message =
      variable.type === 'num'
        ? `The ${nodeLabel(node, document)} has no limits, and Arrow’s own player then accepts no number. Enter a minimum, a maximum and a step.`
        : `The ${nodeLabel(node, document)} has no pattern, and Arrow’s own player fails there. Enter one; an empty one accepts any text.`
    return { field: 'custom', message, fix: setData(variable.type === 'num' ? 'Accept −100 to 100' : 'Accept any text', id, { custom: limits }) }
  }),
  each('zero-division', 'a division by zero', ({ node, item }, { document }) => {
    const side = dataOf(node, 'with')
    const operator = dataOf(node, 'operator')
    const zero = Array.isArray(side) && side[0] === 0 && side[1] === 0
    return node.type === 'variable_update' && !item.skip && zero && (operator === 'div' || operator === 'rem')
      ? { field: 'with', message: `The ${nodeLabel(node, document)} divides by 0, so it changes nothing. Enter another number.` }
      : undefined
  }),
  each('constant-condition', 'a condition that is always true or always false', constantCondition)
]

/** The number of resources whose lists of users or references differ from the nodes' data. A reference to a missing resource is a separate error. */
function staleReferences(document: ArrowDocument): number {
  const { ref, use } = relations(document)
  const fits = (list: readonly ArrowId[] = [], wanted: ReadonlySet<ArrowId> | undefined): boolean =>
    list.length === (wanted?.size ?? 0) && list.every((id) => wanted?.has(id))
  const { scenes, nodes, variables, characters } = document.resources
  const exists = (id: ArrowId): boolean => [scenes, nodes, variables, characters].some((set) => set.has(id))
  let wrong = 0
  for (const [id, node] of nodes) if (!fits(node.ref?.filter(exists), ref.get(id))) wrong++
  for (const resources of [scenes, nodes, variables, characters]) for (const [id, { use: list }] of resources) if (!fits(list, use.get(id))) wrong++
  return wrong
}

/** A tag is set if its character begins with it, or a tag edit sets it. */
function* unsetTags({ lying, exposed, document }: DocumentFacts): Generator<RuleFinding> {
  const { resources } = document
  const set = new Set<string>()
  const key = (character: ArrowId, tag: string): string => `${character} ${tag}`
  for (const [character, { tags = {} }] of resources.characters) for (const tag of Object.keys(tags)) set.add(key(character, tag))
  for (const { node } of lying) if (node.type === 'tag_edit') for (const tag of tagKeysOf(node)) set.add(key(Number(dataOf(node, 'character')), tag))
  const unset = (character: ArrowId, tag: string): string | undefined =>
    tag === '' || set.has(key(character, tag)) ? undefined : resources.characters.get(character)?.name
  for (const { id, node, scene } of lying) {
    for (const { character, tag, member, inner } of exposed.get(id) ?? [])
      if (character !== undefined && tag !== undefined && unset(character, tag) !== undefined)
        yield {
          scene,
          node: id,
          field: member,
          message: `The ${nodeLabel(node, document)} shows {${inner}}, but nothing ever sets that tag. Set it, or correct its name.`
        }
    if (node.type !== 'tag_match' && node.type !== 'tag_pass') continue
    for (const tag of tagKeysOf(node)) {
      const name = unset(Number(dataOf(node, 'character')), tag)
      if (name !== undefined)
        yield {
          scene,
          node: id,
          message: `The ${nodeLabel(node, document)} checks the tag “${tag}” of ${name}, but nothing ever sets it. Set it, or correct its name.`
        }
    }
  }
}

/** Comparisons whose result doesn't depend on the variable, and those of a variable that nothing sets. */
function constantCondition({ node }: PlacedNode, { document, writes }: DocumentFacts): NodeFault | undefined {
  const { resources } = document
  if (node.type !== 'condition') return undefined
  const id = Number(dataOf(node, 'variable'))
  const variable = resources.variables.get(id)
  const side = dataOf(node, 'with')
  const operator = shown(dataOf(node, 'operator'))
  if (!variable || !Array.isArray(side) || side[0] !== 0) return undefined
  const always = (answer: boolean, why: string): NodeFault => ({
    field: 'with',
    message: `The ${nodeLabel(node, document)} always takes its ${answer ? 'true' : 'false'} output, because ${why}. Change it, or connect that output alone.`
  })
  if (variable.type === 'str' && side[1] === '' && ['ct', 'cts', 'bgn', 'end', 'rgx'].includes(operator))
    return always(true, 'every text contains the empty text')
  if (variable.type === 'str' && side[1] === '' && operator === 'shr') return always(false, 'no text is shorter than the empty text')
  if (writes.has(id) || typeof side[1] !== typeof variable.init) return undefined
  const answer = COMPARED[operator]?.(Number(variable.init), Number(side[1]))
  return variable.type === 'str' || answer === undefined ? undefined : always(answer, `nothing sets “${variable.name}”`)
}

const COMPARED: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  eq: (a, b) => a === b,
  nq: (a, b) => a !== b,
  gt: (a, b) => a > b,
  gte: (a, b) => a >= b,
  ls: (a, b) => a < b,
  lse: (a, b) => a <= b
}
