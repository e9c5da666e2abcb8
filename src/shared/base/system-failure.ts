/** An error of the machine: its kind, and one or two sentences with a remedy. */
export interface SystemFailure {
  code: 'disk' | 'memory'
  words: string
  /** The system's own code for it, such as ENOSPC. */
  errno?: string
}

const WORDS: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk is full. Free some space and try again.',
  EDQUOT: 'Your disk quota is used up. Free some space and try again.',
  EIO: 'The disk reports an error. Check the disk and try again.',
  EACCES: "Proscenium has no permission to write here. Change the folder's permissions.",
  EPERM: "Proscenium has no permission to write here. Change the folder's permissions.",
  EROFS: 'The disk is read-only. Copy the campaign to another disk.',
  ENAMETOOLONG: 'A name or a path is longer than this disk allows. Choose a shorter name, or move the campaign to a folder with a shorter path.',
  ESTALE: 'The network drive has moved or replaced this folder. Connect it again, then open the campaign again.',
  ETIMEDOUT: 'The network drive doesn’t answer. Check the connection and try again.',
  EHOSTDOWN: 'The network drive can’t be reached. Check the connection and try again.',
  EHOSTUNREACH: 'The network drive can’t be reached. Check the connection and try again.',
  ENETDOWN: 'The network drive can’t be reached. Check the connection and try again.',
  ENOTCONN: 'The network drive isn’t connected. Connect it again, then open the campaign again.',
  UNKNOWN: 'Windows can’t read or write a file. If the campaign is in OneDrive, choose “Always keep on this device” for its folder, and try again.',
  EMFILE: 'Too many files are open on this machine. Close some programs and try again.',
  ENFILE: 'Too many files are open on this machine. Close some programs and try again.'
}

/** Codes for a link, folder, pipe or device that was opened, read or written as a plain file. */
const NOT_PLAIN: ReadonlySet<string> = new Set(['ELOOP', 'EISDIR', 'ESPIPE', 'ENXIO', 'ENODEV'])
/** System calls that have nothing to do with files. */
const OF_NETWORKS = /^(?:connect|listen|bind|accept|getaddrinfo|getsockopt|shutdown|kill|spawn)/
/** The engines' messages and Node's codes for a lack of memory. */
const OUT_OF_MEMORY = /out of memory|could not allocate memory|allocation failed|invalid string length|invalid array length/i
const MEMORY_CODES: ReadonlySet<string> = new Set([
  'ENOMEM',
  'ERR_WORKER_OUT_OF_MEMORY',
  'ERR_STRING_TOO_LONG',
  'ERR_BUFFER_TOO_LARGE',
  'ERR_FS_FILE_TOO_LARGE',
  'ERR_MEMORY_ALLOCATION_FAILED'
])

const NO_MEMORY: SystemFailure = {
  code: 'memory',
  words: 'There is not enough memory for this. Close other programs, or make the campaign or the game smaller, and try again.'
}

/** A thrown value as a failure of disk or memory; undefined for everything else, and for a Problem. */
export function systemFailure(thrown: unknown): SystemFailure | undefined {
  if (!(thrown instanceof Error)) return undefined
  const { code, path, syscall } = thrown as { code?: unknown; path?: unknown; syscall?: unknown }
  if (typeof code === 'string' && MEMORY_CODES.has(code)) return NO_MEMORY
  if (thrown.name === 'RangeError' && OUT_OF_MEMORY.test(thrown.message)) return NO_MEMORY
  if (typeof code === 'string' && code.startsWith('Z_'))
    return { code: 'disk', words: `Compressed data is damaged (${code}). Run "git fsck" in the folder, or restore it from a copy.`, errno: code }
  const isOfFiles = typeof code === 'string' && /^(?:E[A-Z0-9]+|UNKNOWN)$/.test(code) && !(typeof syscall === 'string' && OF_NETWORKS.test(syscall))
  if (!isOfFiles) return undefined
  const file = typeof path === 'string' ? path : 'A file'
  const words = NOT_PLAIN.has(code)
    ? `${file} is not a plain file, but a link, a folder or a pipe. Put a plain file in its place and try again.`
    : (WORDS[code] ?? `Couldn't read or write ${typeof path === 'string' ? path : 'a file'} (${code}). Check the folder and try again.`)
  return { code: 'disk', words, errno: code }
}
