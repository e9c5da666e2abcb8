/** A request's tokens, its cost in US dollars, and the cost of the conversation so far. The cost is absent if the price is unknown. */
export interface AssistantSpending {
  readonly input: number
  readonly output: number
  readonly cost?: number
  readonly total_cost?: number
}

/** A message of the assistant to an editor. `text_chunk` only for editors that support it: `at` is the number of characters before. */
export type AssistantMessage =
  | { readonly type: 'connected'; readonly data: { readonly sessionId: string; readonly serverTime: number } }
  | { readonly type: 'status'; readonly status: 'processing' | 'ready'; readonly usage?: AssistantSpending }
  | { readonly type: 'text_chunk'; readonly text: string; readonly at: number }
  | { readonly type: 'chat_response'; readonly message: string }
  | { readonly type: 'function_call'; readonly request_id: string; readonly function: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly type: 'function_call_batch'; readonly request_id: string; readonly functions: readonly object[] }
  | { readonly type: 'end' }

/** Whether a request only asks to undo the last change. */
export const asksForUndo = (message: string): boolean =>
  /^(?:please\s+|can you\s+|could you\s+)?(?:undo|revert|take back|take (?:it|that|this|all) back)\b[^"“]{0,30}$/i.test(message.trim())
