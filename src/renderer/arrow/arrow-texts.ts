import type { NodeType } from '../../arrow'
import { counted } from '../ui/amounts'

/** Texts of the scene editor. */
export const arrowTexts = {
  view: 'Scenes',
  title: 'Arrow scenes',
  loading: 'Reading the documents…',
  opening: 'Opening the document…',
  unknownType: 'Unknown type',
  types: {
    content: 'Content',
    dialog: 'Dialog',
    monolog: 'Monolog',
    interaction: 'Interaction',
    user_input: 'User input',
    condition: 'Condition',
    variable_update: 'Variable update',
    generator: 'Generator',
    randomizer: 'Randomizer',
    sequencer: 'Sequencer',
    hub: 'Hub',
    jump: 'Jump',
    macro_use: 'Macro use',
    marker: 'Marker',
    entry: 'Entry',
    frame: 'Frame',
    tag_edit: 'Tag edit',
    tag_match: 'Tag match',
    tag_pass: 'Tag pass'
  } satisfies Record<NodeType, string>,
  about: {
    content: 'Narration or a description',
    dialog: 'Lines of one character, chosen by the player or at random',
    monolog: 'One character speaks',
    interaction: 'The player chooses an action',
    user_input: 'The player gives a variable its value',
    condition: 'Branches on a variable',
    variable_update: 'Changes a variable',
    generator: 'A random value for a variable',
    randomizer: 'Takes one of several branches at random',
    sequencer: 'Takes its branches one after another',
    hub: 'Joins several branches',
    jump: 'Continues at another node',
    macro_use: 'Plays a macro, then continues',
    marker: 'A label for the game',
    entry: 'Where a scene or a jump begins',
    frame: 'Surrounds nodes that belong together',
    tag_edit: 'Changes a character’s tags',
    tag_match: 'Branches on the value of a character’s tag',
    tag_pass: 'Branches on whether a character has tags'
  } satisfies Record<NodeType, string>,

  card: {
    blank: 'blank',
    next: 'next',
    true: 'true',
    false: 'false',
    step: (n: number): string => `then ${n}`,
    chance: (n: number): string => `or ${n}`,
    insert: 'Insert a node here…',
    notes: 'Has notes',
    times: (n: number): string => `${n}×`,
    visits: (n: number): string => (n === 1 ? 'Played once at the table' : `Played ${n} times at the table`),
    empty: { content: 'No text yet', monolog: 'No text yet', line: 'empty line', unknown: 'Unchanged in the file' },
    flags: { auto: 'auto', clear: 'clears', random: 'random', skip: 'skipped', entry: 'entry', start: 'start' }
  },

  list: {
    sceneOfIt: 'Scene of this story event',
    menu: { open: 'Open', rename: 'Rename', copy: 'Duplicate', remove: 'Remove' },
    unsavedFirst: 'This document has unsaved changes. Open it, and save or discard them first.',
    renamed: (from: string, to: string): string => `Renamed the scene document ${from} to ${to}`,
    copied: (from: string, to: string): string => `Added the scene document ${to} as a copy of ${from}`,
    removed: (title: string): string => `Removed the scene document ${title}`,
    search: 'Search documents',
    newDocument: 'New document',
    events: 'Story events without a scene',
    write: 'Write its scene',
    failed: 'Couldn’t read the documents',
    empty: 'No scenes yet',
    emptyHint:
      'A scene is a branching conversation or narration in the format of Arrow. Start with an empty document, or write the scene of a story event.',
    nothing: 'No document matches.',
    bytes: (n: number): string => (n < 1024 ? counted(n, 'byte') : n < 1 << 20 ? `${Math.round(n / 1024)} KB` : `${(n / (1 << 20)).toFixed(1)} MB`),
    unsaved: 'Unsaved changes',
    untitled: 'Untitled scene',
    name: 'Title of the new document',
    create: 'Create document'
  },

  head: {
    back: 'All documents',
    scenes: 'Scenes and macros',
    newScene: 'New scene',
    newMacro: 'New macro',
    macro: 'macro',
    nodes: (n: number): string => counted(n, 'node')
  },

  save: {
    message: 'What changed',
    restored: 'Your unsaved changes are back.',
    aside: (folder: string): string => `A copy of the version that was changed outside is in ${folder}.`
  },

  attach: {
    title: 'Attach to a story event',
    placeholder: 'Story event without a scene',
    newEvent: 'New story event…',
    newTitle: 'New story event',
    name: 'Title',
    place: 'Place',
    placeHint: 'The DM can play the scene when the party is there.',
    noPlace: 'There is no place yet. Add one on the map first.',
    aim: 'Aim',
    aimHint: 'What the party wants in this event, in one sentence for the DM.',
    create: 'Create story event',
    event: (title: string): string => `The scene of the story event “${title}”`,
    unknown: 'Who speaks',
    nobody: (name: string): string => `No character of this campaign matches “${name}”, so the table can’t play this scene. Who is it?`,
    several: (name: string): string => `“${name}” could be several characters, so the table can’t play this scene. Who is it?`,
    more: (n: number): string => (n === 1 ? 'One more name after this.' : `${n} more names after this.`),
    choose: 'Choose a character',
    save: 'Save'
  },

  table: {
    fault: 'The table couldn’t play this document.',
    stopped: (title: string): string => `Interrupted “${title}”. The DM can resume it.`
  },

  changed: {
    title: 'This document was changed outside',
    hint: 'The file on disk has changed since you opened it, and you have unsaved changes.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    merge: 'Merge both',
    merged: (n: number): string =>
      n === 0 ? 'Merged both versions.' : `Merged both versions. Both had changed the same text in ${counted(n, 'place')}; yours was kept.`,
    removed: 'The file of this document was deleted. Saving creates it again.'
  },

  broken: {
    title: 'This document can’t be opened',
    repair: 'Repair',
    repairs: 'What the repair changes',
    none: 'Proscenium can’t repair it. Correct the file in a text editor, or restore an earlier version.',
    repaired: (title: string): string => `Repaired the scene document ${title}`
  },

  canvas: {
    label: (scene: string): string => `Graph of ${scene}`,
    hidden: (n: number): string => counted(n, 'label'),
    overview: 'Overview of the scene',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole scene',
    empty: 'This scene is empty',
    emptyHint: 'Add a node, or double-click the canvas.',
    spread: 'The nodes are shown further apart than in the file, so that none covers another.',
    covering: (n: number): string => (n === 1 ? 'One node covers another.' : `${n} nodes cover others.`),
    arrange: 'Arrange',
    arranging: 'Arranging the nodes…',
    editedMeanwhile: 'You edited the document meanwhile, so its nodes stayed where they were. Arrange them again.',
    missing: 'This scene does not exist at the beat you are looking at.'
  },

  outline: {
    title: 'Outline',
    tree: 'Nodes and where they lead',
    search: 'Search nodes',
    empty: 'No node matches.',
    close: 'Hide the outline',
    keys: 'Outline keys',
    hint: 'Enter opens, A adds a node after this one, I inserts on a connection, C connects, D duplicates, K skips, M moves to another scene, F2 renames, Delete removes.',
    leadsTo: (slot: string, to: string): string => `${slot} → ${to}`,
    open: (slot: string): string => `${slot} → nothing yet`,
    spoken: (type: string, label: string): string => `${type}: ${label}`,
    skipped: 'skipped',
    nodes: (n: number, all: number): string => (n === all ? counted(all, 'node') : `${n} of ${counted(all, 'node')}`)
  },

  add: {
    title: 'Add a node',
    after: (name: string): string => `after ${name}`,
    between: 'between two nodes',
    placeholder: 'Type of the new node',
    none: 'No type matches.'
  },

  choose: {
    connect: 'Connect to',
    output: 'Connect which output?',
    jump: 'Jump to',
    scene: 'Move to scene',
    macro: 'Use macro',
    node: 'Name or text of a node',
    sceneName: 'Name of a scene',
    none: 'No node matches.',
    noScene: 'No scene matches.',
    character: 'Character',
    characterName: 'Name of a character',
    variable: 'Variable',
    variableName: 'Name of a variable',
    nothing: 'Nothing matches. Type a name to create one.'
  },

  find: {
    title: 'Search this document',
    placeholder: 'Text, name or ID; /…/ is a pattern',
    thisScene: 'This scene',
    none: 'Nothing matches.',
    badPattern: (pattern: string): string => `${pattern} isn’t a valid regular expression. Correct it, or search without the slashes.`,
    slow: 'This pattern takes too long. Search for a simpler one.',
    hits: (n: number, all: number): string => (n === all ? counted(all, 'node') : `${n} of ${counted(all, 'node')}; type more to narrow the list`),
    start: 'Type to search the texts, names and IDs of all nodes.'
  },

  play: {
    tab: 'Playtest',
    start: 'Play the document',
    fromScene: 'Play this scene',
    back: 'Step back',
    seed: 'Seed',
    go: 'Continue',
    skip: 'Skip',
    answer: 'Answer',
    say: 'Answer with this',
    over: 'The scene is over.',
    idleHint: 'You make the choices, and the graph highlights the node that is playing.',
    variables: 'Variables',
    tags: 'Tags',
    watch: 'Show changed values only',
    none: 'None',
    show: (name: string): string => `Show ${name} on the graph`,
    page: 'Text played so far'
  },

  commands: {
    group: 'Scenes',
    undo: 'Undo last change to the document',
    redo: 'Redo change to the document',
    save: 'Save the document',
    add: 'Add a node…',
    connect: 'Connect the selected node…',
    insert: 'Insert a node in the connection…',
    remove: 'Remove selection',
    duplicate: 'Duplicate selected nodes',
    copy: 'Copy selected nodes',
    cut: 'Cut selected nodes',
    paste: 'Paste nodes',
    pasteNew: 'Paste nodes as new ones',
    skip: 'Skip or play selected nodes',
    move: 'Move selected nodes to another scene…',
    rename: 'Rename the selected node',
    details: 'Show details of the selected node',
    find: 'Search the document…',
    layout: 'Arrange the nodes of the scene',
    outline: 'Show or hide the outline of the scene',
    script: 'Show or hide the script of the scene',
    findings: 'Show the findings on this document',
    playStart: 'Play the document from its start',
    playHere: 'Play from the selected node',
    names: 'Show variables and characters',
    close: 'Show all documents',
    newScene: 'Add a scene',
    newMacro: 'Add a macro',
    selectFrame: 'Select the frame and the nodes inside it',
    selectAll: 'Select all nodes of the scene',
    attach: 'Attach to a story event…',
    stopScene: 'Interrupt the scene that the table plays',
    nothingToUndo: 'Nothing left to undo in this document.',
    nothingToRedo: 'Nothing left to redo in this document.'
  },

  copied: (n: number): string => `Copied ${counted(n, 'node')}.`,
  pasted: (n: number): string => `Pasted ${counted(n, 'node')}.`,
  pasteNothing: 'The clipboard contains no Arrow nodes. Copy some in the graph first.',
  clipboardClosed: 'The browser doesn’t let Proscenium read the clipboard here. Press Ctrl+V instead.',
  noConnection: 'Connect an output to another node of the same scene. Entries and frames have no input.'
}
