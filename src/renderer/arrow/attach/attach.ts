import type { ArrowCalls } from '../../../shared/contract/arrow-calls'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { runCall } from '../../run-call'
import { loadFiles } from '../documents'

type Attached = Parameters<ArrowCalls['attachArrowFile']>[0]

/** Attaches a document to a story event as one beat, with the actors of its characters. Returns whether that succeeded. */
export async function attach(path: string, to: Attached['to'], characters?: Attached['characters']): Promise<boolean> {
  const done = await runCall(() => api.attachArrowFile.mutate({ path, to, ...(characters ? { characters } : {}) }))
  if (!done) return false
  await Promise.all([savedEdit(done.beat), loadFiles()])
  return true
}
