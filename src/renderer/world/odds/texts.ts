/** Texts of the odds on the map. */
export const oddsTexts = {
  strip: 'Odds on the map',
  standing: (name: string, place: string, stats: readonly { label: string; now: number; rested: number }[]): string =>
    [`${capital(name)} alone, from ${place}`, ...stats.map(({ label, now, rested }) => `${label} ${now} of ${rested}`)].join(', '),
  stuck: (name: string, why: string): string => `${capital(name)} can’t take a journey: ${why}.`,
  findings: 'Findings about journeys',
  kinds: { sink: 'Dead end', 'soft-lock': 'No return', unreachable: 'Unreachable', impossible: 'Impossible', shut: 'Closed' },
  /** Signs that distinguish the outcomes of a journey without colours. */
  signs: { success: '✓', partial: '◐', failure: '✕' },
  noOdds: 'no odds',
  minutes: (minutes: number): string => `${short(minutes)} min`,
  harm: (damage: number): string => `${short(damage)} damage`,
  of: (some: number, all: number): string => (some === all ? 'all' : some === 0 ? 'none' : `${some} of ${all}`),
  legend: {
    success: 'arrives unhurt',
    partial: 'arrives hurt',
    failure: 'doesn’t arrive, in percent'
  },
  line: (name: string, words: string): string => `${name}: ${words}`,
  placeTitle: (chance: string, damage: number, minutes: number): string =>
    `Can ever reach it: ${chance}; on the way ${short(damage)} damage and ${short(minutes)} minutes on average`,
  side: {
    title: (name: string): string => `${capital(name)}’s odds`,
    damage: 'Damage, on average',
    harm: (amount: number): string => `Damage ${short(amount)}`,
    minutes: 'Minutes, on average',
    stat: 'Decided by'
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

const short = (value: number): string => String(Number(value.toFixed(1)))
