import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { MAX_ARROW_BYTES } from '../../shared/story/layout'
import { Problem } from '../../shared/base/problem'
import { replaceFile } from '../machine/save-file'
import type { Terminal } from './terminal'

/** The requirements for a file: the words for it ("an Arrow document"), its largest size in bytes, and a remedy for a larger one. */
export interface FileRequirements {
  what: string
  maxBytes: number
  tooLarge: string
}

/** The text of a file on this machine. Throws Problem `not-found`, `bad-file`. */
export function textFile(file: string, requirements: FileRequirements): string {
  const bytes = fileBytes(file, requirements)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Problem('bad-file', `${file} is not a text in UTF-8, so it isn't ${requirements.what}. Name another file.`, { file })
  }
}

/** The bytes of a file on this machine. Throws Problem `not-found`, `bad-file`. */
export function fileBytes(file: string, { what, maxBytes, tooLarge }: FileRequirements): Buffer {
  const stats = statSync(resolve(file), { throwIfNoEntry: false })
  if (!stats) throw new Problem('not-found', `Couldn't read ${file}. Name ${what}.`, { file })
  if (!stats.isFile()) throw new Problem('bad-file', `${file} is not a file. Name ${what}.`, { file })
  if (stats.size > maxBytes) throw new Problem('bad-file', `${file} is larger than ${maxBytes >> 20} MB. ${tooLarge}`, { file })
  return readFileSync(resolve(file))
}

/** The text of an Arrow document on this machine. Throws Problem `not-found`, `bad-file`. */
export const documentText = (file: string): string =>
  textFile(file, { what: 'an Arrow document', maxBytes: MAX_ARROW_BYTES, tooLarge: 'Split it into several documents in Arrow.' })

/** The text of a file on this machine, however large. `what`: words for it. Throws Problem `not-found`. */
export function readAnyText(file: string, what: string): string {
  try {
    return readFileSync(resolve(file), 'utf8')
  } catch {
    throw new Problem('not-found', `Couldn't read ${file}. Name ${what}.`, { file })
  }
}

/** Saves a result to the file that the user named, or prints it. */
export function saveOrPrint(to: Terminal, file: string | undefined, content: string | Buffer): void {
  if (file === undefined) return to.file(content.toString().trimEnd())
  replaceFile(resolve(file), content)
  to.err(`Saved ${resolve(file)}.`)
}
