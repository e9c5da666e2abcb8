import type { ArrowDocument, ArrowMeta } from '../document'
import { change } from '../json/members'
import { printJson } from '../json/printer'

/** Members of a document's identity that a player doesn't need. */
const LEFT_OUT: Readonly<Record<string, undefined>> = { offline: undefined, remote: undefined, last_save: undefined, authors: undefined }

/** A document without its notes. */
export function withoutNotes(document: ArrowDocument): ArrowDocument {
  const nodes = new Map([...document.resources.nodes].map(([id, node]) => [id, change(node, { notes: undefined })]))
  return change(document, { resources: change(document.resources, { nodes }) })
}

/** A document as Arrow exports it for players: JSON with tabs, without notes, authors and the time of the last save. */
export function playReadyJson(document: ArrowDocument): string {
  const meta: ArrowMeta = change(document.meta, LEFT_OUT as Partial<ArrowMeta>)
  return legal(printJson(change(withoutNotes(document), { meta })))
}

/** JSON without the control characters that Godot prints unescaped and other readers reject. Those between values are tabs and line ends. */
function legal(json: string): string {
  // oxlint-disable-next-line no-control-regex -- these are the characters that are replaced
  return json.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
