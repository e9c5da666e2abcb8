import { Problem, type ProblemData, toProblem } from '../shared/base/problem'
import type { Frame } from './pipe'

/** The messages between the two ends of a thread: frames of many connections, and requests with their answers. */
export type Message =
  | { port: number; frame: Frame }
  | { ask: number; call: string; input?: unknown }
  | { answer: number; value?: unknown; problem?: ProblemData }

/** The part of a Worker or a MessagePort that a wire needs. */
export interface WireEnd {
  postMessage(message: Message): void
  on(event: 'message', listener: (message: Message) => void): unknown
}

export interface Wire {
  /** Sends a request to the other end. Rejects with a Problem: the other end's, or `internal` if the wire is cut first. */
  ask(call: string, input?: unknown): Promise<unknown>
  frame(port: number, frame: Frame): void
  /** Rejects every open request. */
  cut(): void
}

interface Waiting {
  resolve(value: unknown): void
  reject(problem: Problem): void
}

/** Connects one end. `answer` answers the other end's requests; what it throws is returned as a Problem. */
export function join(end: WireEnd, answer: (call: string, input: unknown) => Promise<unknown>, onFrame: (port: number, frame: Frame) => void): Wire {
  const waiting = new Map<number, Waiting>()
  let requestCount = 0
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  const post = (message: Message) => end.postMessage(message)

  async function reply(ask: number, call: string, input: unknown) {
    try {
      post({ answer: ask, value: await answer(call, input) })
    } catch (thrown) {
      post({ answer: ask, problem: toProblem(thrown).toJSON() })
    }
  }

  end.on('message', (message) => {
    if ('frame' in message) return onFrame(message.port, message.frame)
    if ('ask' in message) return void reply(message.ask, message.call, message.input)
    const asker = waiting.get(message.answer)
    waiting.delete(message.answer)
    const problem = message.problem
    if (problem) asker?.reject(new Problem(problem.code, problem.message, problem.data))
    else asker?.resolve(message.value)
  })

  return {
    ask: (call, input) =>
      new Promise((resolve, reject) => {
        waiting.set(++requestCount, { resolve, reject })
        post({ ask: requestCount, call, input })
      }),
    frame: (port, frame) => post({ port, frame }),
    cut() {
      for (const asker of waiting.values()) asker.reject(new Problem('internal', "Proscenium's core stopped before it answered. Try again."))
      waiting.clear()
    }
  }
}
