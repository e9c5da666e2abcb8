import type { Feature } from '../registry'
import { CompareChooser } from './CompareChooser'
import { analysisCommands, compareRequested } from './commands'
import { CompareView } from './Compare'
import { Find } from './Find'
import { analysisTexts } from './texts'
import { Watches } from './Watches'

/** Compares two beats, finds beats by an expression, and watches values. */
export const analysis: Feature = {
  id: 'analysis',
  order: 3,
  views: [{ id: 'compare', label: analysisTexts.compare.title, body: CompareView }],
  commands: analysisCommands,
  slots: { 'above-timeline': Find, 'below-timeline': Watches, overlay: CompareChooser },
  listeners: [compareRequested]
}
