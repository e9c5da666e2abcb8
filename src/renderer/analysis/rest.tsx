import type { FeatureRest } from '../registry'
import { CompareChooser } from './CompareChooser'
import { analysisCommands, compareRequested } from './commands'
import { CompareView } from './Compare'
import { Find } from './Find'
import { Watches } from './Watches'

/** The comparison, the search and the watched values. */
export const rest: FeatureRest = {
  bodies: { compare: CompareView },
  commands: analysisCommands,
  slots: { 'above-timeline': Find, 'below-timeline': Watches, overlay: CompareChooser },
  listeners: [compareRequested]
}
