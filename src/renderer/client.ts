import { createTRPCClient, createWSClient, wsLink } from '@trpc/client'
import type { Router } from '../shared/api'

/** The preload's interface in Electron: an ordered channel of string frames. '' opens, null closes. */
interface Port {
  connect(onFrame: (frame: string | null) => void): { send(frame: string): void; close(): void }
}
declare global {
  interface Window {
    prosceniumPort?: Port
  }
}

/** The subset of the browser's WebSocket that tRPC's wsLink uses, carried by the preload's port. */
class BridgeSocket extends EventTarget {
  static readonly CONNECTING = 0
  static readonly OPEN = 1
  static readonly CLOSING = 2
  static readonly CLOSED = 3
  // tRPC reads both the class's constant and the instance's: without the latter it never sends 'subscription.stop'.
  readonly OPEN = 1
  readyState: number = BridgeSocket.CONNECTING
  binaryType = 'blob'
  readonly #channel: ReturnType<Port['connect']> | undefined

  constructor() {
    super()
    this.#channel = window.prosceniumPort?.connect((frame) => this.#receive(frame))
  }
  send(frame: string): void {
    this.#channel?.send(frame)
  }
  close(): void {
    this.#channel?.close()
    this.#closed()
  }
  #receive(frame: string | null): void {
    if (frame === null) return this.#closed()
    if (this.readyState !== BridgeSocket.CONNECTING) {
      this.dispatchEvent(new MessageEvent('message', { data: frame }))
      return
    }
    // tRPC adds its listeners only after the constructor has returned, so `open` waits for a later macrotask.
    setTimeout(() => {
      if (this.readyState !== BridgeSocket.CONNECTING) return
      this.readyState = BridgeSocket.OPEN
      this.dispatchEvent(new Event('open'))
    })
  }
  #closed(): void {
    if (this.readyState === BridgeSocket.CLOSED) return
    this.readyState = BridgeSocket.CLOSED
    this.dispatchEvent(new CloseEvent('close', { code: 1000 }))
  }
}

type LinkListener = (link: 'open' | 'lost') => void
let onLink: LinkListener = () => undefined

/** Calls `listener` whenever the connection to the core opens or is lost. Supports one listener. */
export function watchLink(listener: LinkListener): void {
  onLink = listener
}

/** The longest time that a busy core may leave a browser tab without an answer, in ms. The host notices a hanging core much earlier. */
const PONG_TIMEOUT_MS = 60_000

const socket = createWSClient({
  ...(window.prosceniumPort
    ? { url: 'ws://port', WebSocket: BridgeSocket as unknown as typeof WebSocket }
    : { url: () => new URL('/rpc', location.href.replace(/^http/, 'ws')).href, keepAlive: { enabled: true, pongTimeoutMs: PONG_TIMEOUT_MS } }),
  retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, 4000),
  onOpen: () => onLink('open'),
  onClose: () => onLink('lost')
})

/** The Studio's calls: over the preload's port in the desktop app, over a WebSocket in a browser tab. */
export const api = createTRPCClient<Router>({ links: [wsLink({ client: socket })] })
