/** Whether lists and objects are nested deeper than this. */
export function isDeeper(value: unknown, depth: number): boolean {
  let level = [value]
  for (let i = 0; level.length > 0; i++) {
    if (i > depth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
