import { lazy, Suspense, type ReactElement } from 'react'
import { api } from '../client'
import type { FeatureRest } from '../registry'
import { runCall } from '../run-call'
import { useSession } from '../session'
import { CopiedField } from '../ui/CopiedField'
import { Button, Modal } from '../ui/Parts'
import { Query, useQuery } from '../ui/Query'

// The documents are loaded when a user opens them.
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

const ReportBody = lazy(() => import('./ReportDialog'))

const ReportDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Suspense>
    <ReportBody onClose={onClose} />
  </Suspense>
)

const findLogs = (): Promise<{ dir: string }> => api.showLogs.mutate()

/** Where the logs are, for hosts that can't show the folder. */
function LogsDialog({ onClose }: { onClose: () => void }): ReactElement {
  const query = useQuery('logs', '', findLogs)
  return (
    <Modal title="Logs" onClose={onClose} foot={<Button label="Close" onClick={onClose} />}>
      <p className="hint">Proscenium writes what went wrong to files in this folder. They have no text of your stories and no keys.</p>
      <Query {...query} waits="Looking for the folder…">
        {({ dir }) => <CopiedField label="Folder" of="of the logs" text={dir} />}
      </Query>
    </Modal>
  )
}

async function showLogs(): Promise<void> {
  if (useSession.getState().host?.kind === 'electron') await runCall(() => api.showLogs.mutate())
  else useSession.setState({ dialog: 'logs' })
}

/** The dialogs with the documents, the logs and a report of a problem. */
export const rest: FeatureRest = {
  dialogs: [
    { id: 'help', body: HelpDialog },
    { id: 'report', body: ReportDialog },
    { id: 'logs', body: LogsDialog }
  ],
  commands: [
    { id: 'help', group: 'Help', label: 'Help…', shortcut: 'f1', run: () => useSession.setState({ dialog: 'help' }) },
    { id: 'report', group: 'Help', label: 'Report a problem…', run: () => useSession.setState({ dialog: 'report' }) },
    { id: 'logs', group: 'Help', label: 'Show logs', run: showLogs }
  ]
}
