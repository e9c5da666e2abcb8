import type { Feature } from '../registry'
import { analysisTexts } from './texts'

/** Compares two beats, finds beats by an expression, and watches values. */
export const analysis: Feature = {
  id: 'analysis',
  order: 3,
  views: [{ id: 'compare', label: analysisTexts.compare.title }],
  rest: () => import('./rest').then(({ rest }) => rest)
}
