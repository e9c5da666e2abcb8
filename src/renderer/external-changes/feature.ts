import type { Feature } from '../registry'
import { useSession } from '../session'
import { adoptEdits, setEditsAside } from '../operations'
import { ChangedFiles, ChangesBanner } from './ChangedFiles'
const canDecide = (): boolean => {
  const { present } = useSession.getState()
  return present !== undefined && present.campaign.readOnly === undefined && present.edits.length > 0
}

/** External changes: lists them, adopts them or sets them aside. */
export const externalChanges: Feature = {
  id: 'external-changes',
  order: 11,
  commands: [
    { id: 'adopt', group: 'Campaign', label: 'Adopt external changes', when: canDecide, run: async () => void (await adoptEdits()) },
    { id: 'aside', group: 'Campaign', label: 'Set external changes aside', when: canDecide, run: async () => void (await setEditsAside()) }
  ],
  slots: { banner: ChangesBanner, status: ChangedFiles },
  rest: () => import('./rest').then(({ rest }) => rest)
}
