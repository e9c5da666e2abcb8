import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'
import { Continuation } from '../../../shared/lab/continuation'
import { Problem } from '../../../shared/base/problem'
import { replaceFile } from '../../machine/save-file'

const Stored = z.object({ continuations: z.array(Continuation).max(100_000) })

/** The continuations in a file; none if there is no file yet. Throws Problem `bad-file`. */
export function readContinuations(file: string): Continuation[] {
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
  replaceFile(file, `${JSON.stringify({ continuations: [...others, one] } satisfies z.infer<typeof Stored>, undefined, 2)}\n`)
}
