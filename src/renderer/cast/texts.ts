/** The texts of the cast. */
export const castTexts = {
  title: 'Cast',
  group: 'Cast',
  person: 'New person',
  player: 'New player',
  nameOf: { npc: 'Name of the new person', player: 'Name of the new player' },
  sameName: (name: string): string => `${name} is in the cast already. Another name tells the two apart in the log and in links.`,
  kinds: { player: 'Player', npc: 'NPC' },
  looks: { cards: 'Cards', table: 'Table' },
  columns: { name: 'Name', kind: 'Kind', place: 'Place', stats: 'Stats', conditions: 'Conditions', attitude: 'Attitude', want: 'Wants' },
  menu: { open: 'Edit', rename: 'Rename', id: 'Change the ID…', copy: 'Duplicate', remove: 'Remove', sheet: 'Show sheet' },
  about: 'Description',
  aboutHint: 'The text below the heading of ABOUT.md.',
  onlyDm: 'Secret: only the DM reads this.',
  onlyOwn: 'Only this seat and the DM read this.',
  fields: {
    name: 'Name',
    public: 'What anybody sees',
    location: 'Where they are',
    max: 'Maxima',
    says: 'What they say when',
    tags: 'Tags',
    type: 'Importance',
    reveals: 'What they can reveal',
    needs: 'From this attitude on',
    after: 'Only after these facts',
    met: 'Met when',
    when: 'Only when',
    by: 'Only after a step by',
    from_whom: 'From whom'
  },
  ties: 'Ties',
  addTie: 'Add a tie',
  tie: { to: 'To whom', type: 'Kind', value: 'How warm', text: 'In words' },
  portrait: {
    title: 'Portrait',
    choose: 'Choose a portrait…',
    replace: 'Replace the portrait…',
    remove: 'Remove the portrait',
    hint: 'PNG, JPEG or WebP, from a file, dropped or pasted here.'
  },
  seat: {
    title: 'Seat',
    order: (n: number, of: number): string => `Seat ${n} of ${of}`,
    earlier: 'Sit one seat earlier',
    later: 'Sit one seat later',
    agent: (name: string): string => `Played by ${name}`,
    change: 'Change in the settings…',
    persona: 'Persona',
    none: 'None'
  }
} as const
