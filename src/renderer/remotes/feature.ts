import type { Feature } from '../registry'

/** Shared copies of the campaign on git servers. */
export const remotes: Feature = { id: 'remotes', order: 9, rest: () => import('./rest').then(({ rest }) => rest) }
