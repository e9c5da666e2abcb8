import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import type { ClientAccess } from '../../shared/table/clients'

/** An answer of a tool; `beat` and `actions` as `available_actions` gives them. */
export interface Said {
  text: string
  isError: boolean
}

export interface Available {
  beat: number
  actions: { name: string; description: string; parameters: { properties: Record<string, { enum?: string[] }>; required?: string[] } }[]
}

/** An official client at one seat. */
export class SeatClient {
  constructor(readonly client: Client) {}

  static async at({ url, token }: Pick<ClientAccess, 'url' | 'token'>): Promise<SeatClient> {
    return SeatClient.over(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers: { authorization: `Bearer ${token}` } } }))
  }

  static async over(transport: Transport): Promise<SeatClient> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    return new SeatClient(client)
  }

  async use(name: string, input: Record<string, unknown> = {}): Promise<Said> {
    const { content, isError = false } = await this.client.request({ method: 'tools/call', params: { name, arguments: input } }, CallToolResultSchema)
    return { text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''), isError }
  }

  /** What the seat can do now; undefined while it has to wait. */
  async available(): Promise<Available | undefined> {
    const { text } = await this.use('available_actions')
    return text.startsWith('{') ? (JSON.parse(text) as Available) : undefined
  }

  /** Waits until the seat may act. */
  async turn(): Promise<Available> {
    for (;;) {
      const now = await this.available()
      if (now) return now
      await this.use('context', { wait: 5 })
    }
  }
}

/** A client's policy: an action with its parameters, from what is available; undefined if it doesn't know what to do. */
export type Policy = (available: Available) => { action: string; parameters?: Record<string, unknown> } | undefined

/** Plays a seat until `isOver`, and returns every refusal. */
export async function playSeat(client: SeatClient, policy: Policy, isOver: () => boolean): Promise<string[]> {
  const refusals: string[] = []
  while (!isOver()) {
    const now = await client.available()
    const chosen = now && policy(now)
    if (!now || !chosen) await client.use('context', { wait: 0.2 })
    else {
      const { text, isError } = await client.use('act', { beat: now.beat, ...chosen })
      if (isError) refusals.push(text)
    }
  }
  return refusals
}
