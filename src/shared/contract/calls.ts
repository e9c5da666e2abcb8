import { initTRPC, tracked, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure, type TRPCSubscriptionProcedure } from '@trpc/server'
import { z } from 'zod'
import { never, type AbortSignalLike } from '../base/abort'
import { misfitWords } from '../base/schema-errors'
import { Problem, toProblem, type ProblemData } from '../base/problem'

type Implementation = Readonly<Record<string, (input: never, stop?: AbortSignalLike) => unknown>>

const t = initTRPC.context<{ studio: Implementation }>().create({
  // Stack traces and local paths never leave the core. Users get the message, programs the code.
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

/** Converts an error thrown by a call through `router.createCaller` to the Problem that a client would get. */
export function problemFrom(thrown: unknown): Problem {
  if (!(thrown instanceof TRPCError)) return toProblem(thrown)
  const { code, message, data } = problemOf(thrown)
  return new Problem(code, message, data)
}

/**
 * The kinds of calls. A query only reads, a mutation may change something, a stream sends events until it ends. A feed is a stream whose events have
 * ids: a client that reconnects continues after the last one it received.
 */
type Kind = 'query' | 'mutation' | 'stream' | 'feed'

/** A call of the contract: its kind, the schema of its input, and the type of its answer (of its events, for a stream). */
interface Call<K extends Kind, Input extends z.ZodType, Output> {
  kind: K
  input: Input
  idOf: (news: Output) => string
}

const calling =
  <K extends Kind>(kind: K) =>
  <Input extends z.ZodType = z.ZodVoid>(input?: Input) => ({
    returns: <Output>(idOf: (news: Output) => string = () => ''): Call<K, Input, Output> => ({
      kind,
      input: input ?? (z.void() as z.ZodType as Input),
      idOf
    })
  })
/** Defines a call: `query(input).returns<Answer>()`. */
export const query = calling('query')
export const mutation = calling('mutation')
export const stream = calling('stream')
/** Defines a feed: `feed(input).returns<News>(idOf)`. */
export const feed = calling('feed')

type MethodOf<C> =
  C extends Call<infer K, infer Input, infer Output>
    ? (
        ...args: undefined extends z.output<Input>
          ? [input?: z.output<Input>, stop?: AbortSignalLike]
          : [input: z.output<Input>, stop?: AbortSignalLike]
      ) => K extends 'stream' | 'feed' ? AsyncIterable<Output> : Promise<Output>
    : never
/** The implementation of calls: a method for each, which gets its validated input as one object and a signal that ends it. */
export type Methods<Calls> = { [Name in keyof Calls]: MethodOf<Calls[Name]> }

interface ProceduresOf<Input, Output> {
  query: TRPCQueryProcedure<{ input: Input; output: Output; meta: object }>
  mutation: TRPCMutationProcedure<{ input: Input; output: Output; meta: object }>
  stream: TRPCSubscriptionProcedure<{ input: Input; output: AsyncIterable<Output>; meta: object }>
  feed: TRPCSubscriptionProcedure<{ input: Input; output: AsyncIterable<{ id: string; data: Output }>; meta: object }>
}
type ProcedureOf<C> = C extends Call<infer K, infer Input, infer Output> ? ProceduresOf<z.input<Input>, Output>[K] : never

/** A router with a procedure for each call. Its context contains the implementation. */
export function routerOf<Calls extends Record<string, Call<Kind, z.ZodType, never>>>(calls: Calls) {
  const procedureOf = ([name, { kind, input, idOf }]: [string, Call<Kind, z.ZodType, never>]) => {
    const procedure = t.procedure.input(input)
    const answer = ({ ctx, input, signal = never }: { ctx: { studio: Implementation }; input: unknown; signal?: AbortSignalLike | undefined }) =>
      ctx.studio[name]!(input as never, signal)
    if (kind === 'query') return [name, procedure.query(answer)]
    if (kind === 'mutation') return [name, procedure.mutation(answer)]
    return [
      name,
      procedure.subscription(async function* (options) {
        for await (const news of answer(options) as AsyncIterable<never>) yield kind === 'feed' ? tracked(idOf(news), news) : news
      })
    ]
  }
  return t.router(Object.fromEntries(Object.entries(calls).map(procedureOf)) as { [Name in keyof Calls]: ProcedureOf<Calls[Name]> })
}

/** An event of long work: its progress, and last the answer. */
export type WorkNews<Progress, Answer> = { kind: 'progress'; progress: Progress } | { kind: 'answer'; answer: Answer }

/** Inputs that several calls share. */
export const Dir = z.string().min(1).max(4096)
export const Who = z.string().min(1).max(200)
export const Commit = z.string().regex(/^[0-9a-f]{40}$/, 'a commit id has 40 hexadecimal digits')
