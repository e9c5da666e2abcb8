import type { AbortSignalLike } from '../../shared/base/abort'
import { toProblem } from '../../shared/base/problem'
import { failedSkill, type SkillResult } from '../../shared/table/skills'
import type { FoundTool } from './find-tools'
import { fingerprint } from './fingerprint'

/** Why a trusted tool may no longer run; undefined if its content is still the trusted one. Throws Problem. */
export const changedSince = ({ name, folder, hash }: FoundTool): string | undefined =>
  fingerprint(folder) === hash ? undefined : `The tool ${name} has changed since it was trusted. Look at it under Tools and trust it again.`

/** Runs a tool if its content is still the trusted one. Any problem becomes a failed result. */
export async function usedIfUnchanged(
  tool: FoundTool,
  signal: AbortSignalLike,
  use: (cancel: AbortSignal) => Promise<SkillResult>
): Promise<SkillResult> {
  try {
    const changed = changedSince(tool)
    if (changed !== undefined) return failedSkill(changed)
    return await use(cancelledBy(signal))
  } catch (error) {
    return failedSkill(toProblem(error).message)
  }
}

/** A signal of Node that follows one of the core. */
export function cancelledBy(signal: AbortSignalLike): AbortSignal {
  const cancel = new AbortController()
  if (signal.aborted) cancel.abort()
  else signal.addEventListener('abort', () => cancel.abort())
  return cancel.signal
}
