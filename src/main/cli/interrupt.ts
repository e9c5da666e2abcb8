const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Runs work that Ctrl+C, a signal to end or a closed terminal cancels: a tool has its own process group, so it would otherwise continue. A second
 * signal ends this process at once.
 */
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
