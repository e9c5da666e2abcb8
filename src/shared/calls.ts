import { initTRPC, TRPCError } from '@trpc/server'
import { z } from 'zod'
import type { Studio } from './api'
import { misfitWords } from './misfit'
import { Problem, toProblem, type ProblemData } from './problem'

/** The part of an abort signal that a stream needs. Both the DOM's and Node's have it. */
export interface Stop {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void): void
}

/** A signal that never aborts. */
export const never: Stop = { aborted: false, addEventListener: () => undefined }

const t = initTRPC.context<{ studio: Studio }>().create({
  // Stacks and paths of the machine never leave the core. People get the message, programs the code.
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    message: sentence(error),
    data: { code: shape.data.code, httpStatus: shape.data.httpStatus, path: shape.data.path, problem: problemOf(error) }
  })
})

function problemOf(error: TRPCError): ProblemData {
  if (error.cause instanceof z.ZodError) {
    return { code: 'bad-input', message: `This call is invalid: ${misfitWords(error.cause, 'its input')}. Correct it and call again.` }
  }
  if (error.code === 'NOT_FOUND') return { code: 'bad-input', message: `${error.message}. Check the name of the call.` }
  if (error.code === 'PARSE_ERROR' || error.code === 'BAD_REQUEST')
    return { code: 'bad-input', message: "Couldn't read this call. Send a JSON call of the Studio contract." }
  return toProblem(error.cause ?? error).toJSON()
}
const sentence = (error: TRPCError): string => problemOf(error).message

/** Converts what a call through `router.createCaller` threw to the Problem that a client would get. */
export function problemFrom(thrown: unknown): Problem {
  if (!(thrown instanceof TRPCError)) return toProblem(thrown)
  const { code, message, data } = problemOf(thrown)
  return new Problem(code, message, data)
}

/** tRPC wraps errors as `cause`; problems keep their class. */
export const call = t.procedure
/** Creates the router from all procedures. */
export const makeRouter = t.router

/** Inputs that many calls share. */
export const Dir = z.string().min(1).max(4096)
export const Who = z.string().min(1).max(200)
export const Commit = z.string().regex(/^[0-9a-f]{40}$/, 'a commit id has 40 hexadecimal digits')
