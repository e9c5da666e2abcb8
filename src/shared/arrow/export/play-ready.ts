import type { ArrowDocument, ArrowMeta } from '../document'
import { change } from '../json/members'
import { printJson } from '../json/printer'

/** What a player doesn't need of a document's identity. */
const LEFT_OUT: Readonly<Record<string, undefined>> = { offline: undefined, remote: undefined, last_save: undefined, authors: undefined }

/** A document without its notes. */
export function withoutNotes(document: ArrowDocument): ArrowDocument {
  const nodes = new Map([...document.resources.nodes].map(([id, node]) => [id, change(node, { notes: undefined })]))
  return change(document, { resources: change(document.resources, { nodes }) })
}

/** A document as Arrow exports it for players: JSON with tabs, without notes, authors and the time of the last save. */
export function playReadyJson(document: ArrowDocument): string {
  const meta: ArrowMeta = change(document.meta, LEFT_OUT as Partial<ArrowMeta>)
  return printJson(change(withoutNotes(document), { meta }))
}
