import type { ActionKind } from './guide'

/** The kinds of actions that a persona can favour: players' actions, and `speak`, `whisper` and `note`, with their effect offline. */
export const DRAWS = {
  move: 'going somewhere else',
  explore: 'looking round a place',
  search: 'searching one thing',
  take: 'taking something',
  talk: 'talking with somebody',
  help: 'helping somebody',
  give: 'giving something away',
  drop: 'putting something down',
  attack: 'hurting somebody',
  hold: 'holding somebody back',
  break_free: 'getting loose',
  flee: 'getting away',
  protect: 'shielding somebody',
  heal: 'tending wounds and using what mends',
  recover: 'ending what troubles them',
  rest: 'resting',
  light: 'making light',
  use: 'using things up',
  cast: 'using things that stay, such as spells',
  other: 'everything else',
  speak: 'speaking up before acting',
  whisper: 'whispering to the DM',
  note: 'writing notes'
} as const satisfies Partial<Record<ActionKind | 'speak' | 'whisper' | 'note', string>>
export type Draw = keyof typeof DRAWS
