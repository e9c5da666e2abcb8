import type { Feature } from '../registry'

/** A read-only view of a file of the campaign. */
export const files: Feature = { id: 'files', order: 12, rest: () => import('./rest').then(({ rest }) => rest) }
