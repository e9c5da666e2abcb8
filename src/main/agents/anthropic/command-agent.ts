import type { Agent } from '../../../shared/table/agents'
import { type CommandAnswer, type CommandRun, readCommandAnswer, type SeatCommand } from '../../../shared/table/commands'
import { Problem } from '../../../shared/base/problem'
import { TOOLS_BY } from '../context/prompts'
import { tokensOf } from '../context/tokens'
import { conversationAgent, type ExchangeOutcome } from './conversation-agent'
import type { Conversation, Message } from './conversation'
import { Reply } from './reply'

/** The maximum number of characters of an unreadable answer that the conversation keeps. */
const MAX_KEPT_CHARACTERS = 2000

/** An agent that runs an external command for each answer. `commands` finds one by name; throws Problem `agent-failed` if it may not run here. */
export function commandAgent(commands: (name: string | undefined) => Promise<SeatCommand>): Agent {
  const sessions = new WeakMap<Conversation, string>()
  return conversationAgent({
    toolsOf: ({ seat }) => ({ layout: seat.profile === 'lean' ? 'lean' : 'stable', eager: false }),
    async send(conversation, turn, signal) {
      const command = await commands(turn.seat.command)
      const session = sessions.get(conversation)
      const continues = command.remembers && session !== undefined
      const sessionId = session ?? command.newSession()
      sessions.set(conversation, sessionId)
      const { messages, recorded, tools, context } = conversation
      const prompt = promptOf(continues ? undefined : { context, tools }, continues ? messages.slice(recorded) : messages)
      const available = (tools.layout === 'lean' ? tools.declared : tools.available).map(({ name, description, input_schema }) => ({
        name,
        description,
        input_schema
      }))
      const run = await command.ask({ sessionId, continues, who: turn.view.who, prompt, tools: available }, signal)
      // It is unknown what a command remembers of a request that it didn't answer.
      if (run.failure !== undefined || run.isCancelled) sessions.delete(conversation)
      return sentOf(command, prompt, run, messages.length)
    }
  })
}

function sentOf({ name }: SeatCommand, prompt: string, { text, stderr, failure, isCancelled, ms }: CommandRun, ordinal: number): ExchangeOutcome {
  const outcome = {
    model: name,
    stderr,
    ms: Math.round(ms),
    retries: [],
    usage: { input: tokensOf(prompt), output: tokensOf(text), cacheRead: 0, cacheWrite: 0, cost: 0, estimated: true as const }
  }
  if (isCancelled) return outcome
  if (failure !== undefined) {
    const problem = new Problem('agent-failed', `${failure} Press Play to try again, or choose another agent for the seat in Settings.`, {
      modelFailed: true,
      remedy: 'settings'
    })
    return { ...outcome, problem }
  }
  const read = readCommandAnswer(text)
  if (typeof read !== 'string') return { ...outcome, reply: replyOf(read, ordinal) }
  const shown = text.trim() === '' ? '(nothing)' : text.slice(0, MAX_KEPT_CHARACTERS)
  const fault = `${read.replace('Your answer', `The answer of the command ${name}`)} Check it with \`proscenium tool test\`.`
  return { ...outcome, fault, reply: replyOf({ calls: [], text: shown }, ordinal), misread: `${read} ${ANSWER_FORMAT}` }
}

/** Converts a command's answer to a reply, as if it had been streamed. `ordinal` keeps the ids of its calls distinct from earlier ones. */
function replyOf({ calls, text = '', isNear }: CommandAnswer, ordinal: number): Reply {
  const reply = new Reply({ isNear: isNear === true })
  reply.add({ type: 'message_start' })
  if (text !== '') reply.add({ type: 'content_block_start', index: 0, content_block: { type: 'text', text } })
  for (const [i, { tool, input }] of calls.entries()) {
    const index = i + 1
    reply.add({ type: 'content_block_start', index, content_block: { type: 'tool_use', id: `call_${ordinal}_${index}`, name: tool } })
    reply.add({ type: 'content_block_delta', index, delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) } })
  }
  reply.add({ type: 'message_delta', delta: { stop_reason: calls.length === 0 ? 'end_turn' : 'tool_use' } })
  reply.add({ type: 'message_stop' })
  return reply
}

const ANSWER_FORMAT =
  'Answer with one JSON object and nothing else: {"calls": [{"tool": "…", "input": {…}}]}. The calls are made in their order, until one ends your turn.'

/** Formats a prompt as plain text. `whole`: the context and the tools of the conversation; undefined if the command has already read them. */
function promptOf(whole: Pick<Conversation, 'context' | 'tools'> | undefined, messages: readonly Message[]): string {
  const pieces = (whole?.context.pieces ?? []).flatMap(({ kept, text }) => (kept && text.trim() !== '' ? [text] : []))
  const tools = (whole?.tools.declared ?? []).map(
    ({ name, description, input_schema }) => `- ${name}: ${description}\n  ${JSON.stringify(input_schema)}`
  )
  return [
    ...pieces,
    ...(tools.length === 0 ? [] : [TOOLS_BY[whole?.tools.layout ?? 'stable'], `# Tools\n${tools.join('\n')}`]),
    ...messages.flatMap(wordsOf),
    ANSWER_FORMAT
  ].join('\n\n')
}

/** Formats a message of the conversation as lines of plain text. */
function wordsOf({ role, content }: Message): string[] {
  if (role === 'system' || typeof content === 'string') return []
  return content.flatMap((block): string[] => {
    if (block.type === 'text') return [role === 'assistant' ? `You answered: ${block.text}` : block.text]
    if (block.type === 'tool_use') return [`You called ${block.name} (${block.id}): ${JSON.stringify(block.input)}`]
    if (block.type !== 'tool_result') return []
    const text = typeof block.content === 'string' ? block.content : JSON.stringify(block.content)
    return [`${block.is_error ? 'Refused' : 'Result'} (${block.tool_use_id}): ${text}`]
  })
}
