import { lazy, Suspense, type ReactElement } from 'react'
import type { Feature } from '../registry'
import { useSession } from '../session'
import { Modal } from '../ui/Parts'

// The documents are loaded when somebody opens them.
const HelpPages = lazy(() => import('./HelpDialog'))

function HelpDialog({ onClose }: { onClose: () => void }): ReactElement {
  return (
    <Modal title="Help" onClose={onClose} className="help">
      <Suspense fallback={<p className="quiet">Reading the pages…</p>}>
        <HelpPages />
      </Suspense>
    </Modal>
  )
}

/** The documents of Proscenium in the window. */
export const help: Feature = {
  id: 'help',
  dialogs: [{ id: 'help', body: HelpDialog }],
  commands: [{ id: 'help', group: 'Help', label: 'Help…', shortcut: 'f1', run: () => useSession.setState({ dialog: 'help' }) }]
}
