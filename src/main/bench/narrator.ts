import { checkNarratorOutput } from '../../shared/narrator/check'
import { reading, type Reading } from './reading'

/** The measurement with a goal. */
export const NARRATOR_CHECK = 'a scene tree of 1 MB is checked'

const BYTES = 1 << 20

/** An output of the given size, of paragraphs with answers within answers. Always the same. */
function largeOutput(): string {
  const answer = (depth: number): object => ({
    text: 'The rope lies in the mud beside the boat.',
    clickable: Object.fromEntries(
      ['rope', 'the mud', 'boat'].map((words) => [
        words,
        { speaks: `What of ${words}?`, intent: 'explore', ...(depth === 0 ? { waitingMessage: 'She thinks.' } : { response: answer(depth - 1) }) }
      ])
    )
  })
  const paragraph = answer(3)
  const narration = Array.from({ length: Math.ceil(BYTES / JSON.stringify(paragraph).length) }, () => paragraph)
  const location = { place: 'ferry', name: 'The ferry', region: 'The Saltings', time: 'dusk' }
  const scene = { id: 'ferry-1', location, present: [], atmosphere: [], narration, voices: [] }
  return JSON.stringify({ scene, time_elapsed: '20-30 minutes' })
}

/** The cost of checking a large output, in ms of processor time. */
export function measureNarrator(rounds: number): Reading {
  const output = largeOutput()
  const times: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const begun = process.cpuUsage()
    const { violations } = checkNarratorOutput(output)
    const { user, system } = process.cpuUsage(begun)
    if (violations.length > 0) throw new Error(`The output for the bench is at fault: ${violations[0]?.path} ${violations[0]?.message}`)
    // The first round doesn't count, because the interpreter gets faster while it runs.
    if (round > 0) times.push((user + system) / 1000)
  }
  return reading(NARRATOR_CHECK, times)
}
