/** What models used for a request, in tokens and US dollars, and what the conversation has cost so far. Without a cost where the price isn't known. */
export interface AssistantSpending {
  readonly input: number
  readonly output: number
  readonly cost?: number
  readonly total_cost?: number
}

/** A message of the assistant to an editor, flat. `text_chunk` goes only to editors that declare it: `at` counts the characters of the message before it. */
export type AssistantMessage =
  | { readonly type: 'connected'; readonly data: { readonly sessionId: string; readonly serverTime: number } }
  | { readonly type: 'status'; readonly status: 'processing' | 'ready'; readonly usage?: AssistantSpending }
  | { readonly type: 'text_chunk'; readonly text: string; readonly at: number }
  | { readonly type: 'chat_response'; readonly message: string }
  | { readonly type: 'function_call'; readonly request_id: string; readonly function: string; readonly arguments: Readonly<Record<string, unknown>> }
  | { readonly type: 'function_call_batch'; readonly request_id: string; readonly functions: readonly object[] }
  | { readonly type: 'end' }

/** Whether a request only asks to undo what was done last. */
export const asksForUndo = (message: string): boolean =>
  /^(?:please\s+|can you\s+|could you\s+)?(?:undo|revert|take back|take (?:it|that|this|all) back)\b[^"“]{0,30}$/i.test(message.trim())
