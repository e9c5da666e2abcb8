import type { ToolInfo } from '../../shared/contract/table-calls'
import { api } from '../client'
import { useSession } from '../session'

/** Whether the user hasn't decided about the current content of a tool. */
export const isUndecided = ({ trust }: ToolInfo): boolean => trust === 'new' || trust === 'changed'

/** Asks once when a campaign with undecided tools is opened. Returns a function that removes the listener. */
export function askOnOpening(): () => void {
  let asked: string | undefined
  const ask = (): void => {
    const campaign = useSession.getState().present?.campaign
    if (campaign === undefined || campaign.dir === asked) return
    asked = campaign.dir
    if (campaign.readOnly !== undefined) return
    api.tools.query().then(
      ({ tools }) => {
        const { present, dialog } = useSession.getState()
        const isSame = present?.campaign.dir === campaign.dir
        if (isSame && dialog === undefined && tools.some(isUndecided)) useSession.setState({ dialog: 'tools' })
      },
      // The command Tools… shows the problem.
      () => undefined
    )
  }
  ask()
  return useSession.subscribe(ask)
}
