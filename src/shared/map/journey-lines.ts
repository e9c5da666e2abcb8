import { own } from '../base/json'
import type { GameState, Journey } from '../story/state'

/** A journey in two lines: its direction and duration; then its difficulty and risks, if any. */
function journeyLines({ direction, duration, difficulty, risks }: Journey): string[] {
  const hard = [difficulty > 0 ? `difficulty ${difficulty}` : '', risks.join(', ')]
  return [[direction, duration], hard].map((parts) => parts.filter(Boolean).join(' · ')).filter(Boolean)
}

/** A journey in one line. */
export const journeyWords = (journey: Journey): string => journeyLines(journey).join(' · ')

/** The labels of journeys drawn as one line: two lines for a single journey, otherwise one line each for up to three. */
export function labelLines(ids: readonly string[], journeys: GameState['journeys']): string[] {
  const words = ids.slice(0, 3).flatMap((id) => {
    const journey = own(journeys, id)
    return journey ? [journeyLines(journey)] : []
  })
  return words.length === 1 ? (words[0] ?? []) : words.map((lines) => lines.join(' · '))
}
