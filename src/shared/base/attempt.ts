/** What `run` returns, or `otherwise` if it throws anything. */
export function attempt<T, U>(run: () => T, otherwise: U): T | U {
  try {
    return run()
  } catch {
    return otherwise
  }
}
