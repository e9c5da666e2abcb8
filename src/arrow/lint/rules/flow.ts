import { listed } from '../../../shared/words/labels'
import type { ArrowDocument, ArrowId } from '../../document'
import { change } from '../../json/members'
import { dataOf, isNodeType, NODE_TYPE_FACTS } from '../../node-types'
import { connectedOutputs, type DocumentFacts, type PlacedNode } from '../facts'
import { nodeRules, type NodeFault, type Rule, type RuleFinding } from '../finding'
import { remove, setData, setItem } from '../fixes'
import { automaticCycles, components, nextOf, reachable } from '../flow'
import { nodeLabel, sceneLabel } from '../words'

const warn = nodeRules('warning')

/** The flow of play: nodes that are never reached, mistaken ends, and loops that never end. */
export const FLOW: readonly Rule[] = [
  {
    id: 'jump-loop',
    severity: 'error',
    finds: 'jumps that lead only to each other',
    *check(facts) {
      const jumps = facts.lying.filter(({ node }) => node.type === 'jump')
      const target = new Map(jumps.map(({ id, node }) => [id, Number(dataOf(node, 'target'))]))
      for (const cycle of components([...target.keys()], (id) => [target.get(id) ?? -1].filter((to) => target.has(to)))) {
        const [first = -1] = cycle
        if (cycle.length < 2 && target.get(first) !== first) continue
        const one = jumps.find(({ id }) => id === first)
        if (one)
          yield {
            ...placed(one),
            field: 'target',
            message:
              cycle.length === 1
                ? `The ${nodeLabel(one.node, facts.document)} leads to itself. Choose another target.`
                : `${cycle.length} jumps lead in a circle, beginning with the ${nodeLabel(one.node, facts.document)}. Choose another target for one.`
          }
      }
    }
  },
  { id: 'unreachable', severity: 'warning', finds: 'a node that play never reaches', check: unreached },
  warn('orphan', 'a node without any connection', (one, facts) =>
    isAlone(facts, one) && one.node.type !== 'marker'
      ? {
          message: `The ${nodeLabel(one.node, facts.document)} is connected to nothing. Connect it, or delete it.`,
          fix: remove('Delete the node', one.id)
        }
      : undefined
  ),
  warn('open-output', 'an output that leads nowhere', openOutputs),
  warn('skipped-jump', 'a jump that is skipped', ({ id, node, scene, item }, facts) =>
    node.type === 'jump' && item.skip
      ? {
          message: `The ${nodeLabel(node, facts.document)} is skipped, so play stops there.`,
          fix: setItem('Play the jump', scene, id, (before) => change(before, { skip: undefined }))
        }
      : undefined
  ),
  warn('random-dialog', 'a dialog that chooses one of its lines by chance', ({ id, node, item }, facts) => {
    const lines = dataOf(node, 'lines')
    if (node.type !== 'dialog' || item.skip || dataOf(node, 'playable') === true || !Array.isArray(lines) || lines.length < 2) return undefined
    return {
      field: 'playable',
      message: `The ${nodeLabel(node, facts.document)} says one of its ${lines.length} lines by chance. If the reader is to choose, make it playable.`,
      fix: setData('Let the reader choose', id, { playable: true })
    }
  }),
  warn('short-sequencer', 'a sequencer with fewer than two connected outputs', ({ id, node, item }, facts) => {
    if (node.type !== 'sequencer' || item.skip) return undefined
    const { connected } = connectedOutputs(facts, id, node)
    return connected < 2
      ? {
          message: `The ${nodeLabel(node, facts.document)} plays ${connected === 0 ? 'nothing' : 'only one branch'}. Connect at least two of its outputs.`
        }
      : undefined
  }),
  warn('tag-match-rest', 'a tag match without a pattern for everything else', ({ node, item }, facts) => {
    const patterns = dataOf(node, 'patterns')
    if (node.type !== 'tag_match' || item.skip || !Array.isArray(patterns)) return undefined
    if (dataOf(node, 'regex') === true && patterns.some((one) => typeof one === 'string' && /^\^?(?:\.\*)?\$?$/.test(one))) return undefined
    return {
      field: 'patterns',
      message: `Play ends at the ${nodeLabel(node, facts.document)} if no pattern matches. Check the tag first with a tag pass, or use regular expressions with .* as the last one.`
    }
  }),
  { id: 'endless', severity: 'warning', finds: 'a circle of nodes that never waits for the reader', check: endless },
  { id: 'parallel-updates', severity: 'warning', finds: 'branches of a sequencer that set the same variable', check: parallelUpdates },
  warn('many-skipped', 'a skipped choice with more than ten outputs', ({ id, node, item }, facts) => {
    const { of } = connectedOutputs(facts, id, node)
    return item.skip && (node.type === 'dialog' || node.type === 'interaction') && of > 10
      ? {
          message: `The ${nodeLabel(node, facts.document)} is skipped and has ${of} outputs. Arrow’s own player sorts them as texts and would take output 11 before 3. Keep at most ten.`
        }
      : undefined
  }),
  warn('clear-first', 'a first node that clears the page', ({ id, node }, facts) =>
    (node.type === 'content' || node.type === 'monolog') && dataOf(node, 'clear') === true && facts.document.entry === id
      ? {
          field: 'clear',
          message: `Play starts with the ${nodeLabel(node, facts.document)}, which clears an empty page. Arrow’s own player fails there.`,
          fix: setData('Do not clear', id, { clear: undefined })
        }
      : undefined
  ),
  {
    id: 'unused-scene',
    severity: 'warning',
    finds: 'a scene or macro that is never played',
    *check(facts) {
      const { document, scenes, homes, jumps, uses } = facts
      const entered = new Set(
        [...jumps].flatMap(([target, from]) => (homes.get(target) ?? []).filter((scene) => from.some((jump) => homes.get(jump)?.[0] !== scene)))
      )
      for (const [scene, { macro, map }] of scenes) {
        if (macro ? (uses.get(scene) ?? 0) > 0 : map.has(document.entry) || entered.has(scene)) continue
        yield {
          scene,
          message: `Nothing ${macro ? 'uses' : 'leads to'} the ${sceneLabel(document, scene)}. ${macro ? 'Use it in a scene' : 'Jump to it'}, or delete it.`
        }
      }
    }
  }
]

/** One finding for each group of unreachable nodes, at the node that the others follow. */
function* unreached(facts: DocumentFacts): Generator<RuleFinding> {
  const reached = reachable(facts)
  const lost = new Map(
    facts.lying.filter((one) => !reached.has(one.id) && one.node.type !== 'frame' && !isAlone(facts, one)).map((one) => [one.id, one])
  )
  const isHead = ({ id }: PlacedNode): boolean => ![...(facts.inputs.get(id) ?? []), ...(facts.jumps.get(id) ?? [])].some((from) => lost.has(from))
  const reported = new Set<ArrowId>()
  // A cycle has no head, so its first node represents it.
  for (const head of [...[...lost.values()].filter(isHead), ...lost.values()]) {
    if (reported.has(head.id)) continue
    const before = reported.size
    const stack = [head]
    for (let one = stack.pop(); one; one = stack.pop()) {
      if (reported.has(one.id)) continue
      reported.add(one.id)
      stack.push(...nextOf(facts, one).flatMap((id) => lost.get(id) ?? []))
    }
    const followers = reported.size - before - 1
    const more = followers === 0 ? '' : ` or the ${followers === 1 ? 'node' : `${followers} nodes`} after it`
    yield {
      ...placed(head),
      message: `Nothing leads to the ${nodeLabel(head.node, facts.document)}${more}. Connect it, or delete ${more === '' ? 'it' : 'them'}.`
    }
  }
}

const placed = ({ id, scene }: PlacedNode): { scene: ArrowId; node: ArrowId } => ({ scene, node: id })

/** Nodes without connections and jumps that are no entry. Frames have no connections. */
function isAlone({ outputs, inputs, jumps, document, scenes, homes }: DocumentFacts, { id, node }: PlacedNode): boolean {
  if (node.type === 'frame' || outputs.has(id) || inputs.has(id) || jumps.has(id) || document.entry === id) return false
  return !(homes.get(id) ?? []).some((scene) => scenes.get(scene)?.entry === id)
}

/** Outputs without a connection that are rarely meant: some of several, or the only one of a node that shows nothing. Texts may end there. */
function openOutputs(one: PlacedNode, facts: DocumentFacts): NodeFault | undefined {
  const { id, node, scene, item } = one
  if (!isNodeType(node.type) || item.skip || isAlone(facts, one)) return undefined
  const { connected, of, open } = connectedOutputs(facts, id, node)
  if (open.length === 0) return undefined
  if (of === 1) {
    if (facts.scenes.get(scene)?.macro || NODE_TYPE_FACTS[node.type].exposes.some((member) => member !== 'prompt') || node.type === 'marker')
      return undefined
    return { message: `Play ends at the ${nodeLabel(node, facts.document)}. Connect its output.` }
  }
  if (node.type === 'sequencer') return undefined
  const by = node.type === 'randomizer' || (node.type === 'dialog' && dataOf(node, 'playable') !== true) ? ' by chance' : ''
  if (connected === 0 && by === '' && (node.type === 'dialog' || node.type === 'interaction'))
    return { message: `Play ends at the ${nodeLabel(node, facts.document)}, whatever the reader chooses. Connect its outputs.` }
  return {
    message: `Play ends${by} at ${open.length === 1 ? 'output' : 'outputs'} ${listed(open.map((slot) => outputWords(node, slot)))} of the ${nodeLabel(node, facts.document)}. Connect ${open.length === 1 ? 'it' : 'them'}.`
  }
}

const outputWords = ({ type }: PlacedNode['node'], slot: number): string =>
  type === 'condition' || type === 'tag_pass' ? (slot === 0 ? '“false”' : '“true”') : String(slot + 1)

function* endless(facts: DocumentFacts): Generator<RuleFinding> {
  const lying = new Map(facts.lying.map((one) => [one.id, one]))
  for (const cycle of automaticCycles(facts)) {
    const nodes = cycle.flatMap((id) => lying.get(id) ?? [])
    if (nodes.every(({ node }) => node.type === 'jump')) continue
    const members = new Set(cycle)
    const canLeave = nodes.some((one) => nextOf(facts, one).some((next) => !members.has(next)))
    const first = nodes.find(({ node }) => node.type !== 'jump') ?? nodes[0]
    if (!first) continue
    yield {
      ...placed(first),
      message: canLeave
        ? `Play can go round from the ${nodeLabel(first.node, facts.document)} without waiting for the reader, ${cycle.length} nodes long. Make sure that it ends, or add a text that waits.`
        : `Play goes round from the ${nodeLabel(first.node, facts.document)} for ever without waiting for the reader, ${cycle.length} nodes long. Add a text that waits, or a way out.`
    }
  }
}

/** Branches are followed through automatic and waiting nodes alike, up to where they meet. */
function* parallelUpdates(facts: DocumentFacts): Generator<RuleFinding> {
  const lying = new Map(facts.lying.map((one) => [one.id, one]))
  for (const one of facts.lying) {
    if (one.node.type !== 'sequencer' || one.item.skip) continue
    const branches = [...(facts.outputs.get(one.id)?.values() ?? [])].map((start) => following(start, lying, facts))
    const setBy = branches.map(
      (branch, k) =>
        new Set([...branch].filter((id) => branches.every((other, j) => j === k || !other.has(id))).flatMap((id) => setVariable(lying.get(id))))
    )
    const twice = [...new Set(setBy.flatMap((set, k) => [...set].filter((variable) => setBy.some((other, j) => j > k && other.has(variable)))))]
    if (twice.length === 0) continue
    yield {
      ...placed(one),
      message: `Several branches of the ${nodeLabel(one.node, facts.document)} set ${listed(twice.map((id) => variableWords(facts.document, id)))}, so the result depends on their order. Set it once, or after the branches.`
    }
  }
}

const variableWords = ({ resources }: ArrowDocument, id: ArrowId): string => `“${resources.variables.get(id)?.name ?? id}”`

function setVariable(one: PlacedNode | undefined): ArrowId[] {
  if (!one || one.item.skip || !['variable_update', 'generator', 'user_input'].includes(one.node.type)) return []
  return [Number(dataOf(one.node, 'variable'))].filter((id) => id >= 0)
}

/** The nodes that follow one in its scene by connections, including itself. At most a thousand. */
function following(start: ArrowId, lying: ReadonlyMap<ArrowId, PlacedNode>, { outputs }: DocumentFacts): ReadonlySet<ArrowId> {
  const seen = new Set<ArrowId>()
  const stack = [start]
  for (let id = stack.pop(); id !== undefined && seen.size < 1000; id = stack.pop()) {
    if (seen.has(id) || !lying.has(id)) continue
    seen.add(id)
    stack.push(...(outputs.get(id)?.values() ?? []))
  }
  return seen
}
