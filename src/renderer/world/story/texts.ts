/** The texts of the story panel. */
export const storyTexts = {
  tab: 'Story',
  lists: { quest: 'Quests', faction: 'Factions', relationship: 'Relationships', thread: 'Threads', belief: 'Beliefs', narrative: 'Narratives' },
  adds: {
    quest: 'Add a quest',
    faction: 'Add a faction',
    relationship: 'Add a relationship',
    thread: 'Add a thread',
    belief: 'Add a belief',
    narrative: 'Add a narrative'
  },
  named: {
    quest: 'Name of the quest',
    faction: 'Name of the faction',
    relationship: 'Who feels it',
    thread: 'What is open',
    belief: 'Fact or narrative',
    narrative: 'Name of the narrative'
  },
  empty: {
    quest: 'There are no quests yet. The DM reads them, and players read those they know of.',
    faction: 'There are no factions yet. A faction has members, goals, and an opinion of characters and other factions.',
    relationship: 'There are no relationships yet. A relationship says how one character feels about another, from −100 to 100.',
    thread: 'There are no threads yet. A thread is something promised, owed or unexplained, and how it is meant to be paid off.',
    belief: 'Nothing is written down about what they believe.',
    narrative: 'There are no narratives yet. A narrative is told and believed: a rumor, a memory, a lie.'
  },
  copyBelief: 'Copy to another character…',
  noOther: 'There are no other characters yet. Type a name to create one.',
  ends: ['Who feels it', 'About whom'],
  everybody: 'Every player',
  nobody: 'There are no characters yet. Type a name to create one.',
  addMember: 'Add a member',
  addStanding: 'Add an opinion of a character',
  addPerson: 'Add a character who knows of it',
  takeOut: (name: string): string => `Remove ${name}`,
  unset: 'Not set',
  name: 'Name',
  description: 'Description',
  outcome: 'How it ended',
  type: 'Type',
  source: 'Where it comes from'
}
