import type { MessageCreateParamsStreaming, Tool } from '@anthropic-ai/sdk/resources/messages'

/** A block of a message that changes tools, as `Toolbox` writes it. */
export interface ToolChange {
  type: 'tool_addition' | 'tool_removal'
  tool: { type: 'tool_reference'; name: string } | { type: 'tool_definition'; definition: Tool }
}

/** The provider's beta for adding, redefining and removing tools in messages. */
export const TOOL_CHANGES_BETA = 'inline-tools-2026-09-15'

/** The headers for the betas that a request uses. Only messages that change tools have the role `system`. */
export const betasOf = ({ messages }: Pick<MessageCreateParamsStreaming, 'messages'>): Record<string, string> =>
  messages.some(({ role }) => role === 'system') ? { 'anthropic-beta': TOOL_CHANGES_BETA } : {}

/** The names of the tools that are available at the end of a request. */
export function offeredNames({ tools = [], messages }: Pick<MessageCreateParamsStreaming, 'tools' | 'messages'>): string[] {
  const names = new Set(tools.flatMap((tool) => ('name' in tool ? [tool.name] : [])))
  for (const message of messages) {
    if (message.role !== 'system' || typeof message.content === 'string') continue
    for (const { type, tool } of message.content as unknown as ToolChange[]) {
      const name = tool.type === 'tool_definition' ? tool.definition.name : tool.name
      if (type === 'tool_removal') names.delete(name)
      else names.add(name)
    }
  }
  return [...names]
}
