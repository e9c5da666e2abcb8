import type { ReactElement } from 'react'
import { openCampaign } from '../operations'
import type { FeatureRest } from '../registry'
import { CreateHereDialog, NewCampaignDialog } from './CreateHere'
import { Folders } from './Folders'

const OpenDialog = ({ onClose }: { onClose: () => void }): ReactElement => (
  <Folders accept="campaign" onClose={onClose} onChoose={(dir) => void openCampaign(dir)} />
)

/** The dialogs that open a campaign and create one. */
export const rest: FeatureRest = {
  dialogs: [
    { id: 'new', body: NewCampaignDialog },
    { id: 'open', body: OpenDialog },
    { id: 'here', body: CreateHereDialog }
  ]
}
