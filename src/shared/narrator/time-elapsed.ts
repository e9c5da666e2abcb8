/** The minimum duration of a scene, in minutes. Anything shorter is a conversation. */
export const MIN_SCENE_MINUTES = 5

const MINUTES = { minute: 1, hour: 60, day: 24 * 60 } as const

/** The minutes in `N[-M] minute|hour|day(s)`; the mean of a range. Undefined for any other text, and for a range whose end is before its start. */
export function elapsedMinutes(text: string): number | undefined {
  const match = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s+(minute|hour|day)s?\s*$/.exec(text)
  if (!match) return undefined
  const from = Number(match[1])
  const to = match[2] === undefined ? from : Number(match[2])
  return to < from ? undefined : ((from + to) / 2) * MINUTES[match[3] as keyof typeof MINUTES]
}
