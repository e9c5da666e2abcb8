import type { ArrowDocument } from '../document'
import { relinked } from '../edit/relink'
import { change } from '../json/members'
import { documentOf as made, type Made } from '../made.fixture'

const RESOURCES = {
  variables: {
    50: { name: 'gold', type: 'num', init: 0 },
    51: { name: 'title', type: 'str', init: '' },
    52: { name: 'met', type: 'bool', init: false }
  },
  characters: { 60: { name: 'Elena', color: '00ff00', tags: { mood: 'calm' } } }
} as const
type Resources = Parameters<typeof made>[1]

/** A scene without a fault: every variable is set and read, the character speaks. */
const SOUND: Record<number, Made> = {
  1: { type: 'entry', to: [2], data: { plaque: 'Inn' } },
  2: { type: 'dialog', to: [3], data: { character: 60, lines: ['I have {gold} for {title}, {met}.'] } },
  3: { type: 'variable_update', to: [4], data: { variable: 50, operator: 'add', with: [0, 1] } },
  4: { type: 'generator', to: [5], data: { variable: 52, method: 'rnbln' } },
  5: { type: 'user_input', to: [6], data: { variable: 51, prompt: 'Who?', custom: ['^[A-Z]+$', '', ''] } },
  6: { type: 'content', data: { title: 'End', content: 'That was it.' } }
}

/** A sound document with additional or replaced nodes, resources and scenes. */
export const sound = (
  more: Readonly<Record<number, Made>> = {},
  resources: Resources = {},
  scenes: Parameters<typeof made>[0] = {}
): ArrowDocument => {
  const nodes = { ...SOUND, ...more }
  const laid = Object.fromEntries(Object.entries(nodes).map(([id, one], k) => [id, { at: [100 + 400 * k, 100] as const, ...one }]))
  return relinked(
    made(
      { 0: { name: 'Inn', nodes: laid }, ...scenes },
      { variables: { ...RESOURCES.variables, ...resources?.variables }, characters: { ...RESOURCES.characters, ...resources?.characters } }
    )
  )
}
/** The sound scene, continued after its end. */
export const after = (...more: Made[]): Record<number, Made> => ({
  6: { type: 'content', to: [10], data: { title: 'End', content: 'That was it.' } },
  ...Object.fromEntries(more.map((one, k) => [10 + k, one]))
})
export const END: Made = { type: 'content', data: { content: 'The end.' } }

const edited = (document: ArrowDocument, changes: Partial<ArrowDocument['resources']>): ArrowDocument => ({
  ...document,
  resources: { ...document.resources, ...changes }
})

/** The scene with another map, for faults that records can't express. */
function mapped(document: ArrowDocument, id: number, io: readonly (readonly [number, number, number, number])[]): ArrowDocument {
  const scene = document.resources.scenes.get(0)
  if (!scene) throw new Error('no scene')
  const map = new Map(scene.map).set(id, { offset: [5000, 5000], io })
  return edited(document, { scenes: new Map(document.resources.scenes).set(0, { ...scene, map }) })
}
const condition = (data: Made['data']): Record<number, Made> => after({ type: 'condition', to: [11, 12], data: data ?? {} }, END, END)
const update = (data: Made['data']): Record<number, Made> => after({ type: 'variable_update', to: [11], data: data ?? {} }, END)

/** One broken document for each rule, and the sentence that it gets. */
export const BROKEN: readonly [rule: string, document: ArrowDocument, message: string][] = [
  [
    'identity',
    { ...sound(), meta: { ...sound().meta, chapter: 1024 } },
    'The chapter is 1024, but Arrow opens only chapters from 0 to 1023. Change it.'
  ],
  ['document-entry', { ...sound(), entry: 999 }, 'Play starts at a node that does not exist. Choose another node as the document’s entry.'],
  [
    'scene-entry',
    edited(sound(), { scenes: new Map([...sound().resources.scenes].map(([id, scene]) => [id, { ...scene, entry: 77 }])) }),
    'The entry of the scene “Inn” is not one of its nodes. Choose one as its entry.'
  ],
  [
    'node-scene',
    edited(sound(), { nodes: new Map(sound().resources.nodes).set(20, { type: 'content', name: 'lost', data: { title: 'Lost' } }) }),
    'The content “Lost” lies in no scene, so nobody can see or reach it. Delete it.'
  ],
  ['map-node', mapped(sound(), 30, []), 'The scene “Inn” holds a place for node 30, which does not exist.'],
  ['node-type', sound(after({ type: 'teapot' })), 'Teapot “node_10” has a type that Arrow does not know. It is kept as it is, but not played.'],
  [
    'id-collision',
    sound({}, { variables: { 6: { name: 'six', type: 'bool', init: true } } }),
    'The id 6 belongs to a node and to a variable. Create one of them again.'
  ],
  [
    'id-range',
    sound({ [2 ** 53]: { type: 'marker' } }),
    "The id 9007199254740992 is outside 0 to 9007199254740991, so Arrow can't read it exactly. Create that resource again."
  ],
  [
    'next-seed',
    { ...sound(), meta: { ...sound().meta, authors: new Map([[0, ['Ann', 6] as const]]) } },
    'The next id of the author “Ann” is used already, so new nodes could replace old ones.'
  ],
  [
    'macro-in-macro',
    sound(
      after({ type: 'macro_use', to: [11], data: { macro: 70 } }, END),
      {},
      { 70: { name: 'm', macro: true, nodes: { 71: { type: 'macro_use', data: { macro: 70 } } } } }
    ),
    "The macro “m” uses a macro, but macros can't use macros. Put a jump there, or the nodes themselves."
  ],
  [
    'duplicate-name',
    sound(after({ type: 'content', name: 'node_2', data: { title: 'x' } })),
    'Several nodes are called “node_2”, among them this content. Rename all but one.'
  ],

  ['connection-owner', mapped(sound(), 6, [[2, 0, 3, 0]]), 'A connection that leaves node 2 is kept with another node, so Arrow loses it.'],
  ['connection-end', mapped(sound(), 6, [[6, 0, 99, 0]]), 'A connection leads to node 99, which does not exist.'],
  [
    'connection-scene',
    sound(after({ type: 'marker', to: [71] }), {}, { 70: { name: 'Away', nodes: { 71: { type: 'content', data: { title: 'x' } } } } }),
    'A connection leads into another scene. Use a jump for that.'
  ],
  ['connection-self', sound(after({ type: 'content', data: { title: 'x' }, to: [10] })), 'The node is connected to itself.'],
  ['connection-out', sound(after({ type: 'jump', data: { target: 2 }, to: [2] })), 'A connection leaves a jump, but a jump has no outputs.'],
  ['connection-in', sound(after({ type: 'content', data: { title: 'x' }, to: [1] })), 'A connection leads into an entry, which has no inputs.'],
  [
    'connection-slot',
    sound(after({ type: 'dialog', data: { character: 60, lines: ['a'] }, to: [11, 11] }, END)),
    'A connection leaves output 2 of the dialog “a”, which has only one output.'
  ],
  [
    'connection-twice',
    mapped(sound(), 4, [
      [4, 0, 5, 0],
      [4, 0, 6, 0]
    ]),
    'Output 1 of the generator “node_4” leads to several nodes, but play follows only the last.'
  ],

  [
    'missing-reference',
    sound(after({ type: 'jump', data: { target: 999 } })),
    'The jump “node_10” refers to node 999, which does not exist. Choose another.'
  ],
  [
    'data-shape',
    sound(after({ type: 'dialog', data: { character: 60, lines: [] } })),
    '“lines” of the dialog “node_10” must be a list of texts with at least one. Enter it again.'
  ],
  [
    'operator',
    sound(update({ variable: 52, operator: 'add', with: [0, true] })),
    'The operator “add” does not work on “met”, which holds true or false. Choose another.'
  ],
  [
    'value-type',
    sound(condition({ variable: 50, operator: 'gt', with: [0, '5'] })),
    '“gold” holds a number, but the condition “node_10” has the value "5". Enter a value that fits.'
  ],
  [
    'generator',
    sound(after({ type: 'generator', to: [11], data: { variable: 50, method: 'ascii' } }, END)),
    "The method “ascii” can't generate a number for “gold”. Choose another."
  ],
  [
    'input-form',
    sound(after({ type: 'user_input', to: [11], data: { variable: 50, custom: [5, 1, 1, 0] } }, END)),
    'No number is at least 5 and at most 1. Swap the limits.'
  ],
  [
    'regex',
    sound(condition({ variable: 51, operator: 'rgx', with: [0, '(a+)+$'] })),
    "The pattern “(a+)+$” can't be used, because “(a+)+” can match the same text in too many ways and would stop the play. Change it."
  ],
  ['slots', sound(after({ type: 'hub', to: [11], data: { slots: 11 } }, END)), 'Hub “node_10” has 11 slots, but Arrow allows 2 to 10.'],
  [
    'colour',
    sound(after({ type: 'marker', data: { label: 'x', color: '#ff0000' } })),
    'The colour “#ff0000” is not eight hexadecimal digits: red, green, blue and opacity.'
  ],
  [
    'character-colour',
    sound({}, { characters: { 60: { ...RESOURCES.characters[60], color: '#ABC' } } }),
    'The colour “#ABC” of “Elena” is not six hexadecimal digits in lower case.'
  ],
  [
    'variable-value',
    sound({}, { variables: { 50: { name: 'gold', type: 'num', init: 'much' } } }),
    'The variable “gold” holds a number, but begins with "much". Enter another initial value.'
  ],
  [
    'unsafe-name',
    sound(after({ type: 'tag_edit', to: [11], data: { character: 60, edit: [2, '12', 'x'] } }, END)),
    'The tag “12” in the tag edit “node_10” has only digits, so Arrow reads it as a number and never finds it. Rename it.'
  ],
  [
    'float',
    sound(after({ type: 'content', data: { title: 'x', brief: 1.5 } })),
    'The content “x” holds 1.5, but Arrow keeps only whole numbers and would cut it. Enter a whole number.'
  ],

  [
    'jump-loop',
    sound(after({ type: 'jump', data: { target: 11 } }, { type: 'jump', data: { target: 10 } })),
    '2 jumps lead in a circle, beginning with the jump “node_10”. Choose another target for one.'
  ],
  [
    'unreachable',
    sound({ 20: { type: 'content', data: { title: 'x' }, to: [21] }, 21: END }),
    'Nothing leads to the content “x” or the node after it. Connect it, or delete them.'
  ],
  ['orphan', sound({ 20: END }), 'The content “The end.” is connected to nothing. Connect it, or delete it.'],
  [
    'open-output',
    sound(after({ type: 'interaction', data: { actions: ['a', 'b', 'c'] }, to: [undefined, 11] }, END)),
    'Play ends at outputs 1 and 3 of the interaction “a”. Connect them.'
  ],
  ['skipped-jump', sound(after({ type: 'jump', data: { target: 2 }, skip: true })), 'The jump “node_10” is skipped, so play stops there.'],
  [
    'random-dialog',
    sound(after({ type: 'dialog', data: { character: 60, lines: ['a', 'b'] }, to: [11, 11] }, END)),
    'The dialog “a” says one of its 2 lines by chance. If the reader is to choose, make it playable.'
  ],
  [
    'short-sequencer',
    sound(after({ type: 'sequencer', to: [11] }, END)),
    'The sequencer “node_10” plays only one branch. Connect at least two of its outputs.'
  ],
  [
    'tag-match-rest',
    sound(after({ type: 'tag_match', data: { character: 60, tag_key: 'mood', patterns: ['calm'] }, to: [11] }, END)),
    'Play ends at the tag match “mood” if no pattern matches. Check the tag first with a tag pass, or use regular expressions with .* as the last one.'
  ],
  [
    'endless',
    sound(after({ type: 'hub', to: [11] }, { type: 'marker', to: [10] })),
    'Play goes round from the hub “node_10” for ever without waiting for the reader, 2 nodes long. Add a text that waits, or a way out.'
  ],
  [
    'parallel-updates',
    sound(
      after(
        { type: 'sequencer', to: [11, 12] },
        ...[1, 2].map((value): Made => ({ type: 'variable_update', data: { variable: 50, operator: 'set', with: [0, value] }, to: [13] })),
        END
      )
    ),
    'Several branches of the sequencer “node_10” set “gold”, so the result depends on their order. Set it once, or after the branches.'
  ],
  [
    'many-skipped',
    sound(after({ type: 'interaction', data: { actions: Array.from('abcdefghijk') }, skip: true, to: [11] }, END)),
    'The interaction “a” is skipped and has 11 outputs. Arrow’s own player sorts them as texts and would take output 11 before 3. Keep at most ten.'
  ],
  [
    'clear-first',
    { ...sound({ 7: { type: 'content', data: { title: 'x', clear: true }, to: [2] } }), entry: 7 },
    'Play starts with the content “x”, which clears an empty page. Arrow’s own player fails there.'
  ],
  [
    'unused-scene',
    sound({}, {}, { 70: { name: 'Away', nodes: { 71: { type: 'content', data: { title: 'x' } } } } }),
    'Nothing leads to the scene “Away”. Jump to it, or delete it.'
  ],

  [
    'placeholder',
    sound(after({ type: 'content', data: { title: 'a {golld}' } })),
    'The content “a {golld}” shows {golld} as it stands, because there is no variable “golld”. Create it, or correct the name.'
  ],
  [
    'tag-unset',
    sound(after({ type: 'content', data: { title: '{Elena.age}' } })),
    'The content “{Elena.age}” shows {Elena.age}, but nothing ever sets that tag. Set it, or correct its name.'
  ],
  [
    'variable-unused',
    sound({}, { variables: { 53: { name: 'idle', type: 'num', init: 0 } } }),
    'Nothing uses the variable “idle”. Use it, or delete it.'
  ],
  [
    'references',
    edited(sound(), { nodes: new Map([...sound().resources.nodes].map(([id, node]) => [id, change(node, { ref: undefined })])) }),
    'The lists of what uses what do not fit 4 nodes and resources. Arrow may then let you delete what is still used.'
  ],
  [
    'character-unused',
    sound({}, { characters: { 61: { name: 'Tobit', color: '000000' } } }),
    'Nothing names the character “Tobit”. Let them speak, or delete them.'
  ],
  [
    'anonymous-monolog',
    sound(after({ type: 'monolog', data: { monolog: 'Hm.' } })),
    'Nobody says the monolog “Hm.”. Arrow’s own player fails there. Choose a character.'
  ],
  ['empty-content', sound(after({ type: 'content', data: { title: ' ' } })), 'The content “node_10” has no text. Write one, or delete it.'],
  [
    'input-without-limits',
    sound(after({ type: 'user_input', data: { variable: 50, prompt: 'How much?' }, to: [11] }, END)),
    'The user input “How much?” has no limits, and Arrow’s own player then accepts no number. Enter a minimum, a maximum and a step.'
  ],
  [
    'zero-division',
    sound(update({ variable: 50, operator: 'div', with: [0, 0] })),
    'The variable update “node_10” divides by 0, so it changes nothing. Enter another number.'
  ],
  [
    'constant-condition',
    sound(condition({ variable: 51, operator: 'ct', with: [0, ''] })),
    'The condition “node_10” always takes its true output, because every text contains the empty text. Change it, or connect that output alone.'
  ],

  ['overlap', sound({ 6: { ...END, at: [100, 100] } }), 'The content “The end.” lies on the entry “Inn”. Move it, or lay out the scene.'],
  [
    'frame-edge',
    sound({ 20: { type: 'frame', data: { label: 'Act 1', rect: [200, 200] }, at: [50, 50] } }),
    'The entry “Inn” sticks out of the frame “Act 1”. Move it in or out.'
  ],
  [
    'default-name',
    sound({}, { characters: { 60: { name: 'char_1o', color: '00ff00' } } }),
    'The character “char_1o” still has their default name. Name them.'
  ],
  [
    'no-notes',
    sound(after({ ...END, to: [11] }, { ...END, to: [12] }, { ...END, to: [13] }, END)),
    'The scene “Inn” has no notes. Its entry’s notes are a good place to say what it is for.'
  ],
  [
    'long-text',
    sound(after({ type: 'interaction', data: { actions: ['go '.repeat(100)] }, to: [11] }, END)),
    '“go go go go go go go go go go g…” is 300 characters long. Readers may prefer at most 280: split it.'
  ],
  [
    'picture-alt',
    sound(after({ type: 'content', data: { content: 'Dusk. [img]art/quay.png[/img]' } })),
    'The picture art/quay.png has no description, so readers who don’t see it learn nothing of it. Describe it in the node’s form.'
  ],
  [
    'mood-prefix',
    sound(after({ type: 'monolog', data: { character: 60, monolog: '[Angry,1,~] Go away!' } })),
    'The monolog “[Angry,1,~] Go away!” begins with “[Angry,1,~]”, which some players read as a mood and don’t show.'
  ]
]
