/** The maximum time that a piece of work blocks the thread, in ms. */
const SLICE_MS = 10

/** Returns a function to await between pieces of work. It lets other work run once a time slice is used up. */
export function timeSlices(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise<void>((done) => setImmediate(done))
    since = performance.now()
  }
}
