import type { ContentBlockParam, MessageCreateParamsStreaming, ToolResultBlockParam } from '@anthropic-ai/sdk/resources/messages'
import type { ChatCompletionCreateParamsStreaming, ChatCompletionMessageParam } from 'openai/resources/chat/completions'

/** Efforts by the names of the Messages API, where chat completions have other ones. */
const EFFORTS = { low: 'low', medium: 'medium', high: 'high', xhigh: 'high', max: 'high' } as const

/**
 * A request to the Messages API as a request for a chat completion. Cache marks and thoughts are left out: servers cache by themselves, and take no
 * thoughts back. `newLimit`: the server takes `max_completion_tokens` only.
 */
export function chatRequest(request: MessageCreateParamsStreaming, newLimit: boolean): ChatCompletionCreateParamsStreaming {
  const { model, max_tokens, system, tools = [], messages, output_config } = request
  const frame = typeof system === 'string' ? system : (system ?? []).map(({ text }) => text).join('\n\n')
  const effort = output_config?.effort
  return {
    model,
    ...(newLimit ? { max_completion_tokens: max_tokens } : { max_tokens }),
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      ...(frame === '' ? [] : [{ role: 'system' as const, content: frame }]),
      ...messages.flatMap(({ role, content }): ChatCompletionMessageParam[] => {
        const blocks: ContentBlockParam[] = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as ContentBlockParam[])
        return role === 'assistant' ? [answer(blocks)] : role === 'user' ? results(blocks) : []
      })
    ],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.flatMap((tool) =>
            'input_schema' in tool
              ? [
                  {
                    type: 'function' as const,
                    function: { name: tool.name, description: tool.description ?? '', parameters: { ...tool.input_schema } }
                  }
                ]
              : []
          )
        }),
    ...(effort ? { reasoning_effort: EFFORTS[effort] } : {})
  }
}

/** The results of tools, each as a message of its own, then the other texts. */
function results(blocks: readonly ContentBlockParam[]): ChatCompletionMessageParam[] {
  const tools = blocks.flatMap((block): ChatCompletionMessageParam[] =>
    block.type === 'tool_result' ? [{ role: 'tool', tool_call_id: block.tool_use_id, content: resultText(block) }] : []
  )
  const text = textOf(blocks)
  return [...tools, ...(text === '' ? [] : [{ role: 'user' as const, content: text }])]
}

/** The text of a result. Chat completions have no mark for errors, so a refusal begins with the word. */
function resultText({ content, is_error }: ToolResultBlockParam): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content ?? '')
  return is_error ? `Refused: ${text}` : text
}

/** A model's earlier answer. */
function answer(blocks: readonly ContentBlockParam[]): ChatCompletionMessageParam {
  const calls = blocks.flatMap((block) =>
    block.type === 'tool_use'
      ? [{ id: block.id, type: 'function' as const, function: { name: block.name, arguments: JSON.stringify(block.input) } }]
      : []
  )
  return { role: 'assistant', content: textOf(blocks), ...(calls.length === 0 ? {} : { tool_calls: calls }) }
}

const textOf = (blocks: readonly ContentBlockParam[]): string => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n\n')
