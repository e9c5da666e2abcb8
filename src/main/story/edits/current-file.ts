import { Problem } from '../../../shared/problem'
import { readChangedFile } from './external-files'
import type { OpenCampaign } from '../open-campaign'

/** The size of the largest file that is shown, in bytes. */
const MAX_SHOWN_BYTES = 2 << 20

/** The text of a campaign file, with external changes. Never reads any other file on the disk. Throws Problem. */
export function fileNow({ history, past, snapshot }: OpenCampaign, path: string): string {
  const edit = history.externalChanges().find((one) => one.path === path)
  const bytes =
    edit === undefined ? past.bytes(snapshot.commit.tree, path) : edit.change === 'removed' ? undefined : readChangedFile(history.dir, path)
  if (bytes === undefined) throw new Problem('not-found', `There is no file ${path} in this campaign now; it was removed or renamed.`, { file: path })
  if (bytes.length > MAX_SHOWN_BYTES) throw new Problem('bad-file', `${path} is larger than 2 MB. Open it in another editor.`, { file: path })
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Problem('bad-file', `${path} is no text in UTF-8; open it in a program for files of its kind.`, { file: path })
  }
}
