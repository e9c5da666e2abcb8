/**
 * A command for work of which the user sees the result before it has ended, such as a beat whose call is still open. A press after the result is on
 * screen does the work once more when it has ended; an earlier press does nothing. `shown` identifies what is on screen. `work` resolves with
 * whether it succeeded: after a failure a remembered press is dropped.
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
