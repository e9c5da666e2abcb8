/** Calls `run` after a pause, in ms. Returns what cancels the call, before or during it, as the cleanup of an effect. */
export function afterRest(ms: number, run: (signal: AbortSignal) => unknown): () => void {
  const stop = new AbortController()
  const timer = setTimeout(() => void run(stop.signal), ms)
  return () => {
    clearTimeout(timer)
    stop.abort()
  }
}
