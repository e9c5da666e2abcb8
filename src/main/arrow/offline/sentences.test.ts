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
const [ELENA, CHOICE, OFFER, MILL, LINE] = [6, 9, 10, 11, 12]
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

describe('a sentence adds the nodes that it names', () => {
  it.each<[sentence: string, made: Made, connections?: number[][]]>([
    // Connecting with a new node.
    ['connect "Ask what she wants" to a hub', [{ type: 'hub', data: { slots: 2 } }], [[CHOICE, 2, FIRST, 0]]],
    [
      'connect Elena\'s offer to a new dialog of Elena saying "Good."',
      [{ type: 'dialog', data: { character: ELENA, lines: ['Good.'] } }],
      [[OFFER, 0, FIRST, 0]]
    ],
    ["connect 'Elena's offer' to 'The \"Mill\"'", [], [[OFFER, 0, MILL, 0]]],
    ['connect The “Mill” to "You\'re late."', [], [[MILL, 0, LINE, 0]]],
    ['connect Ask what she wants to the dialog of Elena', [], [[CHOICE, 2, LINE, 0]]],
    [
      'after Elena\'s offer add a monolog of Elena: "Don\'t."',
      [{ type: 'monolog', data: { character: ELENA, monolog: "Don't." } }],
      [[OFFER, 0, FIRST, 0]]
    ],
    ['after Elena\'s offer add a marker called "Dusk"', [{ type: 'marker', data: { label: 'Dusk' } }], [[OFFER, 0, FIRST, 0]]],
    ['subtract 1 from courage', [{ type: 'variable_update', data: { operator: 'sub', with: [0, 1] } }]],
    ["add a jump to Elena's offer", [{ type: 'jump', data: { target: OFFER } }]],
    ["after Elena's offer jump back to the entry", [{ type: 'jump', data: { target: 1 } }], [[OFFER, 0, FIRST, 0]]],
    [
      'add a marker labelled "checkpoint_1" and then jump to checkpoint_1',
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
    ['add a randomizer', [{ type: 'randomizer', data: { slots: 2 } }]],
    ['add a frame titled "At the mill"', [{ type: 'frame', data: { label: 'At the mill' } }]],
    ['add an entry called "Night"', [{ type: 'entry', data: { plaque: 'Night' } }]],
    ['add content "One." and jump to the entry', [{ type: 'content' }, { type: 'jump', data: { target: 1 } }], [[FIRST, 0, SECOND, 0]]],
    [
      'after "You\'re late." add a choice "Yes" or "No", then after Yes add content "1" and after No add content "2"',
      [{ type: 'interaction' }, { type: 'content' }, { type: 'content' }],
      [
        [LINE, 0, FIRST, 0],
        [FIRST, 0, SECOND, 0],
        [FIRST, 1, THIRD, 0]
      ]
    ],
    ['Elena says "Well."', [{ type: 'dialog', data: { character: ELENA, lines: ['Well.'] } }], [[LINE, 0, FIRST, 0]]],
    ['Elena: "Well."', [{ type: 'dialog', data: { character: ELENA, lines: ['Well.'] } }], [[LINE, 0, FIRST, 0]]]
  ])('%s', async (sentence, made, connections = []) => {
    const { fresh, io, said } = await asked(stage, sentence, [LINE])
    expect(said.at(-1)).toMatch(/^Done/)
    expect(fresh).toMatchObject(made)
    expect(fresh).toHaveLength(made.length)
    for (const one of connections) expect(io).toContainEqual(one)
  })
})

it.each([
  ['add a hub wherever it fits', /^What do you mean by “add a hub wherever it fits”\?/],
  ['add a jump', /Say, for example, “add a jump to the entry”\.$/],
  ['add a jump to Nowhere', 'There is no node, marker or scene “Nowhere” to jump to. Give its number or its name.'],
  ['add a dialog', /Say, for example, “add a dialog of Elena saying /],
  ['add content "Rain." with a red border', /“add content "The door opens\."”\.$/],
  ['connect Accept to a new shelf', /“connect Refuse to node 5” or “connect Refuse to a new hub”\.$/],
  ["connect Elena's offer to Elena's offer", /itself/],
  ['set courage to 5 at the start', /^What do you mean/],
  ['change the choice to "No"', /^Which text of /],
  ['Add a lamp: "It burns."', /^What do you mean/]
])('“%s” is refused in one sentence that says what works, and changes nothing', async (sentence, says) => {
  const { said, document } = await asked(stage, sentence)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(says)
  expect(document).toBe(stage)
})

describe('a request changes what is there', () => {
  const changed = async (sentence: string): Promise<ArrowDocument> => {
    const { document, fresh, said } = await asked(stage, sentence, [LINE])
    expect([said.at(-1), fresh]).toEqual(['Done.', []])
    return document
  }
  it.each([
    ["make Elena's offer the entry of the scene", OFFER],
    ['make the choice the start of this scene', CHOICE],
    ['set node 11 as the entry', MILL]
  ])('%s', async (sentence, entry) => {
    expect((await changed(sentence)).resources.scenes.get(0)?.entry).toBe(entry)
  })
  it("make Elena's offer the entry of the document", async () => {
    const { entry, resources } = await changed("make Elena's offer the entry of the document")
    expect([entry, resources.scenes.get(0)?.entry]).toEqual([OFFER, 1])
  })
  it.each<[string, number, object]>([
    ['change "You\'re late." to "Too late."', LINE, { lines: ['Too late.'] }],
    ['replace the text of Elena\'s offer with "Well."', OFFER, { content: 'Well.' }],
    ['change Refuse to "Never"', CHOICE, { actions: ['Accept', 'Never', 'Ask what she wants'] }]
  ])('%s', async (sentence, node, data) => {
    const { resources } = await changed(sentence)
    expect(resources.nodes.get(node)?.data).toMatchObject(data)
    expect(resources.scenes.get(0)?.map.get(node)?.io).toEqual(stage.resources.scenes.get(0)?.map.get(node)?.io)
  })
  it('names a full node only where new nodes would follow it', async () => {
    const ends = async (sentence: string): Promise<string | undefined> => (await asked(stage, sentence, [1])).said.at(-1)
    expect(await ends('change "You\'re late." to "Too late."')).toBe('Done.')
    expect(await ends('add content "Rain."')).toMatch(/^Done: node \d+\. All outputs of node 1 lead somewhere already/)
  })
})
