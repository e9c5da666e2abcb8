import { messagesWire } from './client'
import type { Protocol } from '../../../shared/table/model-access'
import type { Wire } from './wire'

/** The wire of a protocol. Each client is loaded at its first use. */
export const wireOf = async (protocol: Protocol = 'messages'): Promise<Wire> =>
  protocol === 'chat' ? (await import('../openai/chat-wire')).chatWire : messagesWire
