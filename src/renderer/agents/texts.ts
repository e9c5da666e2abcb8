import { counted } from '../ui/amounts'

/** A character’s sheet and available actions. */
export const sheetTexts = {
  next: 'Show sheet of next character',
  title: 'Sheet',
  none: 'No character selected',
  noneHint: 'Select a character on the map, in the log or on the place’s card.',
  stats: 'Stats',
  conditions: 'Conditions',
  noConditions: 'None',
  carries: 'Carries',
  carriesNothing: 'Nothing',
  tags: 'Tags',
  standing: 'Ties and factions',
  quests: 'Quests',
  beliefs: 'Beliefs',
  at: 'At',
  about: 'About',
  wants: 'Wants',
  fears: 'Fears',
  voice: 'Voice',
  attitude: 'Attitude',
  player: 'Player',
  npc: 'NPC',
  canDo: 'Available actions',
  cannotDo: (n: number): string => `Unavailable actions (${n})`,
  canDoNothing: 'None',
  asking: 'Checking the rules…',
  notTheirTurn: (whose: string, who: string): string => `It’s ${whose}’s turn. On ${who}’s turn:`,
  optional: (name: string): string => `${name}, optional`,
  freeText: 'any text'
} as const

/** A character’s odds. */
export const chanceTexts = {
  title: 'Odds',
  counting: 'Calculating…',
  none: 'This character has no odds to show.',
  saves: 'Saves',
  value: 'Now',
  chance: 'Chance',
  attacks: 'Attacks',
  meanDamage: 'Mean damage',
  down: 'Brings down',
  ways: 'Journeys from here, alone',
  waysElsewhere: 'Journeys elsewhere, alone',
  elsewhere: (n: number): string => `Journeys elsewhere (${n})`,
  success: 'Arrives unhurt',
  partial: 'Arrives hurt',
  failure: 'Doesn’t arrive',
  impossible: 'Impossible',
  by: (stat: string): string => `by ${stat}`,
  once: (fact: string): string => `once ${fact}`,
  noChances: 'No attacks or journeys',
  noAttack: 'No attacks',
  noJourney: 'No journeys'
} as const

/** The panel of a beat. */
export const beatTexts = {
  title: 'Beat',
  none: 'No beat yet',
  noneHint: 'The table’s first action creates the first beat.',
  calls: 'Tool calls',
  noCalls: 'This beat has no recorded tool calls.',
  inspect: 'Inspect turn',
  more: (length: number): string => `Show all ${length.toLocaleString('en')} characters`,
  less: 'Show less',
  changes: 'Changes',
  noChanges: 'This beat changed no character, place or fact.',
  noFiles: 'This commit changed no file.',
  rolls: 'Rolls',
  files: 'Files',
  cites: 'Rulings cited',
  input: 'Input',
  result: 'Result',
  refused: 'Refused',
  params: 'Parameters',
  by: 'By',
  agent: 'Agent',
  commit: 'Commit',
  made: 'Time',
  ms: (ms: number): string => `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`,
  counted: (n: number): string => `Table counters (${n})`
} as const

/** The panel of problems and the check. */
export const problemTexts = {
  title: 'Problems',
  unchecked: 'Not checked yet',
  uncheckedHint:
    'Check the campaign to find errors in its rules and files, and facts and places that play never reaches. Errors during play also appear here.',
  checkingNow: 'Checking…',
  checkingHint: 'Proscenium plays the game many times over. Play can go on meanwhile.',
  check: 'Check campaign',
  checking: 'Checking…',
  groups: {
    errors: 'Errors',
    unreached: 'Never reached, or no way back',
    intentions: 'Possibly intentional',
    stock: 'Bundled rules, unchanged'
  },
  contradictions: 'Contradictions',
  judge: (model: string): string => `Judge narrations with ${model}…`,
  judgePricing: 'Estimating the cost…',
  judgeSend: 'Send the requests',
  judgeCancel: 'Cancel',
  judgeStop: 'Stop',
  judging: (done: number, of: number): string => `Judged ${done.toLocaleString('en')} of ${counted(of, 'beat')}…`,
  judgeStopped: 'Stopped. Proscenium kept the judgments made so far.',
  toldInBeat: (n: number): string => `Narrated in beat ${n}`,
  recorded: (n: number): string => `Recorded in beat ${n}`,
  group: (title: string, count: number): string => `${title} (${count.toLocaleString('en')})`,
  checked: ({ findings, states }: { findings: readonly unknown[]; states: number }): string =>
    `${findings.length === 0 ? 'No findings' : counted(findings.length, 'finding')}. ${states === 0 ? 'The game does not load, so the check played no calls.' : `The check visited ${counted(states, 'state')}.`}`
} as const

/** The usage of models. */
export const spendTexts = {
  tokens: (n: number): string => (n < 10_000 ? `${n.toLocaleString('en')} tokens` : `${Math.round(n / 1000).toLocaleString('en')}k tokens`),
  of: (cost: string, cap: string): string => `${cost} of ${cap}`,
  words: (tokens: string, money: string | undefined): string =>
    `Models used ${tokens} tokens for this campaign${money === undefined ? '; Proscenium doesn’t know their price' : `: ${money}`}`
} as const

/** The dots of the seats. */
export const seatTexts = {
  turn: (name: string): string => `${name}’s turn`,
  agentLine: (name: string, agent: string): string => `${name} · ${agent}`
} as const
