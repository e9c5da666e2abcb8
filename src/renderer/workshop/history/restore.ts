import { own } from '../../../shared/base/json'
import { api } from '../../client'
import { savedEdit } from '../../editing'
import { runCall } from '../../run-call'
import { notify } from '../../session'
import { compareWithDisk, readFile } from '../documents'
import { workshopTexts } from '../texts'

const t = workshopTexts

/** Restores a version of a file as a new beat. */
export async function restoreVersion(path: string, commit: string, n: number): Promise<void> {
  const done = await runCall(async () => {
    const [{ text }, versions] = await Promise.all([api.fileText.query({ path, at: commit }), api.fileVersions.query({ paths: [path] })])
    const subject = t.history.restores(n, path).slice(0, 300)
    return api.saveText.mutate({ path, text, subject, over: own(versions, path) ?? null })
  })
  if (!done) return
  if ('held' in done) notify(t.save.held(done.held.message))
  else await savedEdit(done.beat)
  await compareWithDisk()
  await readFile(path)
}
