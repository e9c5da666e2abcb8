import { EventEmitter } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { getWSConnectionHandler } from '@trpc/server/adapters/ws'
import type { WebSocket } from 'ws'
import { router, type Studio } from '../shared/api'

/** A text frame of the protocol. On every carrier, the empty frame opens a connection (and is answered by an empty one), and null closes it. */
export type Frame = string | null

/** The part of a `ws` socket that tRPC's WebSocket adapter uses, over any ordered pair of string channels. */
export class PipeSocket extends EventEmitter {
  readyState: 1 | 3 = 1
  constructor(private readonly out: (frame: Frame) => void) {
    super()
  }

  send(frame: string): void {
    if (this.readyState === 1) this.out(frame)
  }

  /** Receives a frame from the other side. */
  receive(frame: string): void {
    if (this.readyState === 1) this.emit('message', Buffer.from(frame), false)
  }

  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.out(null)
    this.emit('close')
  }

  terminate(): void {
    this.close()
  }
}

/** Serves the Studio's calls and events on one connection, whatever carries it. */
export type Serve = (socket: PipeSocket) => void

/** Creates the contract's server. `onFault` receives our own defects, never problems that people were told about. */
export function createServe(studio: Studio, onFault: (path: string | undefined, error: Error) => void): Serve {
  const connect = getWSConnectionHandler({
    wss: undefined as never, // only applyWSSHandler reads it
    router,
    createContext: () => ({ studio }),
    onError: ({ path, error }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR' && error.cause?.name !== 'Problem') onFault(path, error)
    }
  })
  const request = { url: '/rpc', headers: {} } as IncomingMessage
  return (socket) => connect(socket as EventEmitter as WebSocket, request)
}
