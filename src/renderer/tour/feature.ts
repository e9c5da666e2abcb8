import type { Feature } from '../registry'
import { useSession } from '../session'
import { openSample } from '../operations'
import { useTour } from './state'
import { Tour } from './Tour'

/** Begins the tour, over the sample if no campaign is open. */
async function begin(): Promise<void> {
  if (useSession.getState().present === undefined && !(await openSample())) return
  useTour.set({ step: 0 })
}

/** A tour of the window in five steps. */
export const tour: Feature = { id: 'tour', commands: [{ id: 'tour', group: 'Help', label: 'Take the tour', run: begin }], slots: { overlay: Tour } }
