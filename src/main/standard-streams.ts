import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable, Writable } from 'node:stream'

/** Standard input and output of this process. Electron for Windows gives its main process neither, so there they are used as files. */
export function standardStreams(): { input: Readable; output: Writable } {
  if (process.platform !== 'win32' || process.versions['electron'] === undefined) return { input: process.stdin, output: process.stdout }
  return { input: createReadStream('', { fd: 0, autoClose: false }), output: createWriteStream('', { fd: 1, autoClose: false }) }
}
