import type { ArrowDocument, ArrowId } from '../../shared/arrow/document'
import type { ArrowCall, CallContext, Ran } from '../../shared/arrow/functions/call'
import { runBatch, runCall } from '../../shared/arrow/functions/run'

/** What calls do to a document. `proposed` are the ids of what they made, in the order of making. */
export interface Plan extends Ran {
  readonly proposed: readonly ArrowId[]
}

/** Runs calls on a document as one. Of what they make, the first have the `known` ids, which the editor has given already. */
export function planned(document: ArrowDocument, calls: readonly ArrowCall[], context: CallContext, known: readonly ArrowId[] = []): Plan {
  const proposed: ArrowId[] = []
  const assign = (own: ArrowId): ArrowId => {
    const id = known[proposed.length] ?? own
    proposed.push(id)
    return id
  }
  const inside = { ...context, ids: { ...context.ids, assign } }
  const [only] = calls
  const ran = calls.length === 1 && only ? runCall(document, only, inside) : runBatch(document, calls, inside)
  const { ids: _, ...after } = ran.context
  return { ...ran, context: { ...after, ...(context.ids && { ids: context.ids }) }, proposed }
}
