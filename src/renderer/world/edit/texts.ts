import { needOf, needWords } from '../../../shared/words/need-words'
import { counted } from '../../ui/amounts'

/** Texts of editing the world: the outline, the forms beside the map and its dialogs. */
export const editTexts = {
  nothingChosen: 'Nothing selected',
  saving: 'Saving…',
  meanwhile: (now: string): string =>
    now === ''
      ? 'Another edit emptied this field. Enter keeps your draft, Esc empties the field.'
      : `Another edit changed this to “${now}”. Enter keeps your draft, Esc takes the other text.`,
  newPlace: 'New place',
  home: 'Home',

  commands: { group: 'World' },

  outline: { nameOf: { place: 'Name of the new place', region: 'Name of the new region', rename: 'New name' } as const },

  place: {
    what: 'Place',
    shows: 'What is shown',
    details: 'Details',
    happened: 'What happened here',
    name: 'Name',
    id: 'ID',
    idHint: 'Proscenium updates every reference to this ID.',
    region: 'Region',
    description: 'Description',
    guide: 'Guide for the DM',
    guideHint: 'Secret: only the DM reads this.',
    senses: 'Senses',
    sensesHint: 'One per line: short clauses for the narrator.',
    tags: 'Tags',
    storyTags: 'Set by the story',
    visited: 'Visited',
    explored: 'Explored',
    tagsHint: 'One per line, such as dark or encounter: rats.',
    tagBad: (line: string): string => `“${line}” isn’t a tag. Write a name, or a name, a colon and a value.`,
    nameNeeded: 'Enter a name.',
    features: 'Features',
    feature: {
      name: 'Name',
      text: 'Text when found',
      fact: 'Sets fact',
      item: 'Contains item',
      after: 'Requires facts',
      hidden: 'Hidden until the place is explored',
      searched: 'Already searched'
    },
    inventory: 'Items here',
    item: { item: 'Equipment', count: 'Count', name: 'Name', tags: 'Tags' },
    countBad: 'Enter a whole number, at least 1.',
    addFeature: 'Add a feature',
    addItem: 'Add an item',
    take: (name: string): string => `Remove ${name}`,
    newItem: 'Name or equipment ID',
    newId: (id: string): string => `Its ID will be ${id}.`,
    newIdHint: 'Letters, digits, dashes and underscores.',
    spot: 'Position',
    spotHint: 'You set this position. Auto-place lets the map choose one.',
    spotFree: 'The map chose this position.',
    spotGive: 'Auto-place',
    spotX: 'X',
    spotY: 'Y',
    numberBad: 'Enter a number, such as 120.',
    people: 'Characters here',
    nobody: 'No characters are here.',
    bring: 'Move a character here…',
    journeys: 'Journeys from here',
    journeysTo: 'Journeys to here',
    noJourneys: 'No journey leaves from here.',
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
    difficultyBad: 'Enter a whole number from 0 to 20.',
    meaning: 'What it means for the party',
    counting: 'Calculating the odds…',
    noOdds: 'no odds',
    roll: ({ label, ...roll }: { label: string; expr: string; need: number; under: boolean }): string => {
      const need = needOf(roll)
      if (typeof need === 'string') return `${label} ${needWords(need)}`
      const dice = roll.expr.startsWith('d') ? `a ${roll.expr}` : roll.expr
      return `${label}, ${need === undefined ? dice : `${needWords(need)} on ${dice}`}`
    },
    success: (percent: string): string => `${percent.replace('%', ' %')} arrive unhurt`,
    partial: (percent: string): string => `${percent.replace('%', ' %')} hurt`,
    failure: (percent: string): string => `${percent.replace('%', ' %')} don’t arrive`,
    sure: (never: boolean): string => (never ? 'never arrives, without a roll' : 'always arrives, without a roll'),
    risks: 'Risks',
    risksHint: 'Separated by commas.',
    requires: 'Requires fact',
    requiresHint: 'Hidden until it is true.',
    description: 'Description',
    back: 'Add the return journey'
  },
  region: { what: 'Region', name: 'Name', about: 'About', places: (n: number): string => counted(n, 'place') },

  ask: {
    placeholder: 'Search by name or ID',
    noPlace: 'No place matches.',
    noRegion: 'No region matches.',
    nobody: 'No character matches.',
    connect: (name: string): string => `Add a journey from ${name} to…`,
    connectMany: (n: number): string => `Add a journey from each of ${n} places to…`,
    from: 'Set the start of the journey',
    to: 'Set the end of the journey',
    move: (n: number): string => `Move ${counted(n, 'place')} to…`,
    bring: (name: string): string => `Move a character to ${name}…`,
    send: 'Move characters and items to…',
    refused: 'Still in use',
    inTheWay: 'Edit blocked',
    close: 'Close',
    exportTitle: 'Export map',
    format: 'Format',
    formats: { json: 'JSON, the world graph format', graphml: 'GraphML, for yEd, Gephi and others' } as const,
    secrets: 'Include guides for the DM',
    secretsHint: 'Leave this off for a file that players may see.',
    download: 'Export',
    goTo: (name: string): string => `Go to ${name}`,
    links: 'Notes with the old name',
    linksAbout: 'Notes belong to the agents that wrote them, so the rename left their links as they were.',
    linksMended: (paths: readonly string[]): string => `Updated the links in ${paths.join(', ')}.`,
    linkCount: (n: number): string => (n === 1 ? '1 link' : `${n} links`),
    wrote: (n: number | undefined): string => (n === undefined ? 'Go to the beat that wrote it' : `Go to beat ${n}, which wrote it`)
  }
} as const
