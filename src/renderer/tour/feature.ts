import type { Feature } from '../registry'

/** A tour of the window in five steps. */
export const tour: Feature = { id: 'tour', rest: () => import('./rest').then(({ rest }) => rest) }
