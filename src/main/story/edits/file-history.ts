import type { FileHistory } from '../../../shared/contract/workshop-calls'
import { lineTo, parentOf } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import { timeSlices } from '../../work/time-slices'
import { versionOf } from './current-file'
import type { StoryReader } from '../reader'

/** The maximum number of versions on one page. */
const MAX_VERSIONS = 50
/** The maximum number of commits that one page reads. */
const MAX_COMMITS = 10_000

/** The beats that changed a file on the line of a commit, newest first. Throws Problem `not-found` for an unknown commit. */
export async function fileHistory({ history, past, snapshot }: StoryReader, path: string, from?: string): Promise<FileHistory> {
  const versions: FileHistory['versions'] = []
  const yieldThread = timeSlices()
  let read = 0
  for (const commit of lineTo(history, from ?? snapshot.commit.id)) {
    const parent = parentOf(history, commit)
    const [now, before] = [past.files.entry(commit.tree, path)?.oid, parent && past.files.entry(parent.tree, path)?.oid]
    if (now !== before) {
      const { id, n, subject, actor } = parseBeatMessage(commit).beat
      const bytes = past.bytes(commit.tree, path)
      versions.push({ commit: id, n, subject, actor, version: bytes ? versionOf(bytes) : null })
    }
    if (parent && (versions.length === MAX_VERSIONS || ++read === MAX_COMMITS)) return { versions, next: parent.id }
    await yieldThread()
  }
  return { versions }
}
