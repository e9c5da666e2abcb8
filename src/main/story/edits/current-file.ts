import { createHash } from 'node:crypto'
import { Problem } from '../../../shared/base/problem'
import { withPlainEnds } from '../../campaign/git/working'
import type { StoryReader } from '../reader'
import { readChangedFile } from './external-files'

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
