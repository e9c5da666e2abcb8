import { showProblem, useSession } from './session'

/** Makes a call that changes something. It counts as busy until it is answered. If it fails, its problem is shown and the result is undefined. */
export async function runCall<T>(call: () => Promise<T>): Promise<T | undefined> {
  const set = useSession.setState
  set(({ busy }) => ({ busy: busy + 1 }))
  try {
    return await call()
  } catch (error) {
    showProblem(error)
    return undefined
  } finally {
    set(({ busy }) => ({ busy: busy - 1 }))
  }
}
