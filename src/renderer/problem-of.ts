import { TRPCClientError } from '@trpc/client'
import type { ProblemData } from '../shared/base/problem'
/** Messages of browsers about a module that the server no longer has. */
const UNLOADED = /dynamically imported module|Importing a module script failed/i

/** Any failed call as a Problem. `data.lost`: the connection closed before the answer, so it is unknown whether the call succeeded; `data.outdated`: the files of this window were replaced. */
export function problemOf(error: unknown): ProblemData {
  if (error instanceof TRPCClientError) {
    const data = error.data as { problem?: ProblemData } | undefined
    if (data?.problem) return data.problem
    if (error.cause instanceof Event || error.cause?.name === 'TRPCWebSocketClosedError')
      return {
        code: 'internal',
        message:
          'The connection broke before the answer arrived. Proscenium reconnects by itself. Check whether the action was done before you repeat it.',
        data: { lost: true }
      }
  }
  if (error instanceof Error && UNLOADED.test(error.message))
    return { code: 'internal', message: 'Proscenium was updated while this window was open. Reload the window to go on.', data: { outdated: true } }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message }
}
