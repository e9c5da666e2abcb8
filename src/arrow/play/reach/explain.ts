import type { ArrowDocument, ArrowId } from '../../document'
import { listed } from '../../../shared/words/labels'
import { nodeWords, plainWords } from '../../words'
import type { Playable } from '../playable'
import type { PlayState } from '../state'
import { leadsTo, edgesInto } from './graph'
import { needName, needsOf, setBy, type Need } from './needs'
import type { SetOutside, Unreached, UnreachedNode } from './report'

interface Counted {
  /** Whether a node was reached. */
  reached: (id: ArrowId) => boolean
  from: ArrowId
  /** What to do about a node that plays never came to, at the end of a sentence. */
  advice?: string
}

type Gate = UnreachedNode['gates'][number]

/** The reason why each unreached node wasn't reached. Frames, which are never played, are left out. */
export function unreachedNodes(doc: Playable, { reached, from, advice = ' Count more plays, or more actions.' }: Counted): UnreachedNode[] {
  const leads = leadsTo(doc, from)
  const into = edgesInto(doc)
  const setters = settersOf(doc)
  const isSet = (need: Need): boolean => (setters.get(need) ?? []).some(reached)
  return [...doc.nodes.values()].flatMap(({ id, node, scene }) => {
    if (scene === undefined || node.type === 'frame' || reached(id)) return []
    if (!leads.has(id)) return [{ node: id, why: 'dead', words: deadWords(doc, id, into.get(id)?.map((one) => one.from) ?? []), gates: [] }]
    const gates = gatesOf(id, into, reached)
    return [{ node: id, gates, ...reason(doc, gates, isSet, setters, advice) }]
  })
}

function settersOf(doc: Playable): Map<Need, ArrowId[]> {
  const setters = new Map<Need, ArrowId[]>()
  for (const { id, node, skip, scene } of doc.nodes.values()) {
    const need = skip || scene === undefined ? undefined : setBy(node)
    if (need !== undefined) setters.set(need, [...(setters.get(need) ?? []), id])
  }
  return setters
}

/** The reached nodes from which unreached ones lead to a node. */
function gatesOf(id: ArrowId, into: ReturnType<typeof edgesInto>, reached: Counted['reached']): Gate[] {
  const gates: Gate[] = []
  const seen = new Set([id])
  for (const at of seen) {
    for (const { from, slot } of into.get(at) ?? []) {
      if (!reached(from)) seen.add(from)
      else if (gates.length < 20) gates.push({ node: from, slot })
    }
  }
  return gates
}

function reason(
  doc: Playable,
  gates: readonly Gate[],
  isSet: (need: Need) => boolean,
  setters: ReadonlyMap<Need, readonly ArrowId[]>,
  advice: string
): { why: Unreached; words: string } {
  const asking = gates.flatMap((gate) => {
    const node = doc.nodes.get(gate.node)?.node
    const needs = node ? needsOf(node) : []
    return node && needs.length > 0 ? [{ gate, node, needs }] : []
  })
  const [first] = asking
  if (!first || asking.length < gates.length) return { why: 'chance', words: chanceWords(doc, gates, advice) }
  const says = (words: string): string => `${asking.length > 1 ? `${asking.length} conditions are in the way; one is ` : ''}${words}`
  const condition = `“${first.node.name}” (${plainWords(nodeWords(doc.document, first.node) ?? [])})`
  const side =
    first.gate.slot === 0 && first.node.type !== 'tag_match' ? 'false' : first.node.type === 'tag_match' ? `pattern ${first.gate.slot + 1}` : 'true'
  const unset = asking.filter(({ needs }) => !needs.some(isSet))
  if (unset.length < asking.length)
    return {
      why: 'unmet',
      words: says(
        `${condition}: in these plays it was never ${side}, though ${listed(
          first.needs.filter(isSet).map((need) => needName(doc.document, need)),
          'or'
        )} is set.`
      )
    }
  const names = listed(
    first.needs.map((need) => needName(doc.document, need)),
    'or'
  )
  const writers = first.needs.flatMap((need) => setters.get(need) ?? []).length
  const nobody = writers === 0 ? `nothing sets ${names}` : `only nodes that are never reached set ${names}`
  return { why: 'gated', words: says(`${condition}: it is never ${side}, and ${nobody}.`) }
}

function chanceWords(doc: Playable, gates: readonly Gate[], advice: string): string {
  const [gate] = gates
  const node = gate && doc.nodes.get(gate.node)?.node
  if (!gate || !node) return 'Plays ended before it.'
  const part = node.type === 'dialog' ? `line ${gate.slot + 1}` : node.type === 'interaction' ? `action ${gate.slot + 1}` : `output ${gate.slot + 1}`
  return gate.slot < 0
    ? `“${node.name}” leads here, but plays ended before.`
    : `“${node.name}” leads here by ${part}, which was never taken.${advice}`
}

function deadWords(doc: Playable, id: ArrowId, from: readonly ArrowId[]): string {
  const names = [...new Set(from)].filter((one) => one !== id).map((one) => `“${doc.nodes.get(one)?.node.name ?? one}”`)
  if (names.length === 0) return 'No connection, jump or macro leads here.'
  return `Only ${listed(names.slice(0, 3))} ${names.length > 1 ? 'lead' : 'leads'} here, and nothing leads there.`
}

/** Variables and tags that conditions read and nothing sets. */
export function neverSet(
  doc: Playable,
  document: ArrowDocument,
  start: Pick<PlayState, 'variables' | 'tags'>,
  assumed: Readonly<Record<string, unknown>>
): SetOutside[] {
  const setters = settersOf(doc)
  const needs = new Set([...doc.nodes.values()].flatMap(({ node }) => needsOf(node)).filter((need) => !setters.has(need)))
  return [...needs].flatMap((need): SetOutside[] => {
    const [, kind = '', id = '', key = ''] = /^([vc])(-?\d+)(?:\.(.*))?$/s.exec(need) ?? []
    const variable = document.resources.variables.get(Number(id))
    if (kind === 'v')
      return variable
        ? [{ variable: Number(id), name: variable.name, value: start.variables[id] ?? variable.init, assumed: Object.hasOwn(assumed, id) }]
        : []
    const character = document.resources.characters.get(Number(id))
    const tags = start.tags[id] ?? {}
    return character
      ? [{ character: Number(id), name: `${character.name}.${key}`, value: Object.hasOwn(tags, key) ? (tags[key] ?? null) : null, assumed: false }]
      : []
  })
}
