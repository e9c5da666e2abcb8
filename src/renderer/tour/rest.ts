import type { FeatureRest } from '../registry'
import { useSession } from '../session'
import { openSample } from '../operations'
import { useTour } from './state'
import { Tour } from './Tour'

/** Begins the tour, over the sample if no campaign is open. */
async function begin(): Promise<void> {
  if (useSession.getState().present === undefined && !(await openSample())) return
  useTour.set({ step: 0 })
}

/** The tour and its command. */
export const rest: FeatureRest = {
  commands: [{ id: 'tour', group: 'Help', label: 'Take the tour', run: begin }],
  slots: { overlay: Tour }
}
