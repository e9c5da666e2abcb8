import type { ToolInfo } from '../../shared/contract/table-calls'
import { api } from '../client'
import { showProblemData, useSession } from '../session'

/** Whether the user hasn't decided about the current content of a tool. */
export const isUndecided = ({ trust }: ToolInfo): boolean => trust === 'new' || trust === 'changed'

/**
 * When a campaign is opened, asks about undecided tools, or says why a trusted one can't be used, before play needs it. Returns a function that removes the
 * listener.
 */
export function askOnOpening(): () => void {
  let asked: string | undefined
  const ask = (): void => {
    const campaign = useSession.getState().present?.campaign
    if (campaign === undefined || campaign.dir === asked) return
    asked = campaign.dir
    if (campaign.readOnly !== undefined) return
    api.tools.query().then(
      ({ tools, findings }) => {
        const { present, dialog } = useSession.getState()
        if (present?.campaign.dir !== campaign.dir) return
        const trusted = tools.filter(({ trust }) => trust === 'trusted')
        const fault = findings.find(({ data }) => trusted.some(({ folder }) => String(data?.['file']).startsWith(folder)))
        if (dialog === undefined && tools.some(isUndecided)) useSession.setState({ dialog: 'tools' })
        else if (fault) showProblemData(fault)
      },
      // The command Tools… shows the problem.
      () => undefined
    )
  }
  ask()
  return useSession.subscribe(ask)
}
