import type { Dice, Roll, RollOptions } from '../../shared/story/play'

/** Dice that show the given faces in order, and throw when they run out. `rolled` lists the rolls. */
export function scriptedDice(...faces: number[]): Dice & { rolled: Roll[] } {
  const rolled: Roll[] = []
  return {
    rolled,
    roll(expr: string, options: RollOptions = {}): Roll {
      const [, count = '', sides, sign = '+', plus = '0'] = /^(\d*)d(\d+)(?:([+-])(\d+))?$/.exec(expr) ?? []
      if (sides === undefined) throw new Error(`"${expr}" is not dice.`)
      const dice = Array.from({ length: Number(count || 1) }, () => {
        const face = faces.shift()
        if (face === undefined) throw new Error(`No face is left for ${expr} (${options.label ?? 'no label'}).`)
        return face
      })
      const total = dice.reduce((sum, face) => sum + face, 0) + Number(`${sign}${plus}`)
      const { under, over, ...named } = options
      const need = under ?? over
      const roll: Roll = { expr, dice, total, ...named }
      if (need !== undefined) {
        roll.need = need
        if (under !== undefined) roll.under = true
        roll.outcome = (under === undefined ? total >= need : total <= need) ? 'success' : 'failure'
      }
      rolled.push(roll)
      return roll
    }
  }
}
