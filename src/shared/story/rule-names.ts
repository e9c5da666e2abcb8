import type { NameKind } from '../contract/language-calls'

/** The kinds of things that the files of a game define. */
export type GameNameKind = Extract<NameKind, 'action' | 'condition' | 'item' | 'table' | 'stat'>
/** The kinds of names in a rule's texts: a definition of the game, or something of the story. */
export type RuleNameKind = GameNameKind | Extract<NameKind, 'fact' | 'quest' | 'thread'>

/** Methods and functions of 'proscenium' that take a name: its index, the fewest arguments of such a call (with fewer it differs), the kind. */
export const NAMED_ARGUMENTS: Readonly<Record<string, [argument: number, least: number, RuleNameKind]>> = {
  addCondition: [1, 2, 'condition'],
  removeCondition: [1, 2, 'condition'],
  hasCondition: [1, 2, 'condition'],
  afflict: [1, 2, 'condition'],
  relieve: [1, 2, 'condition'],
  has: [1, 2, 'condition'],
  stat: [1, 2, 'stat'],
  base: [1, 2, 'stat'],
  setStat: [1, 3, 'stat'],
  save: [2, 3, 'stat'],
  damage: [2, 4, 'stat'],
  lose: [2, 4, 'stat'],
  statOf: [1, 3, 'stat'],
  rollTable: [0, 1, 'table'],
  table: [0, 1, 'table'],
  startQuest: [0, 1, 'quest'],
  completeQuest: [0, 1, 'quest'],
  failQuest: [0, 1, 'quest'],
  completeObjective: [0, 2, 'quest'],
  openThread: [0, 2, 'thread'],
  payOff: [0, 1, 'thread']
}

/** Maps that are indexed by names: `actor.conditions['wet']`. */
export const NAMED_KEYS: Readonly<Record<string, RuleNameKind>> = {
  conditions: 'condition',
  tables: 'table',
  equipment: 'item',
  stats: 'stat',
  facts: 'fact',
  quests: 'quest',
  threads: 'thread'
}

/** Fields of objects whose value is a name: `{ action: 'rest' }`. */
export const NAMED_FIELDS: Readonly<Record<string, RuleNameKind>> = { action: 'action', item: 'item' }

/** The noun for each kind in sentences. */
export const KIND_NOUNS: Readonly<Record<NameKind, string>> = {
  action: 'action',
  condition: 'condition',
  item: 'item',
  table: 'table',
  stat: 'stat',
  place: 'place',
  feature: 'feature',
  region: 'region',
  journey: 'journey',
  character: 'character',
  faction: 'faction',
  quest: 'quest',
  thread: 'thread',
  relationship: 'relationship',
  event: 'story event',
  note: 'note',
  fact: 'fact'
}
