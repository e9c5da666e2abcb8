import type { TurnRecord } from './turns'

/** Identifies a turn, also one that made no beat. */
export const turnId = ({ parent, who, ordinal }: Pick<TurnRecord, 'parent' | 'who' | 'ordinal'>): string => `${parent}:${who}:${ordinal}`
