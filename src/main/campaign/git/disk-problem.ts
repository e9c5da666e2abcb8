import { toProblem } from '../../../shared/problem'
import { systemFailure } from '../../../shared/system-failure'

/** Runs something whose errors of the file system become Problems `disk`. */
export function guarded<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    return asDisk(thrown)
  }
}

/** Rethrows a file system error as a Problem `disk`, and anything else unchanged. */
export function asDisk(thrown: unknown): never {
  throw systemFailure(thrown) ? Object.assign(toProblem(thrown), { cause: thrown }) : thrown
}
