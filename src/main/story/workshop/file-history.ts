import { setImmediate } from 'node:timers/promises'
import type { FileHistory } from '../../../shared/contract/workshop-calls'
import { parseBeatMessage } from '../../campaign/beat-message'
import { versionOf } from '../edits/current-file'
import type { OpenCampaign } from '../open-campaign'

/** The maximum number of versions on one page. */
const MAX_VERSIONS = 50
/** The maximum number of commits that one page reads, and the number after which other work gets a turn. */
const MAX_COMMITS = 10_000
const COMMITS_PER_SLICE = 500

/** The beats that changed a file on the line of a commit, newest first. Throws Problem `not-found` for an unknown commit. */
export async function fileHistory({ history, past, snapshot }: OpenCampaign, path: string, from?: string): Promise<FileHistory> {
  const versions: FileHistory['versions'] = []
  let commit = history.commit(from ?? snapshot.commit.id)
  for (let read = 1; ; read++) {
    const parent = commit.parents[0] === undefined ? undefined : history.commit(commit.parents[0])
    const [now, before] = [past.files.entry(commit.tree, path)?.oid, parent && past.files.entry(parent.tree, path)?.oid]
    if (now !== before) {
      const { id, n, subject, actor } = parseBeatMessage(commit).beat
      const bytes = past.bytes(commit.tree, path)
      versions.push({ commit: id, n, subject, actor, version: bytes ? versionOf(bytes) : null })
    }
    if (!parent) return { versions }
    if (versions.length === MAX_VERSIONS || read === MAX_COMMITS) return { versions, next: parent.id }
    commit = parent
    if (read % COMMITS_PER_SLICE === 0) await setImmediate()
  }
}
