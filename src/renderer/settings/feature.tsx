import { Settings2 } from 'lucide-react'
import type { ReactElement } from 'react'
import type { Feature } from '../registry'
import { CommandButton } from '../ui/Parts'
import { openSettings } from '../operations'
const SettingsButton = (): ReactElement => <CommandButton id="settings" icon={<Settings2 size={16} />} />

/** The settings: agents of the table, and model access on this machine. */
export const settings: Feature = {
  id: 'settings',
  order: 8,
  commands: [{ id: 'settings', group: 'Campaign', label: 'Settings…', shortcut: 'mod+,', run: openSettings }],
  slots: { 'title-end': SettingsButton },
  rest: () => import('./rest').then(({ rest }) => rest)
}
