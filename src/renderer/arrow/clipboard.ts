import {
  type ArrowId,
  type Chunk,
  copyNodes,
  FACE,
  isChunk,
  type PasteMode,
  pasteNodes,
  place,
  readChunk,
  removeResources,
  suggestedMode
} from '../../arrow'
import { notify, showProblem, useSession } from '../session'
import { put } from './document-files'
import { edit, editable, nodeItem, selectedNow } from './edits'
import { currentOf, useArrow, type OpenDocument } from './state'
import { arrowTexts as t } from './arrow-texts'
import { counted } from '../ui/amounts'

/** The text of the selected nodes for the clipboard; undefined if none are selected. */
function copiedText(): string | undefined {
  const one = currentOf(useArrow.get())
  const ids = selectedNow()
  if (!one || ids.length === 0) return undefined
  try {
    return copyNodes(one.document, ids)
  } catch (error) {
    showProblem(error)
    return undefined
  }
}

/** The selected nodes that can be removed: all except the entry of a scene. */
function removable(): ArrowId[] {
  const one = currentOf(useArrow.get())
  const entry = one?.document.resources.scenes.get(one.scene)?.entry
  return selectedNow().filter((id) => id !== entry && id !== one?.document.entry)
}

const removeCopied = (): void => {
  const ids = removable()
  if (ids.length > 0) edit((document) => removeResources(document, ids), { selection: [] })
}

async function write(): Promise<boolean> {
  const text = copiedText()
  if (text === undefined) return false
  try {
    await navigator.clipboard.writeText(text)
    notify(t.copied(selectedNow().length))
    return true
  } catch {
    notify(t.clipboardClosed)
    return false
  }
}

/** Copies the selected nodes. */
export const copySelected = async (): Promise<void> => {
  await write()
}

/** Copies the selected nodes and removes them. */
export const cutSelected = async (): Promise<void> => {
  if (await write()) removeCopied()
}

/** Pastes a copy; the default mode is the one that a user most likely means. */
function paste(text: string, mode?: PasteMode): void {
  const one = editable()
  if (!one) return
  if (!isChunk(text)) return notify('The clipboard contains no Arrow nodes. Copy some in the graph first.')
  try {
    const chunk = readChunk(text)
    const how = mode ?? suggestedMode(one.document, chunk)
    const { document, nodes } = pasteNodes(one.document, text, { scene: one.scene, mode: how, ...placeFor(one, chunk) })
    put(one, document, { selection: nodes.map(nodeItem) })
    useArrow.set({ shown: useArrow.get().shown + 1 })
    notify(`Pasted ${counted(nodes.length, 'node')}.`)
  } catch (error) {
    showProblem(error)
  }
}

/** The position of pasted nodes: after the end of the scene, or for nodes of this scene beside the originals. */
function placeFor({ document, scene }: OpenDocument, { title, list }: Chunk): { at?: readonly [x: number, y: number] } {
  const map = document.resources.scenes.get(scene)?.map
  const [first] = list
  if (first === undefined || (title === document.title && map?.has(first))) return {}
  return { at: place(document, scene, { width: FACE.width, height: FACE.header }, { rule: 'auto' }) }
}

/** Reads the clipboard and pastes its nodes. */
export async function pasteRead(mode?: PasteMode): Promise<void> {
  const text = await navigator.clipboard.readText().catch(() => undefined)
  if (text === undefined) notify(t.clipboardClosed)
  else paste(text, mode)
}

/** Puts copies of the selected nodes beside them; they use the same variables and characters. */
export function duplicateSelected(): void {
  const text = copiedText()
  if (text !== undefined) paste(text, 'reuse')
}

const isText = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('input,textarea,[contenteditable=true],[role=dialog]') !== null

/** Handles copy, cut and paste while a document is shown and no text is selected. Returns a function that removes the listeners. */
export function listenToClipboard(): () => void {
  const isMeant = (event: ClipboardEvent): boolean => {
    const { desk, coverView } = useSession.getState()
    return desk.view === 'scenes' && coverView === undefined && !isText(event.target) && getSelection()?.isCollapsed !== false
  }
  const onCopy = (event: ClipboardEvent): void => {
    const text = isMeant(event) ? copiedText() : undefined
    if (text === undefined) return
    event.preventDefault()
    event.clipboardData?.setData('text/plain', text)
    notify(t.copied(selectedNow().length))
    if (event.type === 'cut' && editable()) removeCopied()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (text === '' || !isMeant(event) || !currentOf(useArrow.get())) return
    event.preventDefault()
    paste(text)
  }
  document.addEventListener('copy', onCopy)
  document.addEventListener('cut', onCopy)
  document.addEventListener('paste', onPaste)
  return () => {
    document.removeEventListener('copy', onCopy)
    document.removeEventListener('cut', onCopy)
    document.removeEventListener('paste', onPaste)
  }
}
