import type { ReactElement } from 'react'
import { STARTER_GAME } from '../../shared/contract/wizards'
import type { Feature } from '../registry'
import { useSession } from '../session'
import { pickFolder, closeCampaign, openCampaign, openSample } from '../operations'
import { Folders } from './Folders'
import { CreateHereDialog, NewCampaignDialog } from './CreateHere'
import { Start } from './Start'
import { askCampaign } from './wanted-game'

const OpenDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Folders accept="campaign" onClose={onClose} onChoose={(dir) => void openCampaign(dir)} />
)

/** The start page, and the dialogs that open a campaign and create one. */
export const start: Feature = {
  id: 'start',
  order: 7,
  dialogs: [
    { id: 'new', body: NewCampaignDialog },
    { id: 'open', body: OpenDialog },
    { id: 'here', body: CreateHereDialog }
  ],
  commands: [
    { id: 'open', group: 'Campaign', label: 'Open folder…', shortcut: 'mod+p', run: pickFolder },
    { id: 'new', group: 'Campaign', label: 'New campaign…', run: () => askCampaign() },
    { id: 'new.game', group: 'Campaign', label: 'New game…', run: () => askCampaign(STARTER_GAME) },
    { id: 'sample', group: 'Campaign', label: 'Open sample campaign', run: async () => void (await openSample()) },
    { id: 'close', group: 'Campaign', label: 'Close campaign', when: () => useSession.getState().present !== undefined, run: closeCampaign }
  ],
  slots: { start: Start }
}
