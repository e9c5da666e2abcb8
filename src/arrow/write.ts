import { SURROUND, type ArrowDocument } from './document'
import { change } from './json/members'
import { printJson } from './json/printer'

/** The texts that documents were read from. An unchanged document is written as its original text, whatever its form. */
export const sourceOf = new WeakMap<ArrowDocument, string>()

/** The version of Arrow that documents are written for. */
export const ARROW_VERSION = '3.1.0'

/** A document as the bytes (UTF-8) that Arrow would write, with the white space around it. Unchanged, it yields the text it was read from. */
export function writeArrow(document: ArrowDocument): string {
  const source = sourceOf.get(document)
  if (source !== undefined) return source
  const [before, after] = document[SURROUND] ?? ['', '']
  const [head, tail] = [before.replace('\uFEFF', ''), after].map((space) => space.replaceAll('\r\n', '\n'))
  return `${head}${printJson(document)}${tail}`
}

/** A changed document with the time (`YYYY-MM-DD HH:MM:SS`, UTC) and the version that a save records in it. */
export const stamped = (document: ArrowDocument, time: string): ArrowDocument =>
  change(document, { meta: change(document.meta, { last_save: time, editor: ARROW_VERSION }) })

/** The text that a save writes: the same text if nothing has changed since `before` was read, else the document with the time of the save. */
export const saveArrow = (document: ArrowDocument, before: ArrowDocument | undefined, time: string): string =>
  writeArrow(document === before ? document : stamped(document, time))
