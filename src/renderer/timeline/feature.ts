import type { Feature } from '../registry'
import { BranchMenu, PastBar } from './BranchMenu'
import { timelineCommands } from './commands'
import { Timeline } from './Timeline'
import { followMissing } from './today/today'

/** Time and its branches: moving along them, the bar of the past, continuing from there. */
export const timeline: Feature = {
  id: 'timeline',
  order: 4,
  commands: timelineCommands,
  slots: { 'title-end': BranchMenu, banner: PastBar, timeline: Timeline },
  listeners: [followMissing],
  rest: () => import('./rest').then(({ rest }) => rest)
}
