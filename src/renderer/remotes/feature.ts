import type { Feature } from '../registry'
import { CloneDialog } from './CloneDialog'
import { remoteCommands } from './commands'
import { RemotesDialog } from './RemotesDialog'

/** Shared copies of the campaign on git servers. */
export const remotes: Feature = {
  id: 'remotes',
  order: 9,
  dialogs: [
    { id: 'remotes', body: RemotesDialog },
    { id: 'clone', body: CloneDialog }
  ],
  commands: remoteCommands
}
