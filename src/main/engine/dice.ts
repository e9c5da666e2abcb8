import { Problem } from '../../shared/base/problem'
import type { Dice, Roll, RollOptions } from '../../shared/story/play'
import type { Next } from '../../shared/story/state'

/** One term of a dice expression: `count` dice with `sides` sides of which the `keep` highest count, or a constant if `sides` is 0. */
export interface Term {
  sign: 1 | -1
  count: number
  sides: number
  keep: number
}

const MAX_DICE = 100
/** The largest number of sides of a die. */
export const MAX_SIDES = 1000

/** Parses `2d6+1`, `d20`, `4d6kh3-1`. Throws Problem `bad-input` naming the expression. */
export function parseDice(expr: string): Term[] {
  const text = expr.replace(/\s+/g, '')
  const terms: Term[] = []
  const pattern = /([+-]?)(?:(\d*)d(\d+)(?:kh(\d+))?|(\d+))/gy
  let end = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (end > 0 && match[1] === '') break
    end = pattern.lastIndex
    const sign = match[1] === '-' ? -1 : 1
    if (match[5] !== undefined) terms.push({ sign, count: Number(match[5]), sides: 0, keep: 0 })
    else {
      const count = match[2] === '' ? 1 : Number(match[2])
      terms.push({ sign, count, sides: Number(match[3]) || Number.POSITIVE_INFINITY, keep: match[4] === undefined ? count : Number(match[4]) })
    }
  }
  const dice = terms.filter((t) => t.sides > 0)
  const sane = dice.every((t) => t.count >= 1 && t.sides >= 1 && t.sides <= MAX_SIDES && t.keep >= 1 && t.keep <= t.count)
  const total = dice.reduce((sum, t) => sum + t.count, 0)
  if (end !== text.length || terms.length === 0 || !sane || total > MAX_DICE)
    throw new Problem('bad-input', `"${expr}" is not a dice expression. Write something like 2d6+1 (at most ${MAX_DICE} dice of ${MAX_SIDES} sides).`)
  return terms
}

/** The smallest and the largest total of an expression. Every total between them is possible. Throws Problem `bad-input`. */
export function spanOf(expr: string): readonly [least: number, most: number] {
  let least = 0
  let most = 0
  for (const { sign, count, sides, keep } of parseDice(expr)) {
    const [low, high] = sides === 0 ? [count, count] : [keep, keep * sides]
    least += sign > 0 ? low : -high
    most += sign > 0 ? high : -low
  }
  return [least, most]
}

/** Hashes a text to a number in [0, 1): two 32-bit lanes of multiply-and-mix (after cyrb53), 53 bits. The same on every machine. */
export function fraction(text: string): number {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const ch = text.charCodeAt(i)
    a = Math.imul(a ^ ch, 2654435761)
    b = Math.imul(b ^ ch, 1597334677)
  }
  for (let round = 0; round < 2; round++) {
    a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
    b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  }
  return ((b >>> 0) * 2 ** 21 + ((a >>> 0) >>> 11)) / 2 ** 53
}

/** Dice whose k-th face is `face(k, sides)`, from 1 to sides. k counts single dice from 0. */
export function diceFrom(face: (k: number, sides: number) => number): Dice {
  let k = 0
  return {
    roll(expr: string, options: RollOptions = {}): Roll {
      const terms = parseDice(expr)
      const dice = terms.flatMap(({ count, sides }) => (sides === 0 ? [] : Array.from({ length: count }, () => face(k++, sides))))
      return judge({ expr, dice, total: totalOf(terms, dice) }, options)
    }
  }
}

/** The total of the faces: the sum of each term's highest kept dice. */
export function totalOf(terms: readonly Term[], faces: readonly number[]): number {
  let total = 0
  let next = 0
  for (const { sign, count, sides, keep } of terms) {
    if (sides === 0) total += sign * count
    else {
      const keptFaces = faces
        .slice(next, (next += count))
        .toSorted((x, y) => y - x)
        .slice(0, keep)
      total += sign * keptFaces.reduce((sum, face) => sum + face, 0)
    }
  }
  return total
}

/** The roll with its options and its outcome. */
export function judge({ expr, dice, total }: Pick<Roll, 'expr' | 'dice' | 'total'>, options: RollOptions): Roll {
  const out: Roll = { expr, dice, total }
  if (options.label !== undefined) out.label = options.label
  if (options.target !== undefined) out.target = options.target
  if (options.under !== undefined) {
    out.need = options.under
    out.under = true
    // `under` is a save. On a d20, 1 always succeeds and 20 always fails; any other roll is simply compared.
    const d20 = expr === 'd20' || expr === '1d20'
    out.outcome = (d20 && total === 1) || (total <= options.under && !(d20 && total === 20)) ? 'success' : 'failure'
  } else if (options.over !== undefined) {
    out.need = options.over
    out.outcome = total >= options.over ? 'success' : 'failure'
  }
  return out
}

/** Counter-based dice: die k of beat n depends on seed, n and k alone, so an edited rule that rolls once more doesn't change later beats. */
export function seededDice(seed: string, beat: number): Dice {
  return diceFrom((k, sides) => 1 + Math.floor(fraction(`${seed}\u0000${beat}\u0000${k}`) * sides))
}

/** The beat number from which the next beat's dice are computed. It lags behind by `offset`. SPEC.md D1, D6. */
export const diceBeat = ({ dice: { offset = 0 }, beat }: Pick<Next, 'dice' | 'beat'>): number => beat + 1 - offset

/** The dice of the next beat. */
export const nextDice = (next: Pick<Next, 'dice' | 'beat'>): Dice => seededDice(next.dice.seed, diceBeat(next))

/** The numbers for an agent's own choices in its next turn. They lag behind by as many beats as the dice. SPEC.md D3, D6. */
export const choiceStream = (
  { dice: { seed, offset = 0 }, beat }: Pick<Next, 'dice' | 'beat'>,
  stream: 'policy' | 'voice',
  who: string
): (() => number) => chanceStream(seed, stream, who, beat - offset)

/** Numbers in [0, 1), independent of the dice, for an agent's choices or a document's random ones: hash(seed, stream, actor, beat, k). */
export function chanceStream(seed: string, stream: 'policy' | 'voice' | 'scene', actor: string, beat: number): () => number {
  let k = 0
  return () => fraction(`${seed}\u0000${stream}\u0000${actor}\u0000${beat}\u0000${k++}`)
}
