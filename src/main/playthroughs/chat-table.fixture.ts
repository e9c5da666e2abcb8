import type { FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable, type FakePlay } from '../agents/anthropic/fake-table.fixture'
import type { WireRequest } from '../agents/anthropic/wire.fixture'
import { startFakeChat, type ChatReply, type ChatWireRequest, type FakeChat } from '../agents/openai/fake-chat.fixture'

/** A request for a chat completion as the policy of the fake table reads requests. */
function asMessages({ messages, tools = [], ...rest }: ChatWireRequest): WireRequest {
  const text = (content: unknown) => (content === '' || content === undefined ? [] : [{ type: 'text', text: content }])
  const [system, ...others] = messages
  const turns: { role: string; content: object[] }[] = []
  for (const { role, content, tool_calls = [], tool_call_id } of others) {
    const own = role === 'tool' ? [{ type: 'tool_result', tool_use_id: tool_call_id, content }] : text(content)
    const uses = tool_calls.map(({ id, function: called }) => ({
      type: 'tool_use',
      id,
      name: called.name,
      input: JSON.parse(called.arguments) as object
    }))
    const said = role === 'assistant' ? 'assistant' : 'user'
    const last = turns.at(-1)
    if (last?.role === said) last.content.push(...own, ...uses)
    else turns.push({ role: said, content: [...own, ...uses] })
  }
  return {
    ...rest,
    stream: true,
    system: text(system?.content),
    messages: turns,
    tools: tools.map(({ function: tool }) => ({ name: tool.name, description: tool.description, input_schema: tool.parameters }))
  } as unknown as WireRequest
}

/** The answer of that policy as a chat completion. */
function asChat(reply: FakeReply): ChatReply {
  if (!('parts' in reply)) throw new Error('The policy answers with parts only.')
  const calls = reply.parts.flatMap((part) => ('tool' in part && 'input' in part ? [{ name: part.tool, json: JSON.stringify(part.input) }] : []))
  return { text: reply.parts.flatMap((part) => ('text' in part ? [part.text] : [])).join(''), calls }
}

/** A server whose model plays a session of so many scenes and rounds. */
export function chatTable(play: FakePlay = { scenes: 1, rounds: 1 }): Promise<FakeChat> {
  const policy = fakeTable(play)
  return startFakeChat('llama.cpp', (request, n) => asChat(policy(asMessages(request), n)))
}
