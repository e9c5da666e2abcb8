/** A share in percent. A positive share never reads 0%, and one below 1 never 100%. */
export function percent(share: number): string {
  if (share > 0 && share < 0.01) return '<1%'
  return `${share < 1 ? Math.min(99, Math.round(100 * share)) : 100}%`
}
