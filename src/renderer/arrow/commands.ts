import { type Connection, disconnect, removeResources, skipNodes } from '../../arrow'
import { api } from '../client'
import { runCall } from '../run-call'
import { arrange, notify, useSession } from '../session'
import { uneditableReason } from '../editing'
import type { Command } from '../ui/commands'
import { openAssistant } from './assistant/AssistantPanel'
import { copySelected, cutSelected, duplicateSelected, pasteRead } from './clipboard'
import { addScene } from './DocumentHead'
import { closeDocument, saveDocument } from './documents'
import { edit, hasFrame, nodeItem, select, selectedNow, selectWithFrames, step } from './edits'
import { pickDesign, restoreDesign, useDesign } from './design/state'
import { exportDocument } from './export/save'
import { pickTranslations } from './export/import'
import { EXPORT_FORMATS, exportTexts } from './export/export-texts'
import { focusForm, focusOutline } from './focus'
import { connectionOf } from './graph/scene-graph'
import { layOut } from './layout'
import { runningTitle } from './play/at-table'
import { playFrom } from './play/state'
import { currentOf, eventOfFile, isUnsaved, useArrow, type OpenDocument } from './state'
import { arrowTexts } from './arrow-texts'

const t = arrowTexts.commands
const group = 'Scenes'
const get = useSession.getState

const now = (): OpenDocument | undefined => currentOf(useArrow.get())
/** Whether a document is in view. */
const isShown = (): boolean => get().present !== undefined && get().desk.view === 'scenes' && get().coverView === undefined && now() !== undefined
const isEditable = (): boolean => isShown() && uneditableReason(get()) === undefined
/** Whether design documents can be added. */
const mayAddDesign = (): boolean => get().desk.view === 'scenes' && get().present?.campaign.readOnly === undefined && !useDesign.get().adding
const hasNodes = (): boolean => isEditable() && selectedNow().length > 0
const oneNode = (): boolean => isEditable() && selectedNow().length === 1
const connections = (): Connection[] =>
  (now()?.selection ?? []).map(({ kind, id }) => (kind === 'edge' ? connectionOf(id) : undefined)).filter((one) => one !== undefined)
const isInForm = (focus: Element | null): boolean => focus?.closest('.arrow-form, form, [role=dialog]') != null
const outsideForms = (focus: Element | null): boolean => !isInForm(focus)

function remove(): void {
  const ids = selectedNow()
  const lines = connections()
  edit((document) => removeResources(lines.filter(([from, , to]) => !ids.includes(from) && !ids.includes(to)).reduce(disconnect, document), ids), {
    selection: []
  })
}

function skip(): void {
  const one = now()
  const ids = selectedNow()
  const map = one?.document.resources.scenes.get(one.scene)?.map
  edit((document) => skipNodes(document, ids, !ids.every((id) => map?.get(id)?.skip === true)))
}

function rename(): void {
  useArrow.set({ folds: { ...useArrow.get().folds, more: true } })
  focusForm()
  const field = document.querySelector<HTMLInputElement>('[data-field="arrow-node-name"]')
  field?.focus()
  field?.select()
}

function selectAll(): void {
  const one = now()
  const map = one?.document.resources.scenes.get(one.scene)?.map
  select([...(map?.keys() ?? [])].map(nodeItem))
}

function toggleOutline(): void {
  const outline = !useArrow.get().outline
  useArrow.set({ outline })
  if (outline) requestAnimationFrame(focusOutline)
}

async function stopScene(): Promise<void> {
  const title = runningTitle(get())
  if (title === undefined) return
  const stopped = await runCall(() => api.play.mutate({ action: 'stop_scene', actor: 'designer' }))
  if (stopped) notify(`Interrupted “${title}”. The DM can resume it.`)
}

/** The commands of the scene editor. Those with a key are active only while a document is in view. */
export const arrowCommands: readonly Command[] = [
  {
    id: 'arrow.stop',
    group,
    label: 'Interrupt the scene that the table plays',
    when: () => get().present?.campaign.readOnly === undefined && runningTitle(get()) !== undefined,
    run: stopScene
  },
  {
    id: 'arrow.attach',
    group,
    label: 'Attach to a story event…',
    when: () => isEditable() && eventOfFile(useArrow.get().path) === undefined,
    run: () => useArrow.set({ question: { what: 'attach' } })
  },
  { id: 'arrow.undo', group, label: 'Undo last change to the document', shortcut: 'mod+z', when: isShown, run: () => step('undo') },
  { id: 'arrow.redo', group, label: 'Redo change to the document', shortcut: 'mod+shift+z', when: isShown, run: () => step('redo') },
  {
    id: 'arrow.save',
    group,
    label: 'Save the document',
    shortcut: 'mod+s',
    when: isShown,
    run: async () => {
      const one = now()
      if (one && isUnsaved(one)) await saveDocument()
    }
  },
  {
    id: 'arrow.add',
    group,
    label: 'Add a node…',
    shortcut: 'a',
    when: isEditable,
    heard: outsideForms,
    run: () => useArrow.set({ question: { what: 'add' } })
  },
  {
    id: 'arrow.connect',
    group,
    label: 'Connect the selected node…',
    shortcut: 'c',
    when: oneNode,
    heard: outsideForms,
    run: () => {
      const [from] = selectedNow()
      if (from !== undefined) useArrow.set({ question: { what: 'connect', from } })
    }
  },
  {
    id: 'arrow.insert',
    group,
    label: 'Insert a node in the connection…',
    shortcut: 'i',
    when: () => isEditable() && connections().length > 0,
    heard: outsideForms,
    run: () => {
      const between = connections().at(-1)
      if (between) useArrow.set({ question: { what: 'add', between } })
    }
  },
  {
    id: 'arrow.remove',
    group,
    label: 'Remove selection',
    shortcut: 'delete',
    when: () => isEditable() && (now()?.selection.length ?? 0) > 0,
    heard: outsideForms,
    run: remove
  },
  { id: 'arrow.duplicate', group, label: t.duplicate, shortcut: 'd', when: hasNodes, heard: outsideForms, run: duplicateSelected },
  { id: 'arrow.copy', group, label: t.copy, shortcut: 'mod+c', native: true, when: () => isShown() && selectedNow().length > 0, run: copySelected },
  { id: 'arrow.cut', group, label: t.cut, shortcut: 'mod+x', native: true, when: hasNodes, run: cutSelected },
  { id: 'arrow.paste', group, label: 'Paste nodes', shortcut: 'mod+v', native: true, when: isEditable, run: () => pasteRead() },
  { id: 'arrow.paste.new', group, label: 'Paste nodes as new ones', when: isEditable, run: () => pasteRead('recreate') },
  { id: 'arrow.skip', group, label: 'Skip or play selected nodes', shortcut: 'k', when: hasNodes, heard: outsideForms, run: skip },
  { id: 'arrow.move', group, label: t.move, when: hasNodes, run: () => useArrow.set({ question: { what: 'move' } }) },
  { id: 'arrow.rename', group, label: 'Rename the selected node', shortcut: 'f2', when: oneNode, run: rename },
  { id: 'arrow.details', group, label: 'Show details of the selected node', shortcut: 'e', when: isShown, heard: outsideForms, run: focusForm },
  {
    id: 'arrow.find',
    group,
    label: 'Search the document…',
    shortcut: 'mod+f',
    when: isShown,
    run: () => useArrow.set({ question: { what: 'find' } })
  },
  { id: 'arrow.layout', group, label: t.layout, when: isEditable, run: layOut },
  {
    id: 'arrow.script',
    group,
    label: 'Show or hide the script of the scene',
    shortcut: 'w',
    when: isShown,
    heard: outsideForms,
    run: () => useArrow.set({ part: useArrow.get().part === 'script' ? 'graph' : 'script' })
  },
  {
    id: 'arrow.outline',
    group,
    label: 'Show or hide the outline of the scene',
    shortcut: 'o',
    when: isShown,
    heard: outsideForms,
    run: toggleOutline
  },
  { id: 'arrow.play.start', group, label: 'Play the document from its start', when: isShown, run: () => playFrom(undefined) },
  { id: 'arrow.play', group, label: 'Play from the selected node', when: isShown, run: () => playFrom(selectedNow().at(-1)) },
  { id: 'arrow.names', group, label: 'Show variables and characters', when: isShown, run: () => arrange({ side: 'arrow-names' }) },
  ...EXPORT_FORMATS.map((format): Command => ({
    id: `arrow.export.${format}`,
    group,
    label: exportTexts.formats[format],
    when: isShown,
    run: () => exportDocument(format)
  })),
  { id: 'arrow.import', group, label: exportTexts.import.command, when: isEditable, run: pickTranslations },
  { id: 'arrow.design.add', group, label: 'Add design documents…', when: mayAddDesign, run: pickDesign },
  {
    id: 'arrow.design.restore',
    group,
    label: 'Restore last removed design document',
    when: () => useDesign.get().removed !== undefined,
    run: restoreDesign
  },
  {
    id: 'arrow.assistant',
    group,
    label: 'Ask the assistant about this scene',
    shortcut: 'q',
    when: isShown,
    heard: outsideForms,
    run: openAssistant
  },
  { id: 'arrow.findings', group, label: 'Show the findings on this document', when: isShown, run: () => arrange({ side: 'arrow-findings' }) },
  { id: 'arrow.scene', group, label: 'Add a scene', when: isEditable, run: () => addScene(false) },
  { id: 'arrow.macro', group, label: 'Add a macro', when: isEditable, run: () => addScene(true) },
  {
    id: 'arrow.frame',
    group,
    label: 'Select the frame and the nodes inside it',
    when: () => isShown() && hasFrame(),
    run: () => selectWithFrames(selectedNow())
  },
  { id: 'arrow.all', group, label: 'Select all nodes of the scene', when: isShown, run: selectAll },
  { id: 'arrow.close', group, label: 'Show all documents', when: isShown, run: closeDocument }
]
