import type { Feature } from '../registry'
import { CompareChooser } from './CompareChooser'
import { momentCommands } from './commands'
import { CompareView } from './Compare'
import { Find } from './Find'
import { momentTexts } from './texts'
import { Watches } from './Watches'

/** Compares two beats, finds beats by an expression, and watches values. */
export const moments: Feature = {
  id: 'moments',
  order: 3,
  views: [{ id: 'compare', label: momentTexts.compare.title, body: CompareView }],
  commands: momentCommands,
  slots: { 'above-timeline': Find, 'below-timeline': Watches, overlay: CompareChooser }
}
