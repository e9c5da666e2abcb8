/** Flags on beats of one campaign: one that moves with every click, and those that were meant to stay. Commit ids, the newest last. */
export interface Pins {
  loose?: string
  kept: readonly string[]
}

/** No flags. */
export const noPins: Pins = { kept: [] }
const MOST = 24

/** The loose flag moves to a beat; a beat that has a flag that stays needs none. */
export const pinned = (pins: Pins, id: string): Pins => (pins.kept.includes(id) ? { kept: pins.kept } : { kept: pins.kept, loose: id })

/** A flag that stays, or takes away whichever flag the beat has. */
export function toggled(pins: Pins, id: string): Pins {
  if (pins.kept.includes(id)) return unpinned(pins, id)
  const { loose, kept } = pins
  return { ...(loose === undefined || loose === id ? {} : { loose }), kept: [...kept, id].slice(-MOST) }
}

/** Takes every flag of a beat away. */
export function unpinned({ loose, kept }: Pins, id: string): Pins {
  return { ...(loose === undefined || loose === id ? {} : { loose }), kept: kept.filter((one) => one !== id) }
}

/** All flags, the newest first: what a comparison is offered with. */
export const pinsOf = ({ loose, kept }: Pins): string[] => [...(loose === undefined ? [] : [loose]), ...kept.toReversed()]

/** Flags as they were saved; anything that is none is left out. */
export function readPins(saved: unknown): Record<string, Pins> {
  const isId = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{40}$/.test(value)
  if (typeof saved !== 'object' || saved === null) return {}
  return Object.fromEntries(
    Object.entries(saved as Record<string, Partial<Pins> | null>).map(([dir, pins]): [string, Pins] => [
      dir,
      { ...(isId(pins?.loose) ? { loose: pins.loose } : {}), kept: Array.isArray(pins?.kept) ? pins.kept.filter(isId).slice(-MOST) : [] }
    ])
  )
}
