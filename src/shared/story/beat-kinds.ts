import type { Beat } from './play'

/** Whether a beat of this kind is a call at the table: on its own, or as an action of a plan. */
export const isPlayed = (kind: Beat['kind']): boolean => kind === 'play' || kind === 'skill'
