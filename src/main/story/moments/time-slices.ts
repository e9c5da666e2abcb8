/** Milliseconds that a long piece of work keeps everything else waiting. */
const SLICE_MS = 10

/** Lets everything else that waits have its turn, once a slice of time is used up. */
export function breath(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < SLICE_MS) return
    await new Promise<void>((done) => setImmediate(done))
    since = performance.now()
  }
}
