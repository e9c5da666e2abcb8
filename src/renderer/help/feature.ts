import type { Feature } from '../registry'

/** The documents of Proscenium in the window, its logs, and reports of problems. */
export const help: Feature = { id: 'help', rest: () => import('./rest').then(({ rest }) => rest) }
