import type { Belief } from '../../shared/story/beliefs'
import { counted } from '../ui/amounts'

/** Texts of the notes. */
export const notesTexts = {
  view: 'Notes',
  title: 'Notes',
  tree: {
    title: 'List of notes',
    label: 'Notes',
    search: 'Title, path or #tag',
    by: 'Group notes by',
    groups: { folders: 'By folder', tags: 'By tag' } as const,
    as: 'Filter by reader',
    designer: 'All notes',
    untagged: 'No tags',
    group: (label: string, count: number): string => `${label}, ${counted(count, 'note')}`,
    none: 'No note matches.',
    empty: 'There are no notes yet',
    emptyHint: 'Notes are the Markdown files in world/ and player-notes/. The table writes them as it plays; you write yours in the Workshop.',
    emptyFor: 'This seat has no notes yet',
    emptyForHint: 'It may read the notes that it writes itself.',
    workshop: 'Open the Workshop',
    waits: 'Reading the notes…',
    failed: 'Couldn’t read the notes',
    count: (shown: number, all: number): string => (shown === all ? counted(all, 'note') : `${shown.toLocaleString('en')} of ${counted(all, 'note')}`)
  },
  reader: {
    none: 'No note is open',
    noneHint: 'Choose a note in the list, or find one by name.',
    find: 'Find a note…',
    waits: 'Reading the note…',
    failed: 'Couldn’t read this note',
    gone: 'This note doesn’t exist',
    goneHint: (path: string): string => `${path} was removed or renamed, or did not exist at this beat.`,
    goneFor: (path: string): string => `This seat may not read ${path}.`,
    now: (title: string): string => `Open ${title}`,
    empty: 'This note has no text yet.',
    more: 'Show the rest of the note',
    changed: 'This file was changed outside the app. You are reading the version in the story.',
    removed: 'This file was removed or renamed outside the app. You are reading the version in the story.',
    tags: 'Tags',
    tag: (tag: string): string => `Show notes with the tag ${tag}`,
    text: (title: string): string => `Text of ${title}`
  },
  links: {
    tab: 'Links',
    none: 'Open a note to see its links.',
    out: (n: number): string => `Links (${n.toLocaleString('en')})`,
    back: (n: number): string => `Backlinks (${n.toLocaleString('en')})`,
    noOut: 'This note has no links. Write [[name]] to link to another one.',
    noBack: 'No other note links here.',
    kinds: { actor: 'sheet', place: 'place', region: 'region' } as const,
    missing: 'no note'
  },
  about: {
    tab: 'About',
    none: 'Open a note to see who knows it.',
    path: 'File',
    created: 'Written',
    modified: 'Changed',
    known: 'Who knows it',
    you: 'You, the designer',
    reads: 'may read it',
    beliefs: 'Beliefs about it',
    noBeliefs: 'No character has a belief about it.',
    belief: beliefWords,
    beats: 'Beats that wrote it',
    waits: 'Reading the history…',
    noBeats: 'No beat up to here has written this file.',
    made: 'created',
    removed: 'removed',
    more: 'Show earlier beats'
  },
  missing: {
    tab: 'Missing',
    count: (n: number): string => counted(n, 'name'),
    none: 'Every link leads somewhere',
    noneHint: 'When a link uses a name that no note has, it is listed here.',
    create: 'Create note',
    createNamed: (target: string): string => `Create note “${target}”`,
    created: (path: string): string => `Created ${path}.`,
    of: (player: string): string => `in the notes of ${player}`,
    from: (n: number): string => `linked from ${counted(n, 'note')}`
  },
  graph: {
    label: 'Graph of links between notes. The Links tab lists the same links.',
    reach: 'Notes in the graph',
    reaches: { 1: 'Linked directly', 2: 'Two links away', all: 'All notes' } as const,
    left: (n: number): string => `${counted(n, 'note')} more not drawn`,
    cut: 'Some links are not drawn',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole graph',
    overview: 'Overview of the graph',
    choose: 'Open a note to see its links, or show all notes.'
  },
  commands: {
    group: 'Notes',
    list: 'Go to the list of notes',
    text: 'Go to the text of the note',
    find: 'Find a note by name…',
    back: 'Back to the previous note',
    forward: 'Forward to the next note',
    edit: 'Edit note in the Workshop',
    graph: 'Show or hide the graph of links'
  }
} as const

const percent = (share: number): string => `${Math.round(share * 100)}%`

/** A belief in words: “believes it (80%), told by Jory”. */
function beliefWords({ heard, believes, doubts, denies, source, from_whom: teller }: Belief): string {
  const parts = [
    believes === undefined ? undefined : `believes it (${percent(believes)})`,
    doubts === undefined ? undefined : `doubts it (${percent(doubts)})`,
    denies === undefined ? undefined : `denies it (${percent(denies)})`,
    believes === undefined && doubts === undefined && denies === undefined && heard !== undefined ? `has heard of it (${percent(heard)})` : undefined
  ].filter((part) => part !== undefined)
  const origin = teller === undefined ? source : `${source ?? 'told'} by ${teller}`
  return [parts.join(', ') || 'knows of it', ...(origin === undefined ? [] : [origin])].join('; ')
}
