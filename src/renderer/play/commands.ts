import { useSession } from '../session'
import type { Command } from '../ui/commands'
import * as verbs from '../operations'
import { tableTexts } from './texts'
const group = 'Table'
const get = useSession.getState
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined

/** The commands of the table. */
export const tableCommands: readonly Command[] = [
  { id: 'play', group, label: 'Autoplay or pause', shortcut: 'space', when: writable, run: verbs.togglePlay },
  { id: 'step', group, label: 'Play one beat', shortcut: '.', when: () => writable() && get().present?.table.running === false, run: verbs.playOne },
  ...Object.entries(tableTexts.speeds).map(([pace, name]) => ({
    id: `speed.${pace}`,
    group,
    label: `Set speed to ${name.toLowerCase()}`,
    when: open,
    run: () => verbs.setPace(Number(pace))
  })),
  {
    id: 'milestone',
    group,
    label: 'Mark a milestone and sum up the campaign',
    when: () => writable() && get().cursor === undefined,
    run: verbs.markMilestone
  },
  { id: 'verify', group, label: 'Replay every beat and compare', when: open, run: verbs.verifyHistory }
]
