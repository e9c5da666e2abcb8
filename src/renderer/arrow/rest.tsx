import { uneditableReason } from '../editing'
import { useNodeRequest } from '../files/node-request'
import { onRequest } from '../slice'
import type { FeatureRest } from '../registry'
import { arrange, useSession } from '../session'
import { AssistantPanel } from './assistant/AssistantPanel'
import { followDocuments } from './assistant/listen'
import { listenToClipboard } from './clipboard'
import { arrowCommands } from './commands'
import { documentFiles } from './document-files'
import { leaveDocument, loadFiles, openDocument } from './documents'
import { showNode } from './edits'
import { ImportDialog } from './export/ImportDialog'
import { FindingsPanel, findingsTexts } from './findings/FindingsPanel'
import { NodePanel } from './form/NodePanel'
import { NamesPanel } from './names/NamesPanel'
import { PlayPanel } from './play/PlayPanel'
import { ArrowQuestions } from './Questions'
import { ReachPanel } from './reach/ReachPanel'
import { ScenesView } from './ScenesView'
import { currentOf, useArrow } from './state'
import { arrowTexts as t } from './arrow-texts'
import { formTexts } from './form/form-texts'

/** Follows the campaign: rereads changed files, and saves a document that is left. Returns a function that removes the listeners. */
function follow(): () => void {
  return useSession.subscribe(({ present, desk }, before) => {
    const isOther = present?.head !== before.present?.head || present?.edits !== before.present?.edits
    if (isOther && present && useArrow.get().files !== undefined) {
      void loadFiles()
      void documentFiles.compare()
    }
    if (before.desk.view === 'scenes' && desk.view !== 'scenes' && uneditableReason(useSession.getState()) === undefined) void leaveDocument()
  })
}

/** Shows the form of the selection while the graph is shown. Returns a function that removes the listener. */
function showSelection(): () => void {
  let last = currentOf(useArrow.get())?.selection
  return useSession.subscribe(() => {
    const selection = currentOf(useArrow.get())?.selection
    if (selection === last) return
    last = selection
    const { desk } = useSession.getState()
    if ((selection?.length ?? 0) > 0 && desk.view === 'scenes' && !desk.side.startsWith('arrow-')) arrange({ side: 'arrow-node' })
  })
}

/** Shows the node that any part of the window requests. */
const showRequests = onRequest(
  () => useNodeRequest.get().place,
  ({ path, node }) =>
    void openDocument(path).then(() => {
      if (useArrow.get().path === path && currentOf(useArrow.get())) showNode(node)
    })
)

/**
 * Shows the document that the page's address names (`#show=<path>&in=<folder>`) once that campaign is open: the desktop app writes it there when a
 * document is opened from outside. Returns a function that removes the listeners.
 */
function showAddressed(): () => void {
  const show = (): void => {
    if (!location.hash.startsWith('#show=')) return
    const named = new URLSearchParams(location.hash.slice(1))
    if (useSession.getState().present?.campaign.dir !== named.get('in')) return
    history.replaceState(history.state, '', location.pathname + location.search)
    arrange({ view: 'scenes' })
    void openDocument(named.get('show') ?? '')
  }
  addEventListener('hashchange', show)
  const stop = useSession.subscribe(show)
  return () => {
    removeEventListener('hashchange', show)
    stop()
  }
}

/** The views, panels and commands of the editor. */
export const rest: FeatureRest = {
  bodies: { scenes: ScenesView },
  panels: [
    { id: 'arrow-node', label: formTexts.panel.tab, body: NodePanel, order: 0, only: 'scenes' },
    { id: 'arrow-play', label: t.play.tab, body: PlayPanel, order: 0.2, only: 'scenes' },
    { id: 'arrow-names', label: formTexts.names.tab, body: NamesPanel, order: 0.4, only: 'scenes' },
    { id: 'arrow-findings', label: findingsTexts.tab, body: FindingsPanel, order: 0.6, only: 'scenes' },
    { id: 'arrow-reach', label: 'Reach', body: ReachPanel, order: 0.8, only: 'scenes' },
    { id: 'arrow-assistant', label: 'Assistant', body: AssistantPanel, order: 0.9, only: 'scenes' }
  ],
  dialogs: [{ id: 'arrow-import', body: ImportDialog }],
  commands: arrowCommands,
  slots: { overlay: ArrowQuestions },
  listeners: [listenToClipboard, documentFiles.drafts.keepOnLeaving, follow, showSelection, showRequests, showAddressed, followDocuments]
}
