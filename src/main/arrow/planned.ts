import type { ArrowCall, ArrowDocument, ArrowId, CallContext, CallOutcome } from '../../arrow'
import { runBatch, runCall } from '../../arrow/schemas'

/** The effect of calls on a document. `proposed` are the ids that they created, in the order of creation. */
export interface PlannedCalls extends CallOutcome {
  readonly proposed: readonly ArrowId[]
}

/** Runs calls on a document atomically. The first created resources get the `known` ids, which the editor has assigned already. */
export function planned(document: ArrowDocument, calls: readonly ArrowCall[], context: CallContext, known: readonly ArrowId[] = []): PlannedCalls {
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
