import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ExternalChange } from '../../../shared/table/present'
import { Problem } from '../../../shared/base/problem'
import { withPlainEnds } from '../../campaign/git/working'

const MAX_FILE_BYTES = 100 << 20

/**
 * The external changes: bytes by path, null for a removed file. Texts get the line ends of their saved version, which `was` returns, because editors
 * and git use others on some systems. Throws Problem `bad-file`.
 */
export const changedFiles = (dir: string, edits: readonly ExternalChange[], was: (path: string) => Buffer | undefined): Map<string, Buffer | null> =>
  new Map(
    edits.map(({ path, change }) => {
      if (change === 'removed') return [path, null]
      const bytes = readChangedFile(dir, path)
      return [path, bytes.includes(0) || was(path)?.includes('\r\n') ? bytes : withPlainEnds(bytes)]
    })
  )

/** The bytes of an externally changed file. Throws Problem `bad-file` if it isn't a plain file. */
export function readChangedFile(dir: string, path: string): Buffer {
  const file = join(dir, path)
  const stat = lstatSync(file)
  if (!stat.isFile())
    throw new Problem('bad-file', `${path} is a link or a device, not a plain file. Replace it with a file or remove it.`, { file: path })
  if (stat.size > MAX_FILE_BYTES) throw new Problem('bad-file', `${path} is larger than 100 MB. Keep it outside the campaign.`, { file: path })
  return readFileSync(file)
}
