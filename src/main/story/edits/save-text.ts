import { Problem } from '../../../shared/base/problem'
import type { StoryEditor, StoryReader } from '../reader'
import type { SavedBeat } from '../story'
import { bytesAt, versionOf } from './current-file'
import { FILE_EDIT } from './edit-history'

/** A text to save. `over` is the version of the file that the caller has seen, null for none. */
export interface TextToSave {
  path: string
  text: string
  subject: string
  over: string | null
}

/**
 * Saves a text file as one beat by the designer, with `others` in the same beat. If it replaces an external change, that version is moved to the
 * folder `aside`. Throws Problem `conflict` if the file has another version than `over` (data.version, absent if there is no file), `refused` if
 * nothing would change, and what `edit` throws; then nothing has changed.
 */
export async function saveText(
  campaign: StoryEditor,
  { path, text, subject, over }: TextToSave,
  others: ReadonlyMap<string, Buffer> = new Map()
): Promise<SavedBeat & { version: string; aside?: string }> {
  const written = Buffer.from(text)
  checkSeen(campaign, path, over)
  const { history, past, snapshot } = campaign
  const changed = new Set(campaign.external.list().map((one) => one.path))
  if (past.bytes(snapshot.commit.tree, path)?.equals(written) && !changed.has(path) && others.size === 0)
    throw new Problem('refused', `${path} is saved like this already. There is nothing to save.`, { file: path })
  const files = new Map<string, Buffer>([...others, [path, written]])
  // A file whose new text is already in the folder needs no copy aside.
  const replaced = [...files].flatMap(([file, bytes]) => (changed.has(file) && history.workingFile(file)?.equals(bytes) !== true ? [file] : []))
  const saved = await campaign.edit(files, subject, { kind: 'edit', action: FILE_EDIT, params: {} }, replaced)
  return { ...saved, version: versionOf(written) }
}

/** Throws Problem `conflict` if a file isn't the version that the caller has seen. */
export function checkSeen(campaign: StoryReader, path: string, over: string | null): void {
  const now = bytesAt(campaign, path)
  const version = now && versionOf(now)
  if ((version ?? null) !== over)
    throw new Problem('conflict', `${path} has changed since it was opened. Choose which version to keep.`, {
      file: path,
      ...(version ? { version } : {})
    })
}
