import { beforeAll, describe, expect, it } from 'vitest'
import type { ArrowDocument } from '../../../arrow'
import { documentOf } from '../../../arrow/documents.fixture'
import { TestEditor } from '../editor.fixture'
import { TestSession } from '../session.fixture'

/** The effect of a request on a document: the new nodes, all connections, and the assistant's messages. */
async function asked(document: ArrowDocument, message: string, selected: number[] = []) {
  const editor = new TestEditor(document)
  const client = new TestSession().send(editor.sync()).send({ type: 'user_message', message, selected_node_ids: selected, current_project_id: 1 })
  await client.serve(editor)
  const maps = [...editor.document.resources.scenes.values()].map(({ map }) => map)
  return {
    document: editor.document,
    fresh: editor.fresh(document).map((id) => ({ id, ...editor.document.resources.nodes.get(id) })),
    io: maps.flatMap((map) => [...map.values()].flatMap((item) => item.io ?? [])),
    said: client.said
  }
}

// Entry 1 and content 2 are in the blank document.
const [COURAGE, NAME, MET, ELENA, REST, CHOICE, OFFER, MILL, LINE] = [3, 4, 5, 6, 7, 9, 10, 11, 12]
let stage: ArrowDocument
beforeAll(async () => {
  const { document } = await asked(
    documentOf('untitled-new-project.arrow'),
    `create a number courage. create a text hero_name. create a flag met. create a character "Elena". create a macro called Rest.`
  )
  const { document: built } = await asked(
    document,
    `add a choice between "Accept", "Refuse" and "Ask what she wants", then add content "Good.". after Refuse add content "The wheel turns." and after that add a dialog of Elena saying "You're late."`
  )
  stage = (await asked(built, `rename "Good." to Elena's offer. rename "The wheel turns." to 'The "Mill"'`)).document
})

/** The expected new nodes, with the data to compare. */
type Made = readonly { type: string; data?: object }[]
const [FIRST, SECOND, THIRD] = [13, 14, 15]

describe('each sentence does what it says', () => {
  it.each<[sentence: string, made: Made, connections?: number[][]]>([
    // Connecting with a new node.
    ['connect "Ask what she wants" to a hub', [{ type: 'hub', data: { slots: 2 } }], [[CHOICE, 2, FIRST, 0]]],
    [
      'connect Elena\'s offer and "You\'re late." to a new hub',
      [{ type: 'hub' }],
      [
        [OFFER, 0, FIRST, 0],
        [LINE, 0, FIRST, 1]
      ]
    ],
    ['connect Elena’s offer, "Ask what she wants" and "You\'re late." to a hub', [{ type: 'hub', data: { slots: 3 } }], [[LINE, 0, FIRST, 2]]],
    [
      "add a hub joining Elena's offer and node 12",
      [{ type: 'hub' }],
      [
        [OFFER, 0, FIRST, 0],
        [LINE, 0, FIRST, 1]
      ]
    ],
    [
      'connect Elena\'s offer to a new dialog of Elena saying "Good."',
      [{ type: 'dialog', data: { character: ELENA, lines: ['Good.'] } }],
      [[OFFER, 0, FIRST, 0]]
    ],
    ["connect 'Elena's offer' to 'The \"Mill\"'", [], [[OFFER, 0, MILL, 0]]],
    ['connect The “Mill” to "You\'re late."', [], [[MILL, 0, LINE, 0]]],
    ['connect Ask what she wants to the dialog of Elena', [], [[CHOICE, 2, LINE, 0]]],
    ['add a hub with 4 inputs after Elena’s offer', [{ type: 'hub', data: { slots: 4 } }], [[OFFER, 0, FIRST, 0]]],
    [
      'add content "A pause." between Refuse and The "Mill"',
      [{ type: 'content' }],
      [
        [CHOICE, 1, FIRST, 0],
        [FIRST, 0, MILL, 0]
      ]
    ],
    ['add a marker called "Dusk" after Elena\'s offer', [{ type: 'marker', data: { label: 'Dusk' } }], [[OFFER, 0, FIRST, 0]]],
    // Every type by its name in the protocol.
    ['add content "Rain." after "You\'re late."', [{ type: 'content', data: { content: 'Rain.' } }], [[LINE, 0, FIRST, 0]]],
    [
      'after Elena\'s offer add a monolog of Elena: "Don\'t."',
      [{ type: 'monolog', data: { character: ELENA, monolog: "Don't." } }],
      [[OFFER, 0, FIRST, 0]]
    ],
    ['after Elena\'s offer add a hub for the player with options "Stay" and "Go"', [{ type: 'interaction', data: { actions: ['Stay', 'Go'] } }]],
    ['add a variable_update that sets courage to 5', [{ type: 'variable_update', data: { variable: COURAGE, operator: 'set', with: [0, 5] } }]],
    ['add a variable update: courage += two', [{ type: 'variable_update', data: { operator: 'add', with: [0, 2] } }]],
    [
      'divide courage by 2, then subtract 1 from courage',
      [
        { type: 'variable_update', data: { operator: 'div' } },
        { type: 'variable_update', data: { operator: 'sub', with: [0, 1] } }
      ]
    ],
    ["add a jump to Elena's offer", [{ type: 'jump', data: { target: OFFER } }]],
    [
      'after Elena\'s offer jump back to the entry because "we begin again"',
      [{ type: 'jump', data: { target: 1, reason: 'we begin again' } }],
      [[OFFER, 0, FIRST, 0]]
    ],
    [
      'add a marker labelled "checkpoint_1" and then jump to the marker checkpoint_1',
      [
        { type: 'marker', data: { label: 'checkpoint_1' } },
        { type: 'jump', data: { target: FIRST } }
      ]
    ],
    // Nodes after the two answers of a condition.
    [
      'check if courage is at least 2, and if so add content "Brave.", otherwise add content "Afraid."',
      [
        { type: 'condition', data: { operator: 'gte', with: [0, 2] } },
        { type: 'content', data: { content: 'Brave.' } },
        { type: 'content', data: { content: 'Afraid.' } }
      ],
      [
        [FIRST, 1, SECOND, 0],
        [FIRST, 0, THIRD, 0]
      ]
    ],
    ['add a randomizer with three paths', [{ type: 'randomizer', data: { slots: 3 } }]],
    ['add a randomizer with weights 1, 2 and 1', [{ type: 'randomizer', data: { slots: 4 } }]],
    ['add a sequencer with 3 outputs', [{ type: 'sequencer', data: { slots: 3 } }]],
    [
      'add a generator for courage from 1 to 6',
      [{ type: 'generator', data: { variable: COURAGE, method: 'randi', arguments: [1, 6, false, true, true] } }]
    ],
    ['roll 1d20+3 into courage', [{ type: 'generator' }, { type: 'variable_update', data: { operator: 'add', with: [0, 3] } }]],
    ['set met to a random flag', [{ type: 'generator', data: { variable: MET, method: 'rnbln' } }]],
    [
      'add a generator for hero_name: one of "Ann", "Bo" and "Cy"',
      [{ type: 'generator', data: { variable: NAME, method: 'strst', arguments: 'Ann|Bo|Cy' } }]
    ],
    ['add a user_input asking "What\'s your name?" into hero_name', [{ type: 'user_input', data: { variable: NAME, prompt: "What's your name?" } }]],
    ['ask the player "How brave are you?" and store it in courage', [{ type: 'user_input', data: { variable: COURAGE, custom: [-100, 100, 1, 0] } }]],
    ['set the tag mood of Elena to "calm, at last"', [{ type: 'tag_edit', data: { character: ELENA, edit: [2, 'mood', 'calm, at last'] } }]],
    ['remove the tag mood from Elena', [{ type: 'tag_edit', data: { edit: [4, 'mood', ''] } }]],
    ["check if Elena's mood is not calm", [{ type: 'tag_pass', data: { pass: [1, [['mood', 'calm']]] } }]],
    ['add a tag_match of Elena: mood = calm', [{ type: 'tag_pass', data: { pass: [1, [['mood', 'calm']]] } }]],
    [
      'check whether Elena has the tag mood and then add content "She nods."',
      [{ type: 'tag_pass', data: { pass: [1, [['mood', null]]] } }, { type: 'content' }],
      [[FIRST, 1, SECOND, 0]]
    ],
    ['use the macro Rest', [{ type: 'macro_use', data: { macro: REST } }]],
    ['add a frame titled "At the mill" in color #ff5733', [{ type: 'frame', data: { label: 'At the mill', color: 'ff5733ff' } }]],
    ['add an entry called "Night"', [{ type: 'entry', data: { plaque: 'Night' } }]],
    ['add content "One." and jump to the entry', [{ type: 'content' }, { type: 'jump', data: { target: 1 } }], [[FIRST, 0, SECOND, 0]]],
    ['add a hub, add a hub and add a frame', [{ type: 'hub' }, { type: 'hub' }, { type: 'frame' }], [[FIRST, 0, SECOND, 0]]],
    [
      'add a choice "Yes" or "No" after "You\'re late.", then after Yes add content "1" and after No add content "2"',
      [{ type: 'interaction' }, { type: 'content' }, { type: 'content' }],
      [
        [LINE, 0, FIRST, 0],
        [FIRST, 0, SECOND, 0],
        [FIRST, 1, THIRD, 0]
      ]
    ]
  ])('%s', async (sentence, made, connections = []) => {
    const { fresh, io, said } = await asked(stage, sentence, [LINE])
    expect(said.at(-1)).toMatch(/^Done/)
    expect(fresh).toMatchObject(made)
    expect(fresh).toHaveLength(made.length)
    for (const one of connections) expect(io).toContainEqual(one)
  })
})

it.each([
  [
    'add a frame around Accept and Refuse',
    /^What do you mean by “add a frame around Accept and Refuse”\? Say, for example, “add a frame called "At the mill"”\.$/
  ],
  ['add a hub wherever it fits', /Say, for example, “connect Accept and Refuse to a hub”\.$/],
  ['add a jump', /Say, for example, “add a jump to the entry”\.$/],
  ['add a jump to Nowhere', 'There is no node, marker or scene “Nowhere” to jump to. Give its number or its name.'],
  ['add a dialog', /Say, for example, “add a dialog of Elena saying /],
  ['add a generator', /“add a generator for courage from 1 to 6”\.$/],
  ['add a generator for luck', 'There is no variable “luck”. Shall I create it? Say “create a number luck” first, or a text, or a flag.'],
  ['ask the player something', /“ask the player "What is your name\?" and store it in name”\.$/],
  ['use the macro Sleep', 'There is no macro “Sleep”. Say “create a macro called Sleep” first.'],
  ["check if Tobit's mood is calm", 'There is no character “Tobit”. Say “create a character called Tobit” first.'],
  ['add content "Rain." with a red border', /“add content "The door opens\."”\.$/],
  ['add a randomizer with 20 paths', '“paths” must be 2 to 10, which is how many outputs Arrow has.'],
  ['connect Accept to a new shelf', /“connect Refuse to node 12” or “connect Refuse to a new hub”\.$/],
  ['add content "x" between Accept and "You\'re late."', /isn’t connected to .*Which connection do you mean\?$/],
  ["connect Elena's offer to Elena's offer", /itself/],
  ['remove the option "Wait"', 'There is no option “Wait”. Give its words, as in “remove the option "Refuse"”.'],
  ['remove the option Accept from the dialog', 'The dialog has no option “Accept”. Give its words, as in “remove the option "Refuse"”.'],
  ['remove the option "You\'re late."', /keeps at least one/],
  ['make the choice red', 'Only frames, markers and characters have a colour. Name one of them.'],
  ['swap Accept and Refuse', /^I can’t swap .* “connect Refuse to node 5”, .* “change "Yes" to "Gladly"”\.$/],
  ['arrange the nodes', 'I can’t arrange nodes. Arrange them in your editor.'],
  ['copy this node', 'I can’t copy nodes. Copy and paste them in your editor.'],
  ['move the choice to the left', 'I can’t move nodes. Drag them in your editor.'],
  [
    'what is here?',
    'The scene “scene_0” has 6 nodes: an entry, 3 content nodes, an interaction and a dialog. It begins at node 1. The document also has the macro “Rest”. Characters: Elena. Variables: courage, hero_name and met.'
  ]
])('“%s” is refused in one sentence that says what works, and changes nothing', async (sentence, says) => {
  const { said, document } = await asked(stage, sentence)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(says)
  expect(document).toBe(stage)
})

it('a dialog is made playable, or is left to chance; no new one is added', async () => {
  const played = async (sentence: string, document = stage): Promise<[number, unknown, ArrowDocument]> => {
    const done = await asked(document, sentence)
    return [done.fresh.length, done.document.resources.nodes.get(LINE)?.data['playable'], done.document]
  }
  const [added, isOn, after] = await played('make the dialog playable')
  expect([added, isOn]).toEqual([0, true])
  expect((await played('make "You\'re late." not playable', after)).slice(0, 2)).toEqual([0, false])
})

describe('what is there is changed', () => {
  const changed = async (sentence: string): Promise<ArrowDocument> => {
    const { document, fresh, said } = await asked(stage, sentence, [LINE])
    expect([said.at(-1), fresh]).toEqual(['Done.', []])
    return document
  }
  it.each([
    ["make Elena's offer the entry of the scene", OFFER],
    ['set the entry to "You\'re late."', LINE],
    ['make the choice the start of this scene', CHOICE],
    ['set node 11 as the entry point', MILL],
    ['start the scene at The "Mill"', MILL]
  ])('%s', async (sentence, entry) => {
    expect((await changed(sentence)).resources.scenes.get(0)?.entry).toBe(entry)
  })
  it.each(["start the story with Elena's offer", "make Elena's offer the entry of the document", "set the project entry to Elena's offer"])(
    '%s',
    async (sentence) => {
      const { entry, resources } = await changed(sentence)
      expect([entry, resources.scenes.get(0)?.entry]).toEqual([OFFER, 1])
    }
  )
  it.each<[string, number, object]>([
    ['change "You\'re late." to "Too late."', LINE, { lines: ['Too late.'] }],
    ['edit the dialog to say "Too late."', LINE, { lines: ['Too late.'] }],
    ['replace the text of Elena\'s offer with "Well."', OFFER, { content: 'Well.' }],
    ['change Refuse to "Never"', CHOICE, { actions: ['Accept', 'Never', 'Ask what she wants'] }],
    ['add another option "Leave" to the choice', CHOICE, { actions: ['Accept', 'Refuse', 'Ask what she wants', 'Leave'] }]
  ])('%s', async (sentence, node, data) => {
    const { resources } = await changed(sentence)
    expect(resources.nodes.get(node)?.data).toMatchObject(data)
    expect(resources.scenes.get(0)?.map.get(node)?.io).toEqual(stage.resources.scenes.get(0)?.map.get(node)?.io)
  })
  it.each<[string, boolean | undefined]>([
    ['skip "You\'re late."', true],
    ['skip this node', true],
    ["don't skip the dialog", undefined]
  ])('%s', async (sentence, skip) => {
    expect((await changed(sentence)).resources.scenes.get(0)?.map.get(LINE)?.skip).toBe(skip)
  })
  it.each<[string, string[], number[][]]>([
    ['remove the option Refuse', ['Accept', 'Ask what she wants'], [[CHOICE, 0, OFFER, 0]]],
    ['delete the option "Accept" from the choice', ['Refuse', 'Ask what she wants'], [[CHOICE, 0, MILL, 0]]],
    [
      'remove option "Ask what she wants"',
      ['Accept', 'Refuse'],
      [
        [CHOICE, 0, OFFER, 0],
        [CHOICE, 1, MILL, 0]
      ]
    ]
  ])('%s: the other options lead where they led', async (sentence, actions, io) => {
    const { resources } = await changed(sentence)
    expect(resources.nodes.get(CHOICE)?.data).toEqual({ actions })
    expect([...(resources.scenes.get(0)?.map.get(CHOICE)?.io ?? [])].sort(([, a], [, b]) => a - b)).toEqual(io)
  })
  it('a full node is mentioned only where new nodes would follow it', async () => {
    const ends = async (sentence: string): Promise<string | undefined> => (await asked(stage, sentence, [1])).said.at(-1)
    expect(await ends('skip the dialog')).toBe('Done.')
    expect(await ends('add content "Rain."')).toMatch(/^Done: node \d+\. All outputs of node 1 lead somewhere already/)
  })
  it('a removed option is said once', async () => {
    const { said } = await asked(stage, 'remove the option Accept')
    expect(said).toEqual([`I’ll remove the option “Accept” of node ${CHOICE}.`, 'Done.'])
  })
  it.each<[string, string, string]>([
    ['make Elena red', 'characters', 'd94a4a'],
    ['change the colour of Elena to #00ff7f', 'characters', '00ff7f'],
    ['colour the frame dark blue', 'nodes', '254871ff']
  ])('%s', async (sentence, set, color) => {
    const { document } = await asked(stage, 'add a frame called "Yard"')
    const { document: after, said } = await asked(document, sentence)
    expect(said.at(-1)).toBe('Done.')
    const { characters, nodes } = after.resources
    expect(set === 'characters' ? characters.get(ELENA)?.color : [...nodes.values()].find(({ type }) => type === 'frame')?.data['color']).toBe(color)
  })
  it.each(['let Elena say "Well."', 'Elena says "Well."', 'Elena: "Well."'])('%s', async (sentence) => {
    const { fresh, io } = await asked(stage, sentence, [LINE])
    expect(fresh).toMatchObject([{ type: 'dialog', data: { character: ELENA, lines: ['Well.'] } }])
    expect(io).toContainEqual([LINE, 0, FIRST, 0])
  })
  it('what isn’t clear changes nothing', async () => {
    for (const sentence of ['set courage to 5 at the start', 'change the choice to "No"', 'set entry to 5', 'Add a lamp: "It burns."']) {
      const { said, document } = await asked(stage, sentence)
      expect(said).toHaveLength(1)
      expect(document).toBe(stage)
    }
  })
})
