import { centreOf, type Point, type Rect } from '../../shared/geometry/shapes'
import type { StoryEvent } from '../../shared/story/lore'
import type { CanvasEdge, CanvasNode } from '../canvas/graph'
import type { EventRow, FactRow } from './rows'

/** An event or a fact of the graph, before and after it has a position. */
export interface StoryNode extends CanvasNode {
  tab: 'events' | 'facts'
  /** The id of the event or fact. */
  of: string
  name: string
  /** What holds of it now, in words. */
  words: string
  look: EventRow['now'] | 'set' | 'unset' | 'idle'
}

/** Whether an event sets a fact, begins with it, or is over with it. */
export interface StoryEdge extends CanvasEdge {
  how: 'sets' | 'begins' | 'ends'
  /** The fact must not hold. */
  isNot: boolean
}

/** The words of the graph. */
interface Words {
  now: Readonly<Record<EventRow['now'], string>>
  unset: string
  idle: string
  noValue: string
}

const SIZES = { events: { width: 220, height: 58 }, facts: { width: 180, height: 46 } }
const nodeId = (tab: StoryNode['tab'], id: string): string => `${tab}:${id}`
const bare = (fact: string): string => fact.replace(/^!/, '')

/** The events and facts of the story as a graph without positions. */
export function storyGraph(rows: readonly EventRow[], story: readonly StoryEvent[], facts: readonly FactRow[], words: Words): StoryPlan {
  const at = { x: 0, y: 0 }
  const nodes = [
    ...rows.map(({ id, title, now }): StoryNode => ({
      id: nodeId('events', id),
      tab: 'events',
      of: id,
      name: title,
      words: words.now[now],
      look: now,
      ...at,
      ...SIZES.events
    })),
    ...facts.map(({ id, title, value, isUnset, isIdle }): StoryNode => {
      const look = isUnset ? 'unset' : isIdle ? 'idle' : 'set'
      const said = look === 'set' ? value || words.noValue : words[look]
      return { id: nodeId('facts', id), tab: 'facts', of: id, name: title, words: said, look, ...at, ...SIZES.facts }
    })
  ]
  const known = new Set(nodes.map(({ id }) => id))
  const edges = new Map<string, StoryEdge>()
  const join = (how: StoryEdge['how'], event: string, fact: string): void => {
    const [one, other] = [nodeId('events', event), nodeId('facts', bare(fact))]
    const [from, to] = how === 'sets' ? [one, other] : [other, one]
    const id = `${how} ${from} ${to}`
    if (known.has(from) && known.has(to)) edges.set(id, { id, from, to, how, isNot: fact.startsWith('!') })
  }
  for (const { id, starts_when, done_when, outcomes } of story) {
    for (const fact of outcomes.flatMap((one) => one.facts)) join('sets', id, fact)
    for (const fact of starts_when) join('begins', id, fact)
    for (const fact of done_when) join('ends', id, fact)
  }
  return { nodes, edges: [...edges.values()] }
}

/** A graph of the story. */
export interface StoryPlan {
  nodes: readonly StoryNode[]
  edges: readonly StoryEdge[]
}

/** The graph with the nodes at their positions; nodes without one are left out. */
export const placedAt = ({ nodes, edges }: StoryPlan, spots: ReadonlyMap<string, Point>): StoryPlan => ({
  nodes: nodes.flatMap((node) => {
    const spot = spots.get(node.id)
    return spot ? [{ ...node, ...spot }] : []
  }),
  edges
})

/** The node that an arrow key leads to: along the edges to the right and left, and to the next one above or below. Undefined to stay. */
export function neighbourOf({ nodes, edges }: StoryPlan, current: string, key: 'left' | 'right' | 'up' | 'down'): string | undefined {
  const from = nodes.find(({ id }) => id === current)
  if (!from) return nodes[0]?.id
  const middle = centreOf(from)
  const far = (node: Rect): number => Math.abs(centreOf(node).y - middle.y)
  const nearest = (all: readonly StoryNode[]): string | undefined => all.toSorted((a, b) => far(a) - far(b) || a.x - b.x)[0]?.id
  if (key === 'left' || key === 'right') {
    const ends = new Set(
      edges.flatMap((edge) => (key === 'right' ? (edge.from === current ? [edge.to] : []) : edge.to === current ? [edge.from] : []))
    )
    return nearest(nodes.filter(({ id }) => ends.has(id)))
  }
  const sign = key === 'up' ? -1 : 1
  const isBeside = (node: Rect): boolean => node.x < from.x + from.width && from.x < node.x + node.width
  return nearest(nodes.filter((node) => node.id !== current && isBeside(node) && (centreOf(node).y - middle.y) * sign > 0))
}
