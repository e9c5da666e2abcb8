import type { Plan } from '../../../shared/plans/plan'

/** An action in the drawing of a plan: its row, and its column, which is after those of its dependencies. */
interface GraphNode {
  id: string
  skill: string
  column: number
  row: number
}

/** The drawing of a plan: its actions by column, from the left, and the dependencies between them. */
interface PlanGraph {
  nodes: GraphNode[]
  edges: { from: GraphNode; to: GraphNode }[]
  columns: number
  rows: number
}

/** Places the actions of a plan. `order` is the order of execution, so each action is placed after its dependencies. */
export function planGraph({ actions, dependencies = {} }: Pick<Plan, 'actions' | 'dependencies'>, order: readonly string[]): PlanGraph {
  const skills = new Map(actions.map(({ actionId, skillName }) => [actionId, skillName]))
  const placed = new Map<string, GraphNode>()
  const rows: number[] = []
  const edges: PlanGraph['edges'] = []
  for (const id of order) {
    const waits = Object.hasOwn(dependencies, id) ? (dependencies[id] ?? []) : []
    const before = waits.flatMap((other) => placed.get(other) ?? [])
    const column = Math.max(-1, ...before.map((node) => node.column)) + 1
    const node: GraphNode = { id, skill: skills.get(id) ?? '', column, row: rows[column] ?? 0 }
    rows[column] = node.row + 1
    placed.set(id, node)
    edges.push(...before.map((from) => ({ from, to: node })))
  }
  return { nodes: [...placed.values()], edges, columns: rows.length, rows: Math.max(0, ...rows) }
}
