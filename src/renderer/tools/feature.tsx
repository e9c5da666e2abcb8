import type { Feature } from '../registry'
import { useSession } from '../session'
import { askOnOpening } from './ask'
import { ToolsDialog } from './ToolsDialog'
/** Programs beside the campaign: their commands, and whether they may run. */
export const tools: Feature = {
  id: 'tools',
  order: 8.5,
  dialogs: [{ id: 'tools', body: ToolsDialog }],
  commands: [
    {
      id: 'tools',
      group: 'Campaign',
      label: 'Tools…',
      when: () => useSession.getState().present !== undefined,
      run: () => useSession.setState({ dialog: 'tools' })
    }
  ],
  listeners: [askOnOpening]
}
