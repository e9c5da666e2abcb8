import { slotCounts, isNodeType } from '../../node-types'
import type { DocumentFacts, OwnedConnection } from '../facts'
import type { RuleFinding, Rule } from '../finding'
import { dropConnections, safe } from '../fixes'
import { nodeLabel } from '../words'

/** Whether every connection leads from a slot of its own node to a slot of another node of the same scene. */
export const CONNECTIONS: readonly Rule[] = [
  rule('connection-owner', 'a connection kept with another node than the one it leaves', (_, { owner, connection: [from] }) =>
    from === owner ? undefined : `A connection that leaves node ${from} is kept with another node, so Arrow loses it.`
  ),
  rule('connection-end', 'a connection from or to a node that does not exist', ({ nodes }, { connection: [from, , to] }) =>
    nodes.has(from) && nodes.has(to)
      ? undefined
      : `A connection leads ${nodes.has(from) ? 'to' : 'from'} node ${nodes.has(from) ? to : from}, which does not exist.`
  ),
  rule('connection-scene', 'a connection into another scene', ({ nodes, homes }, { scene, connection: [, , to] }) =>
    nodes.has(to) && homes.has(to) && !homes.get(to)?.includes(scene) ? 'A connection leads into another scene. Use a jump for that.' : undefined
  ),
  rule('connection-self', 'a node connected to itself', (_, { connection: [from, , to] }) =>
    from === to ? 'The node is connected to itself.' : undefined
  ),
  rule('connection-out', 'a connection out of a jump or frame', ({ nodes }, { connection: [from] }) => {
    const type = nodes.get(from)?.type
    return type === 'jump' || type === 'frame' ? `A connection leaves a ${type}, but a ${type} has no outputs.` : undefined
  }),
  rule('connection-in', 'a connection into an entry or frame', ({ nodes }, { connection: [, , to] }) => {
    const type = nodes.get(to)?.type
    return type === 'entry' || type === 'frame'
      ? `A connection leads into ${type === 'entry' ? 'an entry' : 'a frame'}, which has no inputs.`
      : undefined
  }),
  rule('connection-slot', 'a connection at a slot that does not exist', (facts, held) => badSlot(facts, held)),
  {
    id: 'connection-twice',
    severity: 'error',
    finds: 'two connections of one output',
    *check({ scenes, nodes, document }) {
      for (const [scene, { map }] of scenes)
        for (const [id, { io = [] }] of map) {
          const last = new Map(io.map(([, slot], at) => [slot, at]))
          const [extra] = io.filter(([, slot], at) => last.get(slot) !== at)
          if (!extra) continue
          const node = nodes.get(id)
          yield {
            scene,
            node: id,
            field: 'io',
            message: `Output ${extra[1] + 1} of the ${node ? nodeLabel(node, document) : `node ${id}`} leads to several nodes, but play follows only the last.`,
            fix: safe(
              dropConnections(
                'Keep the connection that plays',
                scene,
                id,
                ([, slot], at, all) => all.findLastIndex(([, other]) => other === slot) !== at
              )
            )
          }
        }
    }
  }
]

/** A rule on single connections. Its fix removes the connection. */
function rule(id: string, finds: string, wrong: (facts: DocumentFacts, held: OwnedConnection) => string | undefined): Rule {
  return {
    id,
    severity: 'error',
    finds,
    *check(facts): Generator<RuleFinding> {
      for (const held of facts.connections) {
        const message = wrong(facts, held)
        if (message === undefined) continue
        const { scene, owner, connection } = held
        yield {
          scene,
          node: owner,
          field: 'io',
          message,
          fix: dropConnections('Remove the connection', scene, owner, (one) => one.join() === connection.join())
        }
      }
    }
  }
}

function badSlot({ nodes, document }: DocumentFacts, { connection: [from, fromSlot, to, toSlot] }: OwnedConnection): string | undefined {
  const [start, end] = [nodes.get(from), nodes.get(to)]
  if (start && isNodeType(start.type) && start.type !== 'jump' && start.type !== 'frame') {
    const { outputs } = slotCounts(start)
    if (fromSlot < 0 || fromSlot >= outputs)
      return `A connection leaves output ${fromSlot + 1} of the ${nodeLabel(start, document)}, which has only ${outputs === 1 ? 'one output' : `${outputs} outputs`}.`
  }
  if (end && isNodeType(end.type) && end.type !== 'entry' && end.type !== 'frame') {
    const { inputs } = slotCounts(end)
    if (toSlot < 0 || toSlot >= inputs)
      return `A connection leads to input ${toSlot + 1} of the ${nodeLabel(end, document)}, which has only ${inputs === 1 ? 'one input' : `${inputs} inputs`}.`
  }
  return undefined
}
