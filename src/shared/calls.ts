import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import type { Studio } from './api'
import { misfitWords } from './misfit'
import { Problem, toProblem, type ProblemData } from './problem'

/** The part of an abort signal that a stream needs; DOM and Node both have it. */
export interface Stop {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/** A stop that never comes. */
export const never: Stop = { aborted: false, addEventListener: () => undefined }

const t = initTRPC.context<{ studio: Studio }>().create({
  // Stacks and paths of the machine never leave the core; people get the sentence, programs the code.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: sentence(error),
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, problem: problemOf(error) }
  })
})

function problemOf(error: TRPCError): ProblemData {
  if (error.cause instanceof z.ZodError) {
    return { code: 'bad-input', message: `This call does not fit: ${misfitWords(error.cause, 'its input')}. Correct it and call again.` }
  }
  if (error.code === 'NOT_FOUND') return { code: 'bad-input', message: `${error.message}. Check the name of the call.` }
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST')
    return { code: 'bad-input', message: "Couldn't read this call. Send a JSON call of the Studio contract." }
  return toProblem(error.cause ?? error).toJSON()
}
const sentence = (error: TRPCError): string => problemOf(error).message

/** What a call made through `router.createCaller` threw, as the Problem a client would be told. */
export function problemFrom(thrown: unknown): Problem {
  if (!(thrown instanceof TRPCError)) return toProblem(thrown)
  const { code, message, data } = problemOf(thrown)
  return new Problem(code, message, data)
}

/** Problems keep their class on the way through tRPC: it wraps them as `cause`. */
export const call = t.procedure
/** Makes the router out of all procedures. */
export const makeRouter = t.router

/** Inputs that many calls have. */
export const Dir = z.string().min(1).max(4096)
export const Who = z.string().min(1).max(200)
export const Commit = z.string().regex(/^[0-9a-f]{40}$/, 'a commit id has 40 hexadecimal digits')
