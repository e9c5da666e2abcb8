/** How long a piece of work may block the thread, in ms. */
const SLICE_MS = 10

/** Gives other work a turn whenever a slice of time is used up. */
export function timeSlices(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise<void>((done) => setImmediate(done))
    since = performance.now()
  }
}
