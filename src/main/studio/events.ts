import type { AbortSignalLike } from '../../shared/base/abort'
import { Queue } from '../../shared/base/queue'
import type { NewEvent, StudioEvent } from '../../shared/table/present'

/** The most events that a listener may fall behind before it has to fetch the present again. */
const MAX_WAITING_EVENTS = 256

/** One ordered stream of events to any number of listeners. It keeps recent events for a short while, for listeners that reconnect. */
export class EventStream {
  #seq = 0
  readonly #recent: StudioEvent[] = []
  readonly #listeners = new Set<(event: StudioEvent) => void>()

  constructor(readonly epoch: string) {}

  get seq(): number {
    return this.#seq
  }

  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  emit(event: NewEvent): void {
    // Live events have no number, so a client that misses them has missed nothing.
    if (event.kind === 'live') {
      for (const listener of this.#listeners) listener({ ...event, epoch: this.epoch, seq: this.#seq })
      return
    }
    const numbered: StudioEvent = { ...event, epoch: this.epoch, seq: ++this.#seq }
    this.#recent.push(numbered)
    if (this.#recent.length > MAX_WAITING_EVENTS) this.#recent.shift()
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Every event after the one with this id (`epoch:seq`). After a gap, or for another epoch, it begins with `head`: fetch the present. */
  async *after(id: string | undefined, stop: AbortSignalLike): AsyncGenerator<StudioEvent> {
    const queue = new Queue<StudioEvent>()
    const [epoch, seq] = id?.split(':') ?? []
    if (epoch && seq) {
      const last = Number(seq)
      const first = this.#recent[0]?.seq ?? this.#seq + 1
      const gap = epoch !== this.epoch || !(last <= this.#seq && last >= first - 1)
      queue.push(...(gap ? [this.#refetch()] : this.#recent.filter((event) => event.seq > last)))
    }
    const listen = (event: StudioEvent): void => {
      if (queue.size < MAX_WAITING_EVENTS) return queue.push(event)
      if (event.kind === 'live') return
      queue.clear()
      queue.push(this.#refetch())
    }
    this.#listeners.add(listen)
    try {
      yield* queue.until(stop)
    } finally {
      this.#listeners.delete(listen)
    }
  }

  #refetch(): StudioEvent {
    return { epoch: this.epoch, seq: this.#seq, kind: 'head' }
  }
}
