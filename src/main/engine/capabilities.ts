/** Everything that can be read or written, as one list. Every tool, view and prompt uses this table. */
export type Space =
  | 'world' // world/: topics, rulings, people, places
  | 'secrets' // gm_guide, truth, narrator notes, story events
  | 'own-sheet' // the reader's own ABOUT and STATS
  | 'others-sheets' // everybody else's sheets
  | 'own-timeline'
  | 'known-quests' // quests that the reader knows of
  | 'own-standing' // the reader's attitudes and factions, and the attitudes of others towards both
  | 'own-notes' // player-notes/<self>/
  | 'others-notes'
  | 'own-memory' // what the reader saw or heard in any scene; the DM, all logs
  | 'visited-places' // the description of places where the party has been
  | 'active-log'
  | 'other-logs'
  | 'summaries' // the DM's own summaries
  | 'recaps' // the versions of the summaries that players may read
  | 'own-plan' // a seat's own plan
  | 'tone' // tone, dm-style, own-persona: direction files for everybody, for the DM, and for the player
  | 'dm-style'
  | 'own-persona'
  | 'own-talk' // private conversation: DM with each player, a player with the DM
  | 'others-talk'

/** `search`: `recall` searches the space. */
export type AccessRight = 'read' | 'write' | 'append' | 'search'
type Seat = 'dm' | 'player'
type Role = Seat | 'designer'

const TABLE: Record<Role, Partial<Record<Space, readonly AccessRight[]>>> = {
  dm: {
    world: ['read', 'write', 'search'],
    secrets: ['read', 'write'],
    'others-sheets': ['read'],
    'own-memory': ['read', 'search'],
    'active-log': ['read', 'append'],
    summaries: ['read', 'write', 'search'],
    recaps: ['read', 'write', 'search'],
    'own-plan': ['read', 'write'],
    tone: ['read'],
    'dm-style': ['read'],
    'own-talk': ['read', 'append']
  },
  player: {
    'own-sheet': ['read'],
    'own-timeline': ['read', 'append'],
    'known-quests': ['read'],
    'own-standing': ['read'],
    'own-notes': ['read', 'write', 'search'],
    'own-memory': ['read', 'search'],
    'visited-places': ['search'],
    'active-log': ['read', 'append'],
    recaps: ['read', 'search'],
    'own-plan': ['read', 'write'],
    tone: ['read'],
    'own-persona': ['read'],
    'own-talk': ['read', 'append']
  },
  // The person at the desk, who has no seat: no agent ever has this role.
  designer: { world: ['read', 'write'], secrets: ['read', 'write'], 'others-sheets': ['read', 'write'], 'others-notes': ['read', 'write'] }
}

/** Returns whether `role` has the right `right` in `space`. */
export function may(role: Role, right: AccessRight, space: Space): boolean {
  return TABLE[role][space]?.includes(right) ?? false
}

/** Returns the role of an agent by name: the DM, or a player. */
export const roleOf = (who: string): Seat => (who === 'DM' ? 'dm' : 'player')
