import type { ArrowDocument, ArrowId } from '../document'
import { DocumentDraft } from '../draft'
import { connectionFaultIn } from '../edit/connections'
import { relinked } from '../edit/relink'
import { change } from '../json/members'
import { JsonFault, lineAndColumn, parseJson, type JsonReading } from '../json/reader'
import { migrate } from '../migrate'
import { documentOf, MAX_DOCUMENT } from '../read'
import { faultIn } from '../validate'
import { writeArrow } from '../write'
import { copiesIn, withCopies, withoutCollisions } from './copies'
import { repairTree, type Note } from './tree'

/** A repaired document, its text to compare with the broken one, and one sentence for each change. */
export interface Repair {
  readonly document: ArrowDocument
  readonly text: string
  readonly done: readonly string[]
}

/**
 * Returns a repair of a document's text, to be shown before the user accepts it; undefined if nothing is broken or nothing can be recovered. A
 * truncated text is completed, missing parts are added, and dangling references are removed.
 */
export function repairOf(text: string): Repair | undefined {
  if (text.length > MAX_DOCUMENT) return undefined
  const counts = new Map<string, number>()
  const note: Note = (sentence) => counts.set(sentence, (counts.get(sentence) ?? 0) + 1)
  const reading = parse(text)
  if (!reading || !(reading.value instanceof Map)) return undefined
  const { value: root, cut, around } = reading
  if (cut) note(`The file can’t be read beyond line ${lineAndColumn(text, cut.offset).line}. What stands before that was kept.`)
  const copies = copiesIn(reading, root, note)
  migrate(root)
  repairTree(root, note)
  const [before, after] = around
  const whole = withoutCollisions(withCopies(documentOf(root, [before, cut ? '' : after]), copies, note), note)
  const document = relinkNoted(repairDocument(whole, note), note)
  if (!document || counts.size === 0) return undefined
  // The entry may have been missing until now. Every repaired text must open.
  const repaired = writeArrow(document)
  if (faultIn((parse(repaired)?.value ?? new Map()) as Parameters<typeof faultIn>[0])) return undefined
  return { document, text: repaired, done: [...counts].map(([sentence, times]) => (times === 1 ? sentence : `${sentence} (${times} times)`)) }
}

function parse(text: string): JsonReading | undefined {
  try {
    return parseJson(text, { recover: true })
  } catch (fault) {
    if (fault instanceof JsonFault) return undefined
    throw fault
  }
}

function relinkNoted(document: ArrowDocument | undefined, note: Note): ArrowDocument | undefined {
  if (!document) return undefined
  const after = relinked(document)
  // Versions before 2 didn't record which texts expose a variable, so that alone isn't a fault.
  if (after !== document) note('“use” and “ref” were computed anew.')
  return after
}

/** A document whose scenes hold each node once, have an entry and refer only to existing nodes; undefined if it has no nodes. */
function repairDocument(document: ArrowDocument, note: Note): ArrowDocument | undefined {
  if (document.resources.nodes.size === 0) return undefined
  const draft = new DocumentDraft(document)
  repairOwnership(draft, note)
  repairEntries(draft, note)
  repairConnections(draft, note)
  const entry = draft.find('nodes', draft.entry) ? draft.sceneOf(draft.entry) : undefined
  if (entry === undefined || draft.get('scenes', entry).macro) {
    const home = [...draft.all('scenes')].find(([, scene]) => !scene.macro)?.[1]
    if (!home) return undefined
    draft.set({ entry: home.entry })
    note('The document starts at the entry of its first scene now.')
  }
  return draft.finish()
}

/** Ensures that each node lies in one map, and that each item of a map is a node. */
function repairOwnership(draft: DocumentDraft, note: Note): void {
  const owned = new Set<ArrowId>()
  for (const id of draft.all('scenes').keys()) {
    for (const node of draft.map(id).keys()) {
      if (draft.find('nodes', node) && !owned.has(node)) owned.add(node)
      else {
        note(owned.has(node) ? 'A node that lay in two scenes lies in one now.' : 'A place in a scene without a node was removed.')
        draft.putItem(id, node, undefined)
      }
    }
  }
  const lost = [...draft.all('nodes').keys()].filter((id) => !owned.has(id))
  if (lost.length === 0) return
  const [home] = [...draft.all('scenes')].find(([, scene]) => !scene.macro) ?? []
  const scene = home ?? draft.newId({ now: Number.MAX_SAFE_INTEGER / 2 ** 23 })
  if (home === undefined) draft.putScene(scene, { name: `scene_${scene.toString(36)}`, entry: lost[0] ?? -1, map: new Map() })
  lost.forEach((id, i) => draft.putItem(scene, id, { offset: [100 + 400 * (i % 8), 100 + 200 * Math.floor(i / 8)] }))
  note(
    `${lost.length === 1 ? 'A node that lay' : `${lost.length} nodes that lay`} in no scene ${lost.length === 1 ? 'lies' : 'lie'} in “${draft.get('scenes', scene).name}” now.`
  )
}

function repairEntries(draft: DocumentDraft, note: Note): void {
  for (const id of draft.all('scenes').keys()) {
    const map = draft.map(id)
    const scene = draft.get('scenes', id)
    if (map.has(scene.entry)) continue
    const entry = [...map.keys()].find((node) => draft.find('nodes', node)?.type === 'entry') ?? map.keys().next().value
    if (entry === undefined) draft.removeScene(id)
    else draft.putScene(id, change(scene, { entry }))
    note(entry === undefined ? `“${scene.name}”, an empty scene, was removed.` : `“${scene.name}” has an entry again.`)
  }
}

function repairConnections(draft: DocumentDraft, note: Note): void {
  for (const id of draft.all('scenes').keys()) {
    for (const [node, item] of draft.map(id)) {
      const outputs = new Set<number>()
      const io = item.io?.filter((connection) => {
        const [from, slot] = connection
        const isSound = from === node && connectionFaultIn(draft, connection) === undefined && !outputs.has(slot)
        if (isSound) outputs.add(slot)
        return isSound
      })
      if (!io || io.length === item.io?.length) continue
      for (let i = io.length; i < (item.io?.length ?? 0); i++) note('A connection that leads nowhere was removed.')
      draft.putItem(id, node, change(item, { io: io.length > 0 ? io : undefined }))
    }
  }
}
