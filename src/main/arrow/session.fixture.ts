import type { Assistant } from './assistant'
import { nestedMessage } from './messages'
import { offlineAssistant } from './offline'
import { ProtocolSession, type DesignStore } from './session'
import type { TestEditor } from './editor.fixture'

export type Sent = Readonly<Record<string, unknown>> & { readonly type: string }

/** A session that records its messages, with a manual clock. */
export class TestSession {
  readonly sent: Sent[] = []
  readonly session: ProtocolSession
  #timers: { at: number; elapsed: () => void }[] = []
  #now = 0
  #ids = 0

  constructor(assistant: Assistant = offlineAssistant, documents?: DesignStore) {
    this.session = new ProtocolSession({
      assistant,
      ...(documents && { documents }),
      send: (message, nested) => void this.sent.push((nested ? nestedMessage(message) : message) as Sent),
      timer: (ms, elapsed) => {
        const timer = { at: this.#now + ms, elapsed }
        this.#timers.push(timer)
        return () => void (this.#timers = this.#timers.filter((one) => one !== timer))
      },
      now: () => this.#now,
      newId: () => `id_${++this.#ids}`
    })
  }

  send(message: object | string): this {
    this.session.receive(typeof message === 'string' ? message : JSON.stringify(message))
    return this
  }

  /** Advances the clock, in milliseconds. */
  pass(ms: number): void {
    this.#now += ms
    for (const timer of this.#timers.filter(({ at }) => at <= this.#now)) {
      this.#timers = this.#timers.filter((one) => one !== timer)
      timer.elapsed()
    }
  }

  /** Runs all pending promises. */
  async settle(): Promise<void> {
    for (let i = 0; i < 50; i++) await Promise.resolve()
  }

  /** Has an editor answer every call until there are none. */
  async serve(editor: TestEditor): Promise<void> {
    for (let done = 0; ;) {
      await this.settle()
      const next = this.takeCall()
      if (!next || done++ > 200) return
      const answer = editor.execute(next)
      if (answer) this.send(answer)
    }
  }

  /** The next unanswered call. */
  takeCall(): Sent | undefined {
    const next = this.sent.filter(({ type }) => type.startsWith('function_call'))[this.#answered]
    if (next) this.#answered++
    return next
  }
  #answered = 0

  get said(): string[] {
    return this.sent
      .filter(({ type }) => type === 'chat_response')
      .map((one) => String(one['message'] ?? (one['data'] as { message?: unknown } | undefined)?.message))
  }
  get types(): string[] {
    return this.sent.map(({ type }) => type)
  }
}
