/** Flags on beats of one campaign, as commit ids, the newest last: beats to return to, to compare with and to start a transcript from. */
export type Pins = readonly string[]

/** No flags. */
export const noPins: Pins = []
const MAX_PINS = 24

/** Adds a flag to a beat, or removes it. */
export const toggled = (pins: Pins, id: string): Pins => (pins.includes(id) ? unpinned(pins, id) : [...pins, id].slice(-MAX_PINS))

/** Removes a beat's flag. */
export const unpinned = (pins: Pins, id: string): Pins => pins.filter((one) => one !== id)

/** Saved flags by the campaign's folder, without invalid ones. Older versions saved the flags that the user set as `kept`. */
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
