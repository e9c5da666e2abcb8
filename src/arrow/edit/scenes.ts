import type { ArrowDocument, ArrowId } from '../document'
import { edited, type DocumentDraft } from '../draft'
import type { IdSource } from '../ids'
import { change } from '../json/members'
import { defaultName, uniqueName } from '../names'
import { refusal } from '../refuse'
import { creating, createNodeIn, type Created } from './nodes'

/** A scene or macro to create. */
export interface NewScene {
  readonly name?: string
  readonly macro?: boolean
  readonly notes?: string
}

/** Creates a scene, or a macro, with an entry node. */
export const createScene = (document: ArrowDocument, scene: NewScene = {}, ids: IdSource = {}): Created =>
  creating(document, (draft) => createSceneIn(draft, scene, ids))

function createSceneIn(draft: DocumentDraft, { name, macro = false, notes }: NewScene, ids: IdSource): ArrowId {
  const id = draft.newId(ids)
  const wanted = name === undefined || name === '' ? defaultName('scenes', id, macro) : name
  draft.putScene(id, { name: uniqueName(draft, 'scenes', wanted), entry: -1, map: new Map(), ...(macro && { macro }), ...(notes && { notes }) })
  const entry = createNodeIn(draft, { type: 'entry', scene: id, offset: [100, 100] }, ids)
  draft.putScene(id, change(draft.get('scenes', id), { entry }))
  return id
}

/** Changes the name or the notes of a scene. Empty notes are removed. */
export const updateScene = (
  document: ArrowDocument,
  id: ArrowId,
  { name, notes }: { readonly name?: string; readonly notes?: string }
): ArrowDocument =>
  edited(document, (draft) => {
    const scene = draft.get('scenes', id)
    draft.putScene(
      id,
      change(scene, {
        ...(name !== undefined && name !== scene.name && name !== '' && { name: uniqueName(draft, 'scenes', name, id) }),
        ...(notes !== undefined && { notes: notes === '' ? undefined : notes })
      })
    )
  })

/** Makes a node the entry of its scene. */
export const setSceneEntry = (document: ArrowDocument, node: ArrowId): ArrowDocument =>
  edited(document, (draft) => {
    const { scene } = draft.place(node)
    draft.putScene(scene, change(draft.get('scenes', scene), { entry: node }))
  })

/** Makes a node the start of the document. Throws a refusal (`PERMISSION_DENIED`) for a node in a macro. */
export const setDocumentEntry = (document: ArrowDocument, node: ArrowId): ArrowDocument =>
  edited(document, (draft) => {
    const { scene } = draft.place(node)
    if (draft.get('scenes', scene).macro) {
      throw refusal('PERMISSION_DENIED', `Node ${node} lies in a macro, where a document can’t start. Choose a node of a scene.`, { id: node })
    }
    draft.set({ entry: node })
  })

/** Changes the title of a document. */
export const setTitle = (document: ArrowDocument, title: string): ArrowDocument => change(document, { title })
