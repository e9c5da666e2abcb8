import type { Reason } from '../../../shared/table/turns'

type Choice = Extract<Reason, { kind: 'choice' }>

/** The share of `weight` in `total`, 0 … 1; 0 if the total is 0. */
export const fractionOf = (weight: number, total = 0): number => (total > 0 ? weight / total : 0)

/** The aims of a choice's options with the share of each, the largest first; [] if they have none. */
export function wantsOf({ options, total }: Choice): { want: string; share: number }[] {
  const sums = new Map<string, number>()
  for (const { want, weight } of options) if (want !== undefined) sums.set(want, (sums.get(want) ?? 0) + weight)
  return [...sums]
    .map(([want, sum]) => ({ want, share: fractionOf(sum, total) }))
    .filter(({ share }) => share > 0)
    .toSorted((a, b) => b.share - a.share)
}

/** A share in whole percent, or "less than 1 %". */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %'
  return share < 1 && share > 0.99 ? '> 99 %' : `${Math.round(100 * share)} %`
}
