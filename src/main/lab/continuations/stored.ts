import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { Continuation } from '../../../shared/lab/continuation'
import { Problem } from '../../../shared/base/problem'
import { LockOwner, ownSelf } from '../../campaign/git/owner'
import { replaceFile } from '../../machine/save-file'

/** `owner`: the process that plays it; none once it is over. */
const StoredContinuation = Continuation.extend({ owner: LockOwner.optional() })
export type StoredContinuation = z.infer<typeof StoredContinuation>

const Stored = z.object({ continuations: z.array(StoredContinuation).max(100_000) })

/** The continuations in a file; none if there is no file yet. Throws Problem `bad-file`. */
export function readContinuations(file: string): StoredContinuation[] {
  if (!existsSync(file)) return []
  try {
    return Stored.parse(JSON.parse(readFileSync(file, 'utf8'))).continuations
  } catch {
    throw new Problem(
      'bad-file',
      `The file ${file} is damaged or from a newer version, so the continuations of this run can't be listed. Remove it; their branches stay.`,
      { file }
    )
  }
}

/** Writes a continuation in place of the one with its branch, or adds it. Throws Problem `bad-file`, `disk`. */
export function keepContinuation(file: string, one: Continuation): void {
  const others = readContinuations(file).filter(({ branch }) => branch !== one.branch)
  const stored = one.status === 'playing' ? { ...one, owner: ownSelf() } : one
  replaceFile(file, `${JSON.stringify({ continuations: [...others, stored] } satisfies z.infer<typeof Stored>, undefined, 2)}\n`)
}
