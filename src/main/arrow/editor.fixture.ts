import { type ArrowDocument, type ArrowId, type CallContext, type ArrowCallResult, callsIn, writeArrow } from '../../arrow'
import { runBatch, runCall } from '../../arrow/schemas'

/** The form of an editor's answers: with its document as real editors do, with ids alone, or with as little as possible. */
export type Manner = 'document' | 'ids' | 'words'

/** An editor with our own engine: it executes the calls that it gets. `author`: another author, whose ids are unpredictable. */
export class TestEditor {
  readonly calls: string[] = []
  readonly batches: number[] = []
  context: CallContext
  /** Changes the document before the n-th call (from 0), as its user would. */
  meddle: ((n: number, document: ArrowDocument) => ArrowDocument) | undefined
  /** The indexes of calls (from 0) that are always refused. */
  refuses: readonly number[] = []

  constructor(
    public document: ArrowDocument,
    readonly manner: Manner = 'document',
    author = 0
  ) {
    this.context = { ids: { author } }
  }

  sync(more: object = {}): object {
    return { type: 'file_sync', project_id: 1, arrow_content: writeArrow(this.document), ...more }
  }

  /** Executes a call or a batch. Returns the `function_result`. */
  execute(message: object): object | undefined {
    const calls = callsIn(message)
    if (!calls) return undefined
    const [first] = calls.calls
    this.document = this.meddle?.(this.calls.length, this.document) ?? this.document
    const isRefused = this.refuses.includes(this.calls.length)
    this.calls.push(...calls.calls.map((one) => one.function))
    if (calls.batch) this.batches.push(calls.calls.length)
    if (isRefused)
      return { type: 'function_result', request_id: calls.requestId, success: false, result: '', error: 'Out of paper.', arrow_content: '' }
    // A real editor counts outputs as files do.
    const context: CallContext = { ...this.context, polarity: calls.batch || !first?.arguments['modifications'] ? 'agent' : 'file' }
    const ran = calls.batch || !first ? runBatch(this.document, calls.calls, context) : runCall(this.document, first, context)
    this.document = ran.document
    this.context = ran.context
    return { type: 'function_result', request_id: calls.requestId, ...this.#answer(ran.result) }
  }

  #answer(result: ArrowCallResult): object {
    if (!result.success) return { ...result, result: '', arrow_content: '' }
    if (this.manner === 'words') return { success: true, result: 'Done', error: '' }
    const id = result['node_id'] ?? result['scene_id'] ?? result['variable_id'] ?? result['character_id']
    if (this.manner === 'ids') return { success: true, result: id ?? result, error: '' }
    return { success: true, result, error: '', arrow_content: writeArrow(this.document) }
  }

  /** The nodes that are new since `before`, by id. */
  fresh(before: ArrowDocument): ArrowId[] {
    return [...this.document.resources.nodes.keys()].filter((id) => !before.resources.nodes.has(id))
  }
}
