import { Problem } from '../../../shared/problem'
import { errno } from './disk'

const DISK_WORDS: Record<string, string> = {
  ENOSPC: 'The disk is full; free some space and try again.',
  EDQUOT: 'The disk quota is used up; free some space and try again.',
  EIO: 'The disk reports an error; check it and try again.',
  EACCES: 'Proscenium may not write here; change the permissions of the folder.',
  EPERM: 'Proscenium may not write here; change the permissions of the folder.',
  EROFS: 'The disk is read-only; copy the campaign to one that can be written.',
  EMFILE: 'Too many files are open on this machine; close some programs and try again.'
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
  return `${path} is not a plain file but a link, a folder or a pipe; put a plain file in its place and try again.`
}

/** Throws an error of the file system as a Problem `disk`, and anything else as it is. */
export function asDisk(thrown: unknown): never {
  const code = errno(thrown)
  if (thrown instanceof Problem || code === undefined || !(thrown instanceof Error)) throw thrown
  const words = NOT_PLAIN.has(code) ? notPlain(thrown) : (DISK_WORDS[code] ?? `The disk refused (${code}); check the folder and try again.`)
  throw Object.assign(new Problem('disk', words, { code }), { cause: thrown })
}
