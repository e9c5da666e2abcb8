import { never, type AbortSignalLike } from '../shared/base/abort'
import type { StudioEvent } from '../shared/table/present'

/** A stream of `head` events for tests. Counts its listeners, and remembers from where each started. */
export function eventSource() {
  const events: StudioEvent[] = []
  const requests: (string | undefined)[] = []
  const wake = new Set<() => void>()
  const source = {
    live: 0,
    asked: requests,
    tell() {
      events.push({ epoch: 'one', seq: events.length + 1, kind: 'head' })
      for (const go of wake) go()
    },
    async *events({ lastEventId }: { lastEventId?: string | undefined } = {}, stop: AbortSignalLike = never): AsyncGenerator<StudioEvent> {
      requests.push(lastEventId)
      source.live++
      try {
        let at = lastEventId === undefined ? events.length : Number(lastEventId.split(':')[1])
        while (!stop.aborted) {
          while (at < events.length) yield events[at++]!
          await new Promise<void>((go) => {
            wake.add(go)
            stop.addEventListener('abort', go)
          })
        }
      } finally {
        source.live--
      }
    }
  }
  return source
}
