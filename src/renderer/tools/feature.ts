import type { Feature } from '../registry'

/** Programs beside the campaign: their commands, and whether they may run. */
export const tools: Feature = { id: 'tools', order: 8.5, rest: () => import('./rest').then(({ rest }) => rest) }
