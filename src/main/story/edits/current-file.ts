import { createHash } from 'node:crypto'
import { MAX_PICTURE_BYTES, pictureType } from '../../../shared/base/picture'
import { Problem } from '../../../shared/base/problem'
import { withPlainEnds } from '../../campaign/git/working'
import type { StoryReader } from '../reader'
import { readChangedFile } from './external-changes'
import { fileAt } from '../../../shared/story/layout'
import { MAX_TEXT_BYTES, type CampaignFile, type FileText, type FileHistory } from '../../../shared/contract/workshop-calls'
import { linkProblem } from '../../campaign/parsed-files'
import { LINK } from '../../campaign/history'
import { lineTo, parentOf } from '../../campaign/commit-line'
import { parseBeatMessage } from '../../campaign/beat-message'
import { timeSlices } from '../../work/time-slices'

const MAX_VERSIONS = 50
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

/** The maximum size of a file that is displayed, in bytes. */
const MAX_SHOWN_BYTES = 2 << 20

/** A campaign whose files can be read. */
type Files = Pick<StoryReader, 'history' | 'past' | 'snapshot' | 'external'>

/** The text of a campaign file, with external changes. Never reads any file outside the campaign. Throws Problem. */
export function fileNow(campaign: Files, path: string): string {
  const bytes = bytesAt(campaign, path)
  if (bytes === undefined) throw new Problem('not-found', `There is no file ${path} in this campaign now; it was removed or renamed.`, { file: path })
  if (bytes.length > MAX_SHOWN_BYTES) throw new Problem('bad-file', `${path} is larger than 2 MB. Open it in another editor.`, { file: path })
  return textOf(bytes, `${path} is not UTF-8 text. Open it in a program for such files.`, path).replace(/^\uFEFF/, '')
}

/** A picture of the campaign as a `data:` address: at a commit, or as it is now, with external changes. Throws Problem. */
export function pictureNow(campaign: Files, path: string, at?: string): string {
  const bytes = bytesAt(campaign, path, at)
  if (bytes === undefined)
    throw new Problem(
      'not-found',
      `There is no picture ${path} in this campaign ${at === undefined ? 'now; it was removed or renamed' : 'at this beat'}.`,
      { file: path }
    )
  const type = bytes.length > MAX_PICTURE_BYTES ? undefined : pictureType(bytes)
  if (type === undefined)
    throw new Problem('bad-file', `${path} is no picture of up to ${MAX_PICTURE_BYTES >> 20} MB: PNG, JPEG, GIF, WebP or AVIF.`, { file: path })
  return `data:${type};base64,${bytes.toString('base64')}`
}

/**
 * The bytes of a campaign file at a commit. Without a commit: as it is in the folder now. Undefined if there is none. A file that differs from the
 * saved one only in its line ends counts as the saved one, as in git. Throws Problem `bad-file` for a link.
 */
export function bytesAt(campaign: Files, path: string, at?: string): Buffer | undefined {
  const { history, past, snapshot } = campaign
  if (at !== undefined) return past.bytes(history.commit(at).tree, path)
  const saved = past.bytes(snapshot.commit.tree, path)
  const found = saved && history.workingFile(path)
  if (found) return saved.equals(found) || saved.equals(withPlainEnds(found)) ? saved : found
  if (!saved && history.fingerprintOf([path]) === '') return undefined
  const change = campaign.external.list().find((one) => one.path === path)?.change
  if (change === undefined) return saved
  return change === 'removed' ? undefined : readChangedFile(history.dir, path)
}

/**
 * The texts of the externally changed files from which a game and its world are loaded, by path; null for a removed file. Files that aren't UTF-8 text
 * of at most 2 MB are left out, so that their saved versions count.
 */
export function changedTexts({ history, external }: Pick<Files, 'history' | 'external'>): Record<string, string | null> {
  const texts: Record<string, string | null> = {}
  for (const { path, change } of external.list()) {
    if (!/^(?:rules|world)\/.+\.(?:ts|yaml|md)$/.test(path)) continue
    const text = change === 'removed' ? null : changedText(history.dir, path)
    if (text !== undefined) texts[path] = text
  }
  return texts
}

function changedText(dir: string, path: string): string | undefined {
  try {
    const bytes = readChangedFile(dir, path)
    return bytes.length > MAX_SHOWN_BYTES ? undefined : textOf(bytes, '', path)
  } catch {
    return undefined
  }
}

/** The version of some bytes: their SHA-1 digest. */
export const versionOf = (bytes: Buffer): string => createHash('sha1').update(bytes).digest('hex')

/** Decodes bytes as text, with a byte order mark if there is one. Throws Problem `bad-file` with `message` if they are not UTF-8. */
export function textOf(bytes: Buffer, message: string, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Problem('bad-file', message, { file })
  }
}
