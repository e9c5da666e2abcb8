import type { NodeType } from '../../shared/arrow/node-types'
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
    condition: 'Two ways, by a variable',
    variable_update: 'Changes a variable',
    generator: 'A random value for a variable',
    randomizer: 'One of several ways at random',
    sequencer: 'Several ways, one after another',
    hub: 'Joins several ways',
    jump: 'Goes on at another node',
    macro_use: 'Plays a macro and comes back',
    marker: 'A label for the game',
    entry: 'Where a scene or a jump begins',
    frame: 'Surrounds nodes that belong together',
    tag_edit: "Changes a character's tag",
    tag_match: "Several ways, by a character's tag",
    tag_pass: "Two ways, by a character's tags"
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
    empty: { content: 'No text yet', monolog: 'No words yet', line: 'empty line', unknown: 'Kept as it is in the file' },
    flags: { auto: 'auto', clear: 'clears', random: 'random', skip: 'skipped', entry: 'entry', start: 'start' }
  },

  list: {
    search: 'Search documents',
    newDocument: 'New document',
    events: 'Story events without a scene',
    write: 'Write its scene',
    empty: 'No scenes yet',
    emptyHint:
      'A scene is a branching conversation or narration in the format of Arrow. Start with an empty document, or write the scene of a story event.',
    nothing: 'No document matches.',
    bytes: (n: number): string => (n < 1024 ? counted(n, 'byte') : n < 1 << 20 ? `${Math.round(n / 1024)} KB` : `${(n / (1 << 20)).toFixed(1)} MB`),
    free: 'Other documents',
    ofEvents: 'Scenes of story events',
    unsaved: 'Unsaved changes',
    untitled: 'Untitled scene',
    name: 'Title of the new document',
    create: 'Create document',
    taken: (path: string): string => `There is a file ${path} already. Choose another title.`,
    added: (title: string): string => `Added the scene document ${title}`
  },

  head: {
    back: 'All documents',
    scenes: 'Scenes and macros',
    newScene: 'New scene',
    newMacro: 'New macro',
    newEither: 'New scene or macro',
    macro: 'macro',
    parts: 'How the scene is shown',
    graph: 'Graph',
    script: 'Script',
    add: 'Add node…',
    find: 'Search this document…',
    layout: 'Arrange nodes',
    names: 'Variables and characters',
    play: 'Play from here',
    nodes: (n: number): string => counted(n, 'node')
  },

  save: {
    bar: 'Unsaved changes',
    message: 'What changed',
    save: 'Save',
    saving: 'Saving…',
    nothing: 'Nothing has changed since the last save.',
    restored: 'Your unsaved changes are back.',
    aside: (folder: string): string => `The version that was changed outside is kept in ${folder}.`,
    discard: 'Discard changes'
  },

  table: {
    fault: 'The table couldn’t play this document.',
    stopped: (title: string): string => `“${title}” is interrupted. The DM can take it up again.`
  },

  changed: {
    title: 'This document was changed outside',
    hint: 'The file on the disk is another one than you opened, and you have unsaved changes.',
    mine: 'Keep mine',
    theirs: 'Take theirs',
    merge: 'Merge both',
    merged: (n: number): string =>
      n === 0 ? 'Merged both versions.' : `Merged both versions. Where both changed the same thing yours was kept: ${counted(n, 'place')}.`,
    reloaded: 'The document was changed outside and read again.',
    removed: 'The file of this document is gone. Saving writes it again.'
  },

  broken: {
    title: "This document can't be opened",
    repair: 'Repair',
    repairs: 'What the repair changes',
    none: 'Proscenium knows no repair for it. Correct the file in a text editor, or restore an earlier version.',
    show: 'Show the file',
    repaired: (title: string): string => `Repaired the scene document ${title}`
  },

  canvas: {
    label: (scene: string): string => `Graph of ${scene}`,
    hidden: (n: number): string => counted(n, 'label'),
    overview: 'The whole scene',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    fit: 'Show the whole scene',
    empty: 'This scene is empty',
    emptyHint: 'Add a node, or double-click the ground.',
    missing: 'This scene does not exist at the beat you are looking at.'
  },

  outline: {
    title: 'Outline',
    tree: 'Nodes and where they lead',
    search: 'Search nodes',
    empty: 'No node matches.',
    close: 'Hide the outline',
    show: 'Show the outline',
    keys: 'Outline keys',
    hint: 'Enter opens, A adds a node after this one, I inserts on a connection, C connects, D duplicates, K skips, M moves to another scene, F2 renames, Delete removes.',
    leadsTo: (slot: string, to: string): string => `${slot} → ${to}`,
    open: (slot: string): string => `${slot} → nothing yet`,
    spoken: (type: string, label: string): string => `${type}: ${label}`,
    skipped: 'skipped',
    back: 'back to',
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
    output: 'Connect which way out?',
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
    scope: 'Where to search',
    allScenes: 'All scenes',
    thisScene: 'This scene',
    none: 'Nothing matches.',
    badPattern: (pattern: string): string => `${pattern} is no regular expression. Correct it, or search without the slashes.`,
    slow: 'This pattern takes too long. Search for a simpler one.',
    hits: (n: number, all: number): string => (n === all ? counted(all, 'node') : `${n} of ${counted(all, 'node')}; type more to narrow the list`),
    start: 'Type to search the texts, names and IDs of all nodes.'
  },

  play: {
    tab: 'Playtest',
    start: 'Play the document',
    fromScene: 'Play this scene',
    fromHere: 'Play from the selected node',
    restart: 'Start again',
    back: 'Step back',
    stop: 'Stop',
    seed: 'Seed',
    go: 'Continue',
    skip: 'Skip',
    answer: 'Answer',
    say: 'Answer with this',
    over: 'The scene is over.',
    idle: 'Play a scene here',
    idleHint: 'Choices are yours; the node that is played is lit on the graph.',
    variables: 'Variables',
    tags: 'Tags',
    watch: 'Show changed ones only',
    none: 'None',
    now: 'Playing now',
    show: (name: string): string => `Show ${name} on the graph`,
    page: 'What has been played',
    changed: 'changed'
  },

  commands: {
    group: 'Scenes',
    undo: 'Undo the last change of the document',
    redo: 'Redo the change of the document',
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
    selectAll: 'Select all nodes of the scene',
    stopScene: 'Interrupt the scene that the table plays',
    nothingToUndo: 'Nothing left to undo in this document.',
    nothingToRedo: 'Nothing left to redo in this document.'
  },

  did: {
    add: (type: string): string => `add ${type}`,
    edit: 'edit node',
    move: 'move nodes',
    connect: 'connect nodes',
    disconnect: 'remove connection',
    remove: 'remove nodes',
    paste: 'paste nodes',
    duplicate: 'duplicate nodes',
    skip: 'skip nodes',
    layout: 'arrange nodes',
    scene: 'edit scenes',
    names: 'edit names'
  },
  copied: (n: number): string => `Copied ${counted(n, 'node')}.`,
  pasted: (n: number): string => `Pasted ${counted(n, 'node')}.`,
  pasteNothing: 'The clipboard holds no nodes of Arrow. Copy some in the graph first.',
  clipboardClosed: 'The browser does not allow reading the clipboard here. Press Ctrl+V instead.',
  noConnection: 'Nodes can be connected only from a way out to another node of the scene. Entries and frames have no way in.',
  used: (names: string): string => `Still used by ${names}. Change that first.`
}
