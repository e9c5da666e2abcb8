const many = (n: number, one: string, more: string): string => (n === 1 ? `1 ${one}` : `${n.toLocaleString('en')} ${more}`)

/** Words of editing the world: the outline, the forms beside the map, what is asked above it. */
export const editTexts = {
  tab: 'Place',
  undo: 'Undo',
  redo: 'Redo',
  past: 'You are looking at the past. Go back to now to change the world, or continue from here.',
  nothingChosen: 'Nothing is chosen',
  nothingChosenHint: 'Choose a place, a journey or a region on the map or in the outline.',
  gone: 'This is not there at the moment you are looking at.',
  saving: 'Saving…',
  meanwhile: (now: string): string =>
    now === ''
      ? 'Meanwhile this was emptied. Enter keeps yours, Esc takes that.'
      : `Meanwhile this became “${now}”. Enter keeps yours, Esc takes that.`,
  newPlace: 'New place',
  home: 'Home',

  commands: {
    group: 'World',
    outline: 'Show or hide the outline',
    place: 'Place',
    happened: 'What happened here',
    addPlace: 'Add a place',
    addRegion: 'Add a region',
    connect: 'Connect the chosen places…',
    back: 'Add the way back',
    remove: 'Remove what is chosen',
    rename: 'Rename what is chosen',
    move: 'Move the chosen places to another region…',
    copy: 'Copy the chosen places',
    paste: 'Paste places',
    links: 'Notes that link to what was renamed last',
    undo: 'Undo the last edit of the world',
    redo: 'Do the undone edit again',
    import: 'Import a map…',
    export: 'Export the map…'
  },

  outline: {
    title: 'Outline',
    tree: 'Regions, places and journeys',
    search: 'Search places',
    found: (shown: number, all: number): string =>
      shown === all ? many(all, 'place', 'places') : `${shown.toLocaleString('en')} of ${many(all, 'place', 'places')}`,
    hint: 'F2 renames, Enter opens, A adds a place, C connects, M moves, Delete removes. A big letter goes to the next name that begins with it.',
    keys: 'Keys of the outline',
    empty: 'No places yet',
    emptyHint: 'Add a first region, then places in it. Every step is saved and can be undone.',
    nothing: 'No place is called that.',
    nameOf: { place: 'Name of the new place', region: 'Name of the new region', rename: 'New name' } as const,
    region: (name: string, places: string): string => `${name}, region, ${many(Number(places), 'place', 'places')}`,
    place: (name: string): string => `${name}, place`,
    journey: (to: string, note: string): string => `Journey to ${to}${note === '' ? '' : `, ${note}`}`,
    close: 'Hide the outline'
  },

  place: {
    what: 'Place',
    shows: 'What is shown',
    details: 'Details',
    happened: 'What happened here',
    name: 'Name',
    id: 'Id',
    idHint: 'Everything that refers to it is changed with it.',
    region: 'Region',
    description: 'Description',
    guide: 'Guide for the DM',
    guideHint: 'Secret: no player is ever told this.',
    senses: 'Senses',
    sensesHint: 'One a line: short clauses a narrator can weave in.',
    tags: 'Tags',
    storyTags: 'Set by the story',
    visited: 'Visited',
    explored: 'Explored',
    tagsHint: 'One a line: dark, or encounter: rats.',
    tagBad: (line: string): string => `“${line}” is no tag; write a name, or a name, a colon and a value.`,
    nameNeeded: 'This needs a name.',
    features: 'Features',
    feature: {
      name: 'Name',
      text: 'Told when it is found',
      fact: 'Fact it sets',
      item: 'Item found here',
      after: 'Only after these facts',
      hidden: 'Hidden until the place is explored',
      searched: 'Searched already'
    },
    inventory: 'Things lying here',
    item: { item: 'Equipment', count: 'How many', name: 'Called', tags: 'Tags' },
    countBad: 'A whole number from 1 on.',
    addFeature: 'Add a feature',
    addItem: 'Add a thing',
    take: (name: string): string => `Remove ${name}`,
    newItem: 'Name or equipment ID',
    newId: (id: string): string => `Its ID will be ${id}.`,
    newIdHint: 'Letters, digits, dashes and underscores.',
    spot: 'Spot on the map',
    spotHint: 'Placed by hand. Give it back, and the map lays it out again.',
    spotFree: 'Laid out by the map.',
    spotGive: 'Give back to the map',
    spotX: 'Across',
    spotY: 'Down',
    numberBad: 'A number, such as 120.',
    people: 'Who is here',
    nobody: 'Nobody is here.',
    bring: 'Bring somebody here…',
    ways: 'Journeys from here',
    waysTo: 'Journeys to here',
    noWays: 'No journey leaves from here.',
    addWay: 'Add a journey from here…'
  },
  journey: {
    what: 'Journey',
    title: (from: string, to: string): string => `${from} to ${to}`,
    from: 'From',
    to: 'To',
    direction: 'Direction',
    duration: 'Duration',
    durationHint: 'Such as 10 minutes, 1-2 hours or 3 days.',
    durationBad: 'Write a number and minutes, hours or days, such as 10 minutes or 1-2 hours.',
    difficulty: 'Difficulty',
    difficultyBad: 'A whole number from 0 to 20.',
    meaning: 'What it means for the party',
    counting: 'Counting the odds…',
    noOdds: 'no odds',
    roll: ({ label, expr, need, under }: { label: string; expr: string; need: number; under: boolean }): string =>
      // A die that has to come to less than 1 still succeeds with a 1.
      `${label} ${under ? `${Math.max(1, need)} or less` : `${need} or more`} on ${expr}`,
    success: (percent: string): string => `${percent} safe`,
    partial: (percent: string): string => `${percent} arrives hurt`,
    failure: (percent: string): string => `${percent} does not arrive`,
    sure: (never: boolean): string => (never ? 'nothing is rolled, and nobody arrives' : 'nothing is rolled, everybody arrives'),
    risks: 'Risks',
    risksHint: 'Separated by commas.',
    requires: 'Needs the fact',
    requiresHint: 'Without it the way is not seen.',
    description: 'Description',
    back: 'Add the way back'
  },
  region: {
    what: 'Region',
    name: 'Name',
    about: 'About',
    places: (n: number): string => many(n, 'place', 'places')
  },
  several: {
    title: (n: number): string => many(n, 'place', 'places'),
    others: 'Journeys and regions that are chosen too are left as they are.',
    regions: 'several regions',
    tags: 'Tags they all have'
  },

  ask: {
    placeholder: 'Search by name or id',
    noPlace: 'No place is called that.',
    noRegion: 'No region is called that.',
    nobody: 'Nobody is called that.',
    connect: (name: string): string => `A journey from ${name} to…`,
    connectMany: (n: number): string => `A journey from each of ${n} places to…`,
    from: 'The journey begins at…',
    to: 'The journey leads to…',
    move: (n: number): string => `Move ${many(n, 'place', 'places')} to…`,
    bring: (name: string): string => `Bring to ${name}…`,
    send: 'Send people and things to…',
    refused: 'Something still needs this',
    inTheWay: 'Something is in the way',
    close: 'Close',
    exportTitle: 'Export the map',
    format: 'Format',
    formats: { json: 'JSON, as the world graph’s document has it', graphml: 'GraphML, for yEd, Gephi and others' } as const,
    secrets: 'With the guides for the DM',
    secretsHint: 'Leave this off for a file that players may see.',
    download: 'Export',
    goTo: (name: string): string => `Go to ${name}`,
    links: 'Notes that keep the old name',
    linksAbout: 'What somebody at the table wrote down is theirs, so their links were left as they are.',
    linksMended: (paths: readonly string[]): string => `Links in ${paths.join(', ')} say the new name.`,
    linkCount: (n: number): string => (n === 1 ? '1 link' : `${n} links`),
    wrote: (n: number | undefined): string => (n === undefined ? 'Where it was written' : `Written in beat ${n}`)
  },

  links: (mended: number, left: number): string =>
    [
      mended > 0 ? `Links in ${many(mended, 'file', 'files')} follow the new name.` : '',
      left > 0 ? `${left === 1 ? '1 note still links' : `${left} notes still link`} to the old one.` : ''
    ]
      .filter(Boolean)
      .join(' '),
  showLinks: 'Show',
  copied: (n: number): string => `Copied ${many(n, 'place', 'places')}, with the journeys between them.`,
  copyFailed: 'The clipboard could not be written. Press the keys for copying instead.',
  pasteFailed: 'The clipboard could not be read. Press the keys for pasting instead.',
  nothingToPaste: 'What was copied is no piece of a map. Copy places here or in another campaign first.',
  connectedAlready: 'The chosen places are connected like that already.',
  wayBackThere: 'There is a way back already.',
  importTooLarge: 'This file is larger than 20 MB; import it in parts.',
  exported: (name: string): string => `Saved as ${name}.`,

  happened: {
    label: (name: string): string => `What happened at ${name}`,
    none: 'Nothing has happened here yet',
    noneHint: 'Beats of everybody who was here are listed, as far as the moment you are looking at.',
    reading: 'Looking through the history…',
    looked: (n: number): string => `Looked through ${many(n, 'beat', 'beats')} so far…`,
    again: 'Try again'
  }
} as const
