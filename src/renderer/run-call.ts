import { showProblem, useSession } from './session'

/** Makes a call that changes something, busy until its answer. If it fails, the result is undefined; `onProblem` by default shows a notice. */
export async function runCall<T>(call: () => Promise<T>, onProblem: (error: unknown) => void = showProblem): Promise<T | undefined> {
  const set = useSession.setState
  set(({ busy }) => ({ busy: busy + 1 }))
  try {
    return await call()
  } catch (error) {
    onProblem(error)
    return undefined
  } finally {
    set(({ busy }) => ({ busy: busy - 1 }))
  }
}

/** Resolves when no such call is open. */
export const callsDone = (): Promise<void> =>
  new Promise((done) => {
    if (useSession.getState().busy === 0) return done()
    const leave = useSession.subscribe(({ busy }) => {
      if (busy > 0) return
      leave()
      done()
    })
  })
