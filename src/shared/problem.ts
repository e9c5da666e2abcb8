import { z } from 'zod'
import { systemFailure } from './system-failure'

/** Every kind of problem a person can meet. The sentence says what to do; the code is for programs. */
export const ProblemCode = z.enum([
  'not-found', // a folder, file, commit or name that is not there
  'not-a-campaign', // a folder without a story in it
  'bad-folder', // a folder we must not or cannot write into
  'bad-repository', // git in a shape we do not play in: bare, shallow, worktree, merging, detached …
  'bad-file', // a file that does not parse or does not fit its schema
  'bad-input', // a call with wrong arguments
  'refused', // the rules of the table or of the game say no
  'rule-failed', // a rule threw, looped, ate memory or answered nonsense
  'locked', // another instance writes here
  'dirty', // a hand edit is in the way of a beat
  'conflict', // the history moved under us
  'disk', // the file system failed: no space, no permission
  'memory', // this machine, or a part of Proscenium, has no memory left
  'stalled', // somebody cannot act, again and again for the same reason
  'agent-failed', // an agent answered nothing usable
  'internal' // a defect of ours
])
export type ProblemCode = z.infer<typeof ProblemCode>

export const ProblemData = z.object({
  code: ProblemCode,
  message: z.string(),
  data: z.record(z.string(), z.unknown()).optional()
})
export type ProblemData = z.infer<typeof ProblemData>

/** Whether a finding of `check` may be intended: it is told, and is no reason to fail. */
export const isRemark = ({ data }: ProblemData): boolean => data?.['level'] !== undefined

/** An error for people: a code, one sentence that says what to do, and data (file, line, …). */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly data: Record<string, unknown> = {}
  ) {
    super(message)
  }

  toJSON(): ProblemData {
    return { code: this.code, message: this.message, data: this.data }
  }
}

/** Any thrown value as something a person can read: what the machine refuses is `disk` or `memory`; any other stranger's error becomes `internal` and keeps its sentence. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const failure = systemFailure(thrown)
  if (failure) return new Problem(failure.code, failure.words, failure.errno === undefined ? {} : { code: failure.errno })
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new Problem('internal', `Something went wrong in Proscenium itself: ${message}. Nothing was saved; please report this.`)
}
