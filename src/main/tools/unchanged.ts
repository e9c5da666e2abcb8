import type { AbortSignalLike } from '../../shared/abort'
import { toProblem } from '../../shared/problem'
import { failedSkill, type SkillResult } from '../../shared/skills'
import type { FoundTool } from './find-tools'
import { fingerprint } from './fingerprint'

/** Runs a tool if its content is still the trusted one. Any problem becomes a failed result. */
export async function usedIfUnchanged(
  tool: FoundTool,
  signal: AbortSignalLike,
  use: (cancel: AbortSignal) => Promise<SkillResult>
): Promise<SkillResult> {
  try {
    if (fingerprint(tool.folder) !== tool.hash)
      return failedSkill(`The tool ${tool.name} has changed since it was trusted. Look at it under Tools and trust it again.`)
    return await use(cancelledBy(signal))
  } catch (error) {
    return failedSkill(toProblem(error).message)
  }
}

/** A signal of Node that follows one of the core. */
function cancelledBy(signal: AbortSignalLike): AbortSignal {
  const cancel = new AbortController()
  if (signal.aborted) cancel.abort()
  else signal.addEventListener('abort', () => cancel.abort())
  return cancel.signal
}
