import { useSession } from '../session'
import type { Command } from '../ui/commands'
import * as verbs from '../operations'
import { tableTexts } from './texts'

const t = tableTexts.commands
const group = tableTexts.group
const get = useSession.getState
const open = (): boolean => get().present !== undefined
const writable = (): boolean => open() && get().present?.campaign.readOnly === undefined

/** The commands of the table. */
export const tableCommands: readonly Command[] = [
  { id: 'play', group, label: t.play, shortcut: 'space', when: writable, run: verbs.togglePlay },
  { id: 'step', group, label: t.step, shortcut: '.', when: () => writable() && get().present?.table.running === false, run: verbs.playOne },
  ...Object.entries(tableTexts.speeds).map(([pace, name]) => ({
    id: `speed.${pace}`,
    group,
    label: t.speed(name),
    when: open,
    run: () => verbs.setPace(Number(pace))
  })),
  { id: 'milestone', group, label: t.milestone, when: () => writable() && get().cursor === undefined, run: verbs.markMilestone },
  { id: 'verify', group, label: t.verify, when: open, run: verbs.verifyHistory }
]
