import type { Feature } from '../registry'

/** The story as a document. */
export const transcript: Feature = { id: 'transcript', order: 10, rest: () => import('./rest').then(({ rest }) => rest) }
