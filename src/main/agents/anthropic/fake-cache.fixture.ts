import type { WireRequest } from './wire.fixture'

/** The tokens of a prompt, by how they are priced. */
export interface PromptTokens {
  input: number
  read: number
  written: number
}

/** How many blocks before a cache mark are searched for an earlier mark. */
const LOOKBACK = 20

/**
 * A prompt cache like the provider's: it finds the longest prefix of a request that an earlier request marked, block by block, in the order tools,
 * system, messages.
 */
export class FakeCache {
  readonly #written = new Set<string>()

  take(request: WireRequest): PromptTokens {
    const blocks = blocksOf(request)
    let prefix = request.model
    const prefixes = blocks.map(({ text }) => (prefix += `\n${text}`))
    const marks = blocks.flatMap(({ marked }, i) => (marked ? [i] : []))
    let read = -1
    for (const mark of marks)
      for (let i = mark; i >= 0 && i > mark - LOOKBACK; i--)
        if (this.#written.has(prefixes[i] as string)) {
          read = Math.max(read, i)
          break
        }
    for (const mark of marks) this.#written.add(prefixes[mark] as string)
    const tokens = (from: number, to: number): number => blocks.slice(from, to).reduce((sum, { text }) => sum + Math.ceil(text.length / 4), 0)
    const last = marks.at(-1) ?? -1
    return { read: tokens(0, read + 1), written: tokens(read + 1, last + 1), input: tokens(Math.max(read, last) + 1, blocks.length) }
  }
}

function blocksOf({ tools = [], system = [], messages }: WireRequest): { text: string; marked: boolean }[] {
  const blocks = typeof system === 'string' ? [{ type: 'text', text: system }] : system
  const said = messages.flatMap(({ role, content }) =>
    (typeof content === 'string' ? [{ type: 'text', text: content }] : content).map((block) => ({ role, ...block }))
  )
  return [...tools, ...blocks, ...said].map((block) => {
    const { cache_control: mark, ...rest } = block as { cache_control?: unknown }
    return { text: JSON.stringify(rest), marked: mark !== undefined }
  })
}
