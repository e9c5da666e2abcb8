import type { FakeReply, Part } from './fake-messages.fixture'
import type { WireRequest } from './wire.fixture'

/** A request to the fake and its reply. */
export interface Replied {
  request: WireRequest
  reply: FakeReply
}

/** A script that also records each request with its reply. */
export function noting(script: (request: WireRequest, n: number) => FakeReply): { script: typeof script; replied: Replied[] } {
  const replied: Replied[] = []
  return {
    replied,
    script: (request, n) => {
      const reply = script(request, n)
      replied.push({ request: structuredClone(request), reply })
      return reply
    }
  }
}

const textsOf = ({ messages }: WireRequest): string => JSON.stringify(messages)

/** The tools that a reply requests, by the ids that the fake assigns to them. */
function requested({ reply }: Replied, n: number): { id: string; tool: string }[] {
  const parts: readonly Part[] = 'parts' in reply ? reply.parts : []
  return parts.flatMap((part, i) => ('tool' in part ? [{ id: `toolu_${n}_${i}`, tool: part.tool }] : []))
}

/**
 * The requested tools whose result is missing from the next request of the same seat: it is neither a tool result nor, if that request begins a
 * conversation, in the piece with the results. A seat is identified by its system prompt.
 */
export function usesWithoutResult(replied: readonly Replied[]): string[] {
  const seatOf = ({ request }: Replied): string => JSON.stringify(request.system)
  return replied.flatMap((one, at) => {
    const next = replied.slice(at + 1).find((later) => seatOf(later) === seatOf(one))
    if (!next) return []
    const results = new Map(
      next.request.messages.flatMap(({ content }) =>
        typeof content === 'string' ? [] : content.flatMap((block) => (block.type === 'tool_result' ? [[block.tool_use_id, block] as const] : []))
      )
    )
    const begun = !next.request.messages.some(({ role }) => role === 'assistant')
    const piece = begun ? (/<story piece=\\"results\\">.*?<\/story>/.exec(textsOf(next.request))?.[0] ?? '') : ''
    return requested(one, at + 1).flatMap(({ id, tool }) =>
      results.has(id) || piece.includes(`\\n  ${tool}`) || piece.includes(`\\n${tool}`) ? [] : [`${id} ${tool}`]
    )
  })
}
