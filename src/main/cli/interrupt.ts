const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Runs work that Ctrl+C, a signal to end or a closed terminal cancels, because tools have process groups of their own. A second signal exits. */
export async function untilInterrupted<T>(work: (cancel: AbortSignal) => Promise<T>): Promise<T> {
  const interrupted = new AbortController()
  const interrupt = (): void => {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    interrupted.abort()
  }
  for (const signal of SIGNALS) process.on(signal, interrupt)
  try {
    return await work(interrupted.signal)
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
  }
}
