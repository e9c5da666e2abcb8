import type { TurnRecord } from './turns'

/** Identifies a turn, even one without a beat. */
export const turnId = ({ parent, who, ordinal }: Pick<TurnRecord, 'parent' | 'who' | 'ordinal'>): string => `${parent}:${who}:${ordinal}`
