/** A share in percent, such as `54%` or with one decimal `54.3%`. One that isn't nothing or all is never rounded to it: `<1%`, `>99.9%`. */
export function percent(share: number, decimals: 0 | 1 = 0): string {
  const least = decimals === 0 ? 0.01 : 0.001
  if (share > 0 && share < least) return `<${100 * least}%`
  if (share < 1 && share > 1 - least) return `>${(100 - 100 * least).toFixed(decimals)}%`
  return `${Number((share * 100).toFixed(decimals))}%`
}
