/** A value of the state on one short line. */
export function short(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.length ? value.map(short).join(', ') : '—'
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    if ('name' in value && typeof value.name === 'string') return value.name
    if ('item' in value && typeof value.item === 'string') return value.item
    return fields.length ? fields.map(([key, inner]) => `${key} ${short(inner)}`).join(', ') : '—'
  }
  return '—'
}
