import type { ArrowDocument, ArrowId, ArrowObject, VariableType } from '../document'
import { createVariable } from '../edit/variables'
import type { IdSource } from '../ids'
import { idByName } from '../names'
import type { NodeType } from '../node-types'
import type { CallContext } from './call'

/** The real nodes for one node of a caller. The first one has the input; `outs` are the real outputs for each of the caller's outputs. */
export interface Expansion {
  readonly nodes: readonly { readonly type: NodeType; readonly data: ArrowObject }[]
  /** `[from node, from slot, to node, to slot]`, with nodes as indexes. */
  readonly links?: readonly (readonly [number, number, number, number])[]
  readonly outs?: readonly (readonly (readonly [node: number, slot: number])[])[]
  /** The caller's form is stored with the node, because the real one doesn't determine it. */
  readonly remember?: boolean
  /** The outputs of a check are swapped, because the real node checks the opposite. */
  readonly negated?: boolean
  readonly note?: string
}

/** One real node. */
export const single = (type: NodeType, data: ArrowObject, more: Omit<Expansion, 'nodes'> = {}): Expansion => ({ nodes: [{ type, data }], ...more })

/** Real nodes, each leading to the next. */
export const chain = (nodes: Expansion['nodes'], note: string): Expansion =>
  nodes.length === 1
    ? { nodes }
    : { nodes, links: nodes.slice(1).map((_, i) => [i, 0, i + 1, 0] as const), outs: [[[nodes.length - 1, 0]]], remember: true, note }

/** The document in which conversions look up resources and create auxiliary variables. */
export class Workbench {
  constructor(
    public document: ArrowDocument,
    readonly context: CallContext,
    readonly given: ReadonlyMap<string, ArrowId> = new Map()
  ) {}
  get ids(): IdSource {
    return this.context.ids ?? {}
  }
  /** The id of the variable with a name and a type; creates it if it doesn't exist. */
  helper(name: string, type: VariableType): ArrowId {
    for (let wanted = name; ; wanted += '_') {
      const known = idByName(this.document.resources, 'variables', wanted)
      if (known !== undefined && this.document.resources.variables.get(known)?.type === type) return known
      if (known === undefined) return this.fresh(wanted, type)
    }
  }
  /** The id of a new variable for these nodes alone. */
  fresh(name: string, type: VariableType): ArrowId {
    const { document, id } = createVariable(this.document, { type, name, notes: 'Made for a node of the assistant.' }, this.ids)
    this.document = document
    return id
  }
}
