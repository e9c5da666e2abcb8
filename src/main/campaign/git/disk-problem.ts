import { toProblem } from '../../../shared/base/problem'
import { systemFailure } from '../../../shared/base/system-failure'

/** Runs a function and rethrows its file system errors as Problems with the code `disk`. */
export function guarded<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    return asDisk(thrown)
  }
}

/** Rethrows a file system error as a Problem with the code `disk`, and any other error unchanged. */
export function asDisk(thrown: unknown): never {
  throw systemFailure(thrown) ? Object.assign(toProblem(thrown), { cause: thrown }) : thrown
}
