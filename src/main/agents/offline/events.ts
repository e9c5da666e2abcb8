import type { LogEntry } from '../../../shared/story/play'

/** Returns whether a talk told something: it made a fact known, or quotes more than a phrase of courtesy. */
export const isNews = ({ text, changes }: LogEntry): boolean => Object.keys(changes?.facts ?? {}).length > 0 || /["“].{25,}["”]/s.test(text)
