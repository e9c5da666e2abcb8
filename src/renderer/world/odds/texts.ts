import { counted } from '../../ui/amounts'

/** Texts of the odds on the map. */
export const oddsTexts = {
  group: 'Map',
  command: 'Show odds on the map',
  label: 'Odds',
  nobody: 'Hidden',
  everybody: 'All players',
  strip: 'Odds on the map',
  counting: 'Calculating…',
  countingOn: 'Calculated the nearest journeys. The others follow…',
  standing: (name: string, place: string, stats: readonly { label: string; now: number; rested: number }[]): string =>
    [`${capital(name)} alone, from ${place}`, ...stats.map(({ label, now, rested }) => `${label} ${now} of ${rested}`)].join(', '),
  eachRole: (kind: string): string => `Each ${kind}`,
  as: (name: string): string => `As ${name}`,
  everybodyStanding: (count: number): string => `${count} players, each alone`,
  stuck: (name: string, why: string): string => `${capital(name)} can’t take a journey: ${why}.`,
  again: 'Calculate again',
  findings: 'Findings about journeys',
  findingsCount: (count: number): string => (count === 0 ? 'No findings' : counted(count, 'finding')),
  noFindings: 'The character can reach every place and gets stuck nowhere.',
  kinds: {
    sink: 'Dead end',
    'soft-lock': 'No return',
    unreachable: 'Unreachable',
    impossible: 'Impossible',
    shut: 'Closed'
  },
  show: 'Show findings',
  hide: 'Hide findings',
  impossible: '✕ impossible',
  noOdds: 'no odds',
  /** Signs that distinguish the outcomes of a journey without colours. */
  signs: { success: '✓', partial: '◐', failure: '✕' },
  sure: 'always arrives unhurt',
  minutes: (minutes: number): string => `${short(minutes)} min`,
  harm: (damage: number): string => `${short(damage)} damage`,
  here: 'here',
  ever: (percent: string): string => `ever ${percent}`,
  never: 'never',
  later: 'closed now',
  of: (some: number, all: number): string => (some === all ? 'all' : some === 0 ? 'none' : `${some} of ${all}`),
  legend: {
    label: 'Legend',
    success: 'arrives unhurt',
    partial: 'arrives hurt',
    failure: 'doesn’t arrive, in percent',
    sure: 'always unhurt',
    risk: 'can go wrong',
    never: 'impossible',
    shut: 'closed now',
    all: 'all can',
    some: 'some can',
    nobody: 'none can'
  },
  line: (name: string, words: string): string => `${name}: ${words}`,
  wayTitle: (success: string, partial: string, failure: string, damage: string, minutes: string, stat: string | undefined): string =>
    `Arrives unhurt ${success}, arrives hurt ${partial}, doesn't arrive ${failure}; damage ${damage}, ${minutes} minutes${stat === undefined ? '' : `, by ${stat}`}`,
  placeTitle: (chance: string, damage: number, minutes: number): string =>
    `Can ever reach it: ${chance}; on the way ${short(damage)} damage and ${short(minutes)} minutes on average`,
  side: {
    title: (name: string): string => `${capital(name)}’s odds`,
    arrives: 'Arrives',
    success: 'Arrives unhurt',
    partial: 'Arrives hurt',
    failure: 'Doesn’t arrive',
    damage: 'Damage, on average',
    harm: (amount: number): string => `Damage ${short(amount)}`,
    minutes: 'Minutes, on average',
    stat: 'Decided by',
    ever: 'Can ever reach',
    here: 'Is here',
    route: 'Via',
    between: (count: number): string => `${count.toLocaleString('en')} more`,
    dealing: (name: string, what: string | undefined): string =>
      what === undefined ? `With ${name}` : `With ${name}: ${what.split(':')[0] ?? what}`,
    goesWell: 'Success',
    atPrice: 'Success at a cost',
    down: 'Brings the target down',
    back: 'Damage taken, on average',
    falls: 'Goes down',
    shut: (fact: string): string => `Closed now. The odds assume that its condition “${fact}” is met.`,
    digits: (count: number): string => `a fraction of ${count} digits`
  }
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** A number to at most one decimal. */
const short = (value: number): string => String(Number(value.toFixed(1)))
