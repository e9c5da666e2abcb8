import type { Journey } from '../state'

/** A journey in two lines: where it leads and how long it takes; how hard it is and what may happen, where it is and may. */
export function journeyLines({ direction, duration, difficulty, risks }: Journey): string[] {
  const hard = [difficulty > 0 ? `difficulty ${difficulty}` : '', risks.join(', ')]
  return [[direction, duration], hard].map((parts) => parts.filter(Boolean).join(' · ')).filter(Boolean)
}

/** A journey in one line. */
export const journeyWords = (journey: Journey): string => journeyLines(journey).join(' · ')
