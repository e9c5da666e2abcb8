import { Problem } from '../../../shared/problem'
import { errno } from './disk'

const DISK_WORDS: Record<string, string> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'Your disk quota is used up. Free some space and try again.',
  EIO: 'The disk reports an error. Check the disk and try again.',
  EACCES: "Proscenium has no permission to write here. Change the folder's permissions.",
  EPERM: "Proscenium has no permission to write here. Change the folder's permissions.",
  EROFS: 'The disk is read-only. Copy the campaign to another disk.',
  EMFILE: 'Too many files are open on this machine. Close some programs and try again.'
}

/** Runs something whose errors of the file system become Problems `disk`. */
export function guarded<T>(run: () => T): T {
  try {
    return run()
  } catch (thrown) {
    return asDisk(thrown)
  }
}

/** What the system says of a link, a folder, a pipe or a device that is opened, read or written as a plain file. */
const NOT_PLAIN = new Set(['ELOOP', 'EISDIR', 'ESPIPE', 'ENXIO', 'ENODEV'])

function notPlain(thrown: Error): string {
  const path = 'path' in thrown && typeof thrown.path === 'string' ? thrown.path : 'A file'
  return `${path} is not a plain file, but a link, a folder or a pipe. Put a plain file in its place and try again.`
}

/** Throws an error of the file system as a Problem `disk`, and anything else as it is. */
export function asDisk(thrown: unknown): never {
  const code = errno(thrown)
  if (thrown instanceof Problem || code === undefined || !(thrown instanceof Error)) throw thrown
  const words = NOT_PLAIN.has(code) ? notPlain(thrown) : (DISK_WORDS[code] ?? `Couldn't write to disk (${code}). Check the folder and try again.`)
  throw Object.assign(new Problem('disk', words, { code }), { cause: thrown })
}
