import { fileAt } from '../../../shared/story/layout'
import { Problem } from '../../../shared/base/problem'
import { MAX_TEXT_BYTES, type CampaignFile, type FileText } from '../../../shared/contract/workshop-calls'
import { linkProblem } from '../../campaign/file-reader'
import { LINK } from '../../campaign/history'
import { bytesAt, textOf, versionOf } from './current-file'
import type { StoryReader } from '../reader'

/** The files at a commit by path. Without a commit: the present ones, with external changes. */
export function campaignFiles(campaign: StoryReader, at?: string): CampaignFile[] {
  const { history, snapshot } = campaign
  const paths = new Set(history.files(at === undefined ? snapshot.commit.tree : history.commit(at).tree).keys())
  if (at === undefined)
    for (const { path, change } of campaign.external.list()) {
      if (change === 'removed') paths.delete(path)
      else paths.add(path)
    }
  return [...paths].toSorted().map((path) => {
    const kind = fileAt(path)?.kind
    return kind === undefined ? { path } : { path, kind }
  })
}

/** The text of a file and its version. Throws Problem `not-found` or `bad-file`. */
export function fileText(campaign: StoryReader, path: string, at?: string): FileText {
  const { history, snapshot } = campaign
  if (history.entry(at ?? snapshot.commit.id, path)?.mode === LINK) throw linkProblem(path)
  const bytes = bytesAt(campaign, path, at)
  if (!bytes) {
    const when = at === undefined ? 'in this campaign now; it was removed or renamed' : 'at this beat'
    throw new Problem('not-found', `There is no file ${path} ${when}. Choose another one in the tree.`, { file: path })
  }
  if (bytes.length > MAX_TEXT_BYTES) throw new Problem('bad-file', `${path} is larger than 32 MB. Open it in another editor.`, { file: path })
  const text = textOf(bytes, `${path} is not UTF-8 text, so it can't be edited here. The file stays as it is.`, path)
  if (text.includes('\0')) throw new Problem('bad-file', `${path} is not text, so it can't be edited here. The file stays as it is.`, { file: path })
  return { text, version: versionOf(bytes) }
}

/** The present versions of files; null for a file that doesn't exist or can't be read. */
export function fileVersions(campaign: StoryReader, paths: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(
    paths.map((path) => {
      try {
        const bytes = bytesAt(campaign, path)
        return [path, bytes ? versionOf(bytes) : null]
      } catch (thrown) {
        if (thrown instanceof Problem) return [path, null]
        throw thrown
      }
    })
  )
}
