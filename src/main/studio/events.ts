import type { Stop } from '../../shared/calls'
import type { HandEdit, NewEvent, StudioEvent } from '../../shared/present'

/** Events a listener may fall behind before it is told to fetch the present again. */
const WAITING = 256

/** One ordered stream of events to any number of listeners. The past is kept for a short while, for those who reconnect. */
export class EventStream {
  #seq = 0
  readonly #recent: StudioEvent[] = []
  readonly #listeners = new Set<(event: StudioEvent) => void>()

  constructor(readonly epoch: string) {}

  get seq(): number {
    return this.#seq
  }

  /** Whether anybody listens. */
  get isHeard(): boolean {
    return this.#listeners.size > 0
  }

  /** The edits by hand that were told last, and what kept us from looking at the folder: what needs no telling again. */
  edits: readonly HandEdit[] = []
  inTheWay = ''
  /** Other branches than the present's, and where they stood, when windows were last told to look. */
  lastBranches = ''
  /** How they stand now; '' where that cannot be read. */
  branchesNow: () => string = () => ''

  emit(event: NewEvent): void {
    if (event.kind === 'edits') this.edits = event.edits
    if (event.kind === 'problem' && event.problem.code === 'bad-repository') this.inTheWay = event.problem.message
    if (event.kind === 'head') this.lastBranches = this.branchesNow()
    // Drafts are not numbered, so that whoever missed them has missed nothing.
    if (event.kind === 'live') {
      for (const listener of this.#listeners) listener({ ...event, epoch: this.epoch, seq: this.#seq })
      return
    }
    const numbered: StudioEvent = { ...event, epoch: this.epoch, seq: ++this.#seq }
    this.#recent.push(numbered)
    if (this.#recent.length > WAITING) this.#recent.shift()
    for (const listener of this.#listeners) listener(numbered)
  }

  /** Every event after the one named; a gap or another epoch gives one `head` event first, which means: fetch the present. */
  async *after(last: { epoch: string; seq: number } | undefined, stop: Stop): AsyncGenerator<StudioEvent> {
    let queue: StudioEvent[] = []
    let wake: () => void = () => undefined
    const listen = (event: StudioEvent): void => {
      if (queue.length < WAITING) queue.push(event)
      else if (event.kind !== 'live') queue = [this.#refetch()]
      wake()
    }
    // Listen before looking back, so that no event falls between the two.
    this.#listeners.add(listen)
    stop.addEventListener('abort', () => wake())
    try {
      if (last) {
        const first = this.#recent[0]?.seq ?? this.#seq + 1
        const gap = last.epoch !== this.epoch || last.seq > this.#seq || last.seq < first - 1
        queue = [...(gap ? [this.#refetch()] : this.#recent.filter((e) => e.seq > last.seq && !queue.includes(e))), ...queue]
      }
      while (!stop.aborted) {
        const event = queue.shift()
        if (event) yield event
        else await new Promise<void>((resolve) => (wake = resolve))
      }
    } finally {
      this.#listeners.delete(listen)
    }
  }

  #refetch(): StudioEvent {
    return { epoch: this.epoch, seq: this.#seq, kind: 'head' }
  }
}
