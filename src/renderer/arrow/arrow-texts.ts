import type { NodeType } from '../../arrow'
import { counted } from '../ui/amounts'

/** Texts of the scene editor. */
export const arrowTexts = {
  title: 'Arrow scenes',
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
    insert: 'Insert a node here…',
    times: (n: number): string => `${n}×`,
    visits: (n: number): string => (n === 1 ? 'Played once at the table' : `Played ${n} times at the table`),
    empty: { line: 'empty line' },
    flags: { auto: 'auto', clear: 'clears', random: 'random', skip: 'skipped', entry: 'entry', start: 'start' }
  },

  list: {
    sceneOfIt: 'Scene of this story event',
    newDocument: 'New document',
    write: 'Write its scene',
    emptyHint:
      'A scene is a branching conversation or narration in the format of Arrow. Start with an empty document, or write the scene of a story event.',
    bytes: (n: number): string => (n < 1024 ? counted(n, 'byte') : n < 1 << 20 ? `${Math.round(n / 1024)} KB` : `${(n / (1 << 20)).toFixed(1)} MB`),
    unsaved: 'Unsaved changes',
    untitled: 'Untitled scene'
  },

  head: { back: 'All documents', newMacro: 'New macro', macro: 'macro' },

  attach: { newEvent: 'New story event…' },

  table: { fault: 'The table couldn’t play this document.' },

  changed: {
    merged: (n: number): string =>
      n === 0 ? 'Merged both versions.' : `Merged both versions. Both had changed the same text in ${counted(n, 'place')}; yours was kept.`
  },

  broken: {
    title: 'This document can’t be opened',
    repaired: (title: string): string => `Repaired the scene document ${title}`
  },

  canvas: { hidden: (n: number): string => counted(n, 'label') },

  outline: {
    hint: 'Enter opens, A adds a node after this one, I inserts on a connection, C connects, D duplicates, K skips, M moves to another scene, F2 renames, Delete removes.',
    leadsTo: (slot: string, to: string): string => `${slot} → ${to}`,
    open: (slot: string): string => `${slot} → nothing yet`
  },

  choose: {
    node: 'Name or text of a node',
    sceneName: 'Name of a scene',
    none: 'No node matches.',
    nothing: 'Nothing matches. Type a name to create one.'
  },

  find: {
    title: 'Search this document',
    hits: (n: number, all: number): string => (n === all ? counted(all, 'node') : `${n} of ${counted(all, 'node')}; type more to narrow the list`)
  },

  play: { tab: 'Playtest', back: 'Step back' },

  commands: {
    duplicate: 'Duplicate selected nodes',
    copy: 'Copy selected nodes',
    cut: 'Cut selected nodes',
    move: 'Move selected nodes to another scene…',
    layout: 'Arrange the nodes of the scene'
  },

  copied: (n: number): string => `Copied ${counted(n, 'node')}.`,
  clipboardClosed: 'The browser doesn’t let Proscenium read the clipboard here. Press Ctrl+V instead.'
}
