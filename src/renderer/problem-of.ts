import { TRPCClientError } from '@trpc/client'
import type { ProblemData } from '../shared/base/problem'
import { texts } from './ui/texts'

/** Messages of browsers about a module that the server no longer has. */
const UNLOADED = /dynamically imported module|Importing a module script failed/i

/** Any failed call as a Problem. `data.lost`: the connection closed before the answer, so it is unknown whether the call succeeded; `data.outdated`: the files of this window were replaced. */
export function problemOf(error: unknown): ProblemData {
  if (error instanceof TRPCClientError) {
    const data = error.data as { problem?: ProblemData } | undefined
    if (data?.problem) return data.problem
    if (error.cause instanceof Event || error.cause?.name === 'TRPCWebSocketClosedError')
      return { code: 'internal', message: texts.notice.lost, data: { lost: true } }
  }
  if (error instanceof Error && UNLOADED.test(error.message)) return { code: 'internal', message: texts.notice.outdated, data: { outdated: true } }
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'internal', message }
}
