import { asMessage } from '../words/labels'
import { systemFailure } from './system-failure'

/** Every kind of problem that a user can encounter. The message contains the remedy; the code is for programs. */
export type ProblemCode =
  | 'not-found' // a folder, file, commit or name that doesn't exist
  | 'not-a-campaign' // a folder without a campaign
  | 'bad-folder' // a folder that we must not or can't write to
  | 'bad-repository' // git in an unsupported state: bare, shallow, worktree, merging, detached …
  | 'bad-file' // a file that doesn't parse or doesn't fit its schema
  | 'bad-input' // a call with wrong arguments
  | 'refused' // the rules of the table or of the game refuse it
  | 'rule-failed' // a rule threw, ran too long, used too much memory or returned an invalid value
  | 'locked' // another instance is writing here
  | 'dirty' // an external change is in the way of a beat
  | 'conflict' // the history changed outside
  | 'disk' // the file system failed: no space, no permission
  | 'memory' // this machine, or a part of Proscenium, ran out of memory
  | 'stalled' // an actor repeatedly can't act for the same reason
  | 'agent-failed' // an agent gave no usable answer
  | 'internal' // a defect in Proscenium

export interface ProblemData {
  code: ProblemCode
  message: string
  data?: Record<string, unknown>
}

/** Returns whether a finding of `check` may be intended: it is reported but doesn't make the check fail. */
export const isRemark = ({ data }: ProblemData): boolean => data?.['level'] !== undefined

/** An error for users: a code, a message with a remedy, and data (file, line, …). */
export class Problem extends Error {
  override readonly name = 'Problem'
  constructor(
    readonly code: ProblemCode,
    message: string,
    readonly data: Record<string, unknown> = {}
  ) {
    super(asMessage(message))
  }

  toJSON(): ProblemData {
    return { code: this.code, message: this.message, data: this.data }
  }
}

/** Any thrown value as a Problem for users. System failures become `disk` or `memory`; other errors `internal`, with their message. */
export function toProblem(thrown: unknown): Problem {
  if (thrown instanceof Problem) return thrown
  const failure = systemFailure(thrown)
  if (failure) return new Problem(failure.code, failure.words, failure.errno === undefined ? {} : { code: failure.errno })
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new Problem('internal', `Something went wrong in Proscenium itself: ${message}. Nothing was saved; please report this.`)
}
