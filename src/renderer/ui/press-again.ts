/**
 * A command for work whose result is in view before it ends, such as a beat whose call is still open. A press after the result is in view repeats the
 * work when it has ended; an earlier press does nothing. `shown` identifies the result in view. `work` resolves with whether it succeeded: a failure
 * discards a pending press.
 */
export function pressAgain(shown: () => string | undefined, work: () => Promise<boolean>): () => Promise<void> {
  let current: { from: string | undefined; again: boolean } | undefined
  return async () => {
    if (current) {
      current.again ||= shown() !== current.from
      return
    }
    try {
      do current = { from: shown(), again: false }
      while ((await work()) && current.again)
    } finally {
      current = undefined
    }
  }
}
