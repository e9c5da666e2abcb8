import { STARTER_GAME } from '../../shared/contract/wizards'
import type { Feature } from '../registry'
import { useSession } from '../session'
import { pickFolder, closeCampaign, openSample } from '../operations'
import { Start } from './Start'
import { askCampaign } from './wanted-game'

/** The start page, and the dialogs that open a campaign and create one. */
export const start: Feature = {
  id: 'start',
  order: 7,
  commands: [
    { id: 'open', group: 'Campaign', label: 'Open folder…', shortcut: 'mod+p', run: pickFolder },
    { id: 'new', group: 'Campaign', label: 'New campaign…', run: () => askCampaign() },
    { id: 'new.game', group: 'Campaign', label: 'New game…', run: () => askCampaign(STARTER_GAME) },
    { id: 'sample', group: 'Campaign', label: 'Open sample campaign', run: async () => void (await openSample()) },
    { id: 'close', group: 'Campaign', label: 'Close campaign', when: () => useSession.getState().present !== undefined, run: closeCampaign }
  ],
  slots: { start: Start },
  rest: () => import('./rest').then(({ rest }) => rest)
}
