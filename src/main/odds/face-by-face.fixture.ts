import type { Dice } from '../../shared/play'
import { diceFrom } from '../engine/dice'
import { ONE, plus, type Ratio, ratio, times, ZERO } from './ratio'

/**
 * Every face of every die one after the other, nothing put together: the slow and plain way that the counted odds are held against.
 * Chances by what `run` answers, as JSON.
 */
export function faceByFace(run: (dice: Dice) => unknown): Record<string, Ratio> {
  const found: Record<string, Ratio> = {}
  const wheels: { face: number; sides: number }[] = []
  do {
    const dice = diceFrom((k, sides) => {
      wheels[k] ??= { face: 1, sides }
      return wheels[k].face
    })
    const answer = JSON.stringify(run(dice))
    const chance = wheels.reduce((product, { sides }) => times(product, ratio(1, sides)), ONE)
    found[answer] = plus(found[answer] ?? ZERO, chance)
    while (wheels.length > 0 && ++wheels.at(-1)!.face > wheels.at(-1)!.sides) wheels.pop()
  } while (wheels.length > 0)
  return found
}
