import type { FileKind } from '../../shared/story/layout'
import type { NameKind } from '../../shared/contract/language-calls'

/** A name in a file's text. Offsets include quotes. `form`: the syntax of the name at this position. */
export interface NameSpan {
  kind: NameKind
  id: string
  start: number
  end: number
  form: 'yaml' | 'code' | 'expression' | 'template' | 'arrow'
  defines: boolean
  /** In an expression: quotes must be escaped. */
  escaped?: boolean
  /** A prefix that isn't part of the name: `!` for a fact that must not hold. */
  prefix?: '!'
}

/** Positions of names in a kind of file: keys from the root with `*` for any key or index, and whether the last key itself is the name. */
export interface NamePattern {
  keys: readonly string[]
  kind: NameKind
  isKey: boolean
  defines: boolean
}

const at = (path: string, kind: NameKind): NamePattern => ({ keys: path.split('/'), kind, isKey: false, defines: false })
const keys = (path: string, kind: NameKind): NamePattern => ({ ...at(path, kind), isKey: true })
const defines = (path: string, kind: NameKind): NamePattern => ({ ...keys(path, kind), defines: true })
/** Positions of facts that become true. */
const sets = (path: string): NamePattern => ({ ...at(path, 'fact'), defines: true })
const all = (paths: readonly string[], kind: NameKind): NamePattern[] => paths.map((path) => at(path, kind))

/** A value, or each of a list or map. */
const listed = (path: string): string[] => [path, `${path}/*`]
export const WHO: readonly NameKind[] = ['character', 'faction']

const GRANTS = (under: string): NamePattern[] => [
  ...all([`${under}grants/*`, `${under}forbids/*`, `${under}ends`], 'action'),
  keys(`${under}stats/*`, 'stat')
]

/** Positions of names in YAML files and front matter. YAML effects and conditions are read by their vocabulary. */
export const NAME_PATTERNS: Readonly<Partial<Record<FileKind, readonly NamePattern[]>>> = {
  manifest: [
    ...all(['entry_actions/*', 'combat_actions/*', 'dm_actions/*', 'npc_actions/*', 'hooks/*'], 'action'),
    ...all(['odds/attack', 'odds/travel', 'odds/interact/*', 'preparation/action'], 'action'),
    ...all(['risks/*', 'odds/saves/*', 'odds/hit_points/*'], 'stat'),
    defines('stats/*', 'stat'),
    ...['floors/*', 'newcomer/stats/*', 'newcomer/max/*'].map((path) => keys(path, 'stat'))
  ],
  condition: GRANTS(''),
  equipment: [defines('*', 'item'), ...GRANTS('*/')],
  diceTable: [at('rows/*/table', 'table'), at('rows/*/condition', 'condition'), at('rows/*/item', 'item')],
  state: [
    defines('facts/*', 'fact'),
    keys('plays/*', 'event'),
    ...all(['quests/*/starts_when', 'quests/*/done_when', 'quests/*/fails_when'].flatMap(listed), 'fact'),
    defines('factions/*', 'faction'),
    defines('quests/*', 'quest'),
    defines('threads/*', 'thread'),
    defines('relationships/*', 'relationship'),
    ...all(listed('quests/*/prerequisites'), 'quest'),
    keys('quests/*/prerequisites/*', 'quest'),
    // A quest's people may be a faction, and the end of a relationship a faction or a place.
    ...WHO.flatMap((kind) => [...all(['quests/*/giver', 'quests/*/owner', 'relationships/*/from', 'relationships/*/to'], kind)]),
    at('relationships/*/to', 'place'),
    ...WHO.flatMap((kind) =>
      ['quests/*/known_to', 'factions/*/members', 'factions/*/standing'].flatMap((path) => [at(`${path}/*`, kind), keys(`${path}/*`, kind)])
    ),
    at('quests/*/known_to', 'character')
  ],
  facts: [keys('*', 'fact')],
  sheet: [
    defines('reveals/*', 'fact'),
    at('reveals/*/after/*', 'fact'),
    at('location', 'place'),
    at('inventory/*/item', 'item'),
    keys('conditions/*', 'condition'),
    keys('stats/*', 'stat'),
    keys('max/*', 'stat'),
    at('tags/roams', 'region')
  ],
  location: [
    defines('features/*', 'feature'),
    at('inventory/*/item', 'item'),
    at('features/*/item', 'item'),
    sets('features/*/fact'),
    at('features/*/after/*', 'fact')
  ],
  journeys: [defines('*', 'journey'), ...all(['*/from', '*/to', '*/from_id', '*/to_id'], 'place'), at('*/requires', 'fact')],
  map: [keys('*', 'place')],
  // A claim is a narrative, a fact, a thread or a quest.
  beliefs: [keys('*', 'event'), keys('*', 'fact'), keys('*', 'thread'), keys('*', 'quest'), at('*/from_whom', 'character')],
  storyEvent: [
    at('place', 'place'),
    ...all(['starts_when/*', 'done_when/*'], 'fact'),
    sets('outcomes/*/facts'),
    sets('outcomes/*/facts/*'),
    at('characters/*', 'character'),
    ...all(['about/characters/*', 'about/relationship/*'], 'character'),
    at('about/places/*', 'place'),
    at('contradicts/*', 'event'),
    at('outcomes/*/moves/*', 'place'),
    defines('outcomes/*/opens/*', 'thread'),
    keys('outcomes/*/closes/*', 'thread'),
    at('outcomes/*/starts/*', 'quest'),
    ...['outcomes/*/completes/*', 'outcomes/*/fails/*'].map((path) => keys(path, 'quest')),
    keys('outcomes/*/feels/*', 'relationship'),
    at('outcomes/*/reactions/*/*/by', 'character'),
    ...['outcomes/*/moves/*', 'outcomes/*/wants/*', 'outcomes/*/reactions/*'].map((path) => keys(path, 'character'))
  ],
  scene: [at('place', 'place'), at('present/*', 'character'), at('story', 'event')],
  table: [at('party/*', 'character'), keys('agents/*', 'character'), keys('direction/personas/*', 'character')]
}

/** The ends of paths to texts that are expressions over the state. */
export const EXPRESSIONS: readonly string[] = ['when', 'met']

/** The kind of a name in an expression, if a file defines it. */
export const IN_EXPRESSIONS: Readonly<Record<string, NameKind | undefined>> = {
  actor: 'character',
  place: 'place',
  feature: 'feature',
  journey: 'journey',
  stat: 'stat',
  item: 'item',
  condition: 'condition',
  fact: 'fact',
  faction: 'faction',
  quest: 'quest',
  thread: 'thread',
  relationship: 'relationship'
}
