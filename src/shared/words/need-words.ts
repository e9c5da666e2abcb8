import type { Roll } from '../story/play'

/** What a roll needs: the number that its dice can meet, or that every total or none succeeds. */
export type Need = { atMost: number } | { atLeast: number } | 'always' | 'never'

/** The lowest and the highest total of simple dice, such as 2d6+1; undefined for any other expression. */
function rangeOf(expr: string): { low: number; high: number } | undefined {
  const [, count = '', sides, plus = '0'] = /^(\d*)d(\d+)([+-]\d+)?$/.exec(expr.replaceAll(' ', '')) ?? []
  if (sides === undefined) return undefined
  const dice = count === '' ? 1 : Number(count)
  return { low: dice + Number(plus), high: dice * Number(sides) + Number(plus) }
}

/** What a roll needs as its dice mean it; undefined without a target. Staying low on a d20, 1 always succeeds and 20 never, so targets end at 1 and 19. */
export function needOf({ expr, need, under = false }: Pick<Roll, 'expr' | 'need' | 'under'>): Need | undefined {
  if (need === undefined) return undefined
  const range = rangeOf(expr)
  if (!range) return under ? { atMost: need } : { atLeast: need }
  const { low, high } = range
  if (!under) return need <= low ? 'always' : need > high ? 'never' : { atLeast: need }
  if (low === 1 && high === 20) return { atMost: Math.min(19, Math.max(1, need)) }
  return need >= high ? 'always' : need < low ? 'never' : { atMost: need }
}

/** A need in words: "10 or less", "always succeeds". */
export const needWords = (need: Need): string =>
  typeof need === 'string' ? `${need} succeeds` : 'atMost' in need ? `${need.atMost} or less` : `${need.atLeast} or more`

/** A need as a sign behind a total: " ≤ 10", " (always succeeds)"; empty for a roll without a target. */
export const needSign = (need: Need | undefined): string =>
  need === undefined ? '' : typeof need === 'string' ? ` (${needWords(need)})` : 'atMost' in need ? ` ≤ ${need.atMost}` : ` ≥ ${need.atLeast}`
