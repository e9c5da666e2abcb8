/** Flags on beats of one campaign, as commit ids, the newest last: places to come back to, to compare with and to write a transcript from. */
export type Pins = readonly string[]

/** No flags. */
export const noPins: Pins = []
const MAX_PINS = 24

/** Adds a flag to a beat, or removes it. */
export const toggled = (pins: Pins, id: string): Pins => (pins.includes(id) ? unpinned(pins, id) : [...pins, id].slice(-MAX_PINS))

/** Takes a beat's flag away. */
export const unpinned = (pins: Pins, id: string): Pins => pins.filter((one) => one !== id)

/** Flags as they were saved, by the campaign's folder; anything that is none is left out. Older windows saved the flags that were set on purpose as `kept`. */
export function readPins(saved: unknown): Record<string, Pins> {
  const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{40}$/.test(value)
  const listOf = (pins: unknown): unknown => (typeof pins === 'object' && pins !== null && 'kept' in pins ? pins.kept : pins)
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    Object.entries(saved).map(([dir, pins]): [string, Pins] => {
      const list = listOf(pins)
      return [dir, Array.isArray(list) ? list.filter(isId).slice(-MAX_PINS) : []]
    })
  )
}
