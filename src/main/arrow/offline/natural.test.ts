import { beforeAll, describe, expect, it } from 'vitest'
import type { ArrowDocument } from '../../../arrow'
import { documentOf } from '../../../arrow/documents.fixture'
import { TestEditor } from '../editor.fixture'
import { TestSession } from '../session.fixture'
/** The effect of a request with an earlier conversation. */
async function asked(document: ArrowDocument, message: string, history: readonly object[] = []) {
  const editor = new TestEditor(document)
  const client = new TestSession().send(editor.sync()).send({ type: 'user_message', message, history, selected_node_ids: [], current_project_id: 1 })
  await client.serve(editor)
  const io = [...editor.document.resources.scenes.values()].flatMap(({ map }) => [...map.values()].flatMap((item) => item.io ?? []))
  return {
    document: editor.document,
    io,
    said: client.said,
    fresh: editor.fresh(document).map((id) => ({ id, ...editor.document.resources.nodes.get(id) }))
  }
}
// 7 content, 8 choice, 9 Good. after Accept, 10 The wheel turns. after Refuse, 11 Elena's line after that.
const [GOLD, COURAGE, ELENA, QUAY, CHOICE, GOOD, WHEEL, LATE, NEW] = [3, 4, 5, 7, 8, 9, 10, 11, 12]
let stage: ArrowDocument
beforeAll(async () => {
  const { document } = await asked(
    documentOf('untitled-new-project.arrow'),
    `create a number gold. create a number courage. create a character "Elena". create a character "Bram".`
  )
  stage = (
    await asked(
      document,
      `add content "The quay is empty." then add a choice between "Accept", "Refuse" and "Ask the price", then add content "Good.". after Refuse add content "The wheel turns." and after that add a dialog of Elena saying "You're late."`
    )
  ).document
})

describe('what people say without knowing the grammar', () => {
  it.each<[request: string, made: readonly object[], connections?: number[][]]>([
    ['After "Good." have Elena say "Wait for me."', [{ type: 'dialog', data: { character: ELENA, lines: ['Wait for me.'] } }], [[GOOD, 0, NEW, 0]]],
    [
      'after Refuse add content "She shrugs."',
      [{ type: 'content' }],
      [
        [CHOICE, 1, NEW, 0],
        [NEW, 0, WHEEL, 0]
      ]
    ],
    [
      'add content "She nods." after Accept',
      [{ type: 'content' }],
      [
        [CHOICE, 0, NEW, 0],
        [NEW, 0, GOOD, 0]
      ]
    ],
    [
      'Insert a line "It rains." before "Good."',
      [{ type: 'content', data: { content: 'It rains.' } }],
      [
        [CHOICE, 0, NEW, 0],
        [NEW, 0, GOOD, 0]
      ]
    ],
    ['Could you please add a short description of the harbour at night?', [{ type: 'content', data: { content: 'The harbour at night.' } }]],
    ['let the player choose between going north and going south', [{ type: 'interaction', data: { actions: ['Going north', 'Going south'] } }]],
    ['give the player two options: stay or leave', [{ type: 'interaction', data: { actions: ['Stay', 'Leave'] } }]],
    ['Please give the player 10 gold.', [{ type: 'variable_update', data: { variable: GOLD, operator: 'add', with: [0, 10] } }]],
    ['take 5 gold from the player', [{ type: 'variable_update', data: { variable: GOLD, operator: 'sub', with: [0, 5] } }]],
    [
      'When courage is 5 or more, say "You are brave.", otherwise say "You flee."',
      [{ type: 'condition', data: { variable: COURAGE, operator: 'gte', with: [0, 5] } }, { type: 'content' }, { type: 'content' }],
      [
        [NEW, 1, NEW + 1, 0],
        [NEW, 0, NEW + 2, 0]
      ]
    ],
    [
      'if the player has 5 gold, go to "Good."',
      [
        { type: 'condition', data: { variable: GOLD, operator: 'gte' } },
        { type: 'jump', data: { target: GOOD } }
      ]
    ],
    ['Bram answers "Never!" after "You\'re late."', [{ type: 'dialog', data: { lines: ['Never!'] } }], [[LATE, 0, NEW, 0]]]
  ])('“%s” adds what it says', async (request, made, connections = []) => {
    const { fresh, io, said } = await asked(stage, request)
    expect(said.at(-1)).toMatch(/^Done/)
    expect(fresh).toMatchObject(made)
    expect(fresh).toHaveLength(made.length)
    for (const one of connections) expect(io).toContainEqual(one)
  })
  it.each<[request: string, look: (document: ArrowDocument) => unknown, found: unknown]>([
    ["I'd like a new character named Odo", ({ resources }) => [...resources.characters.values()].at(-1)?.name, 'Odo'],
    ['add a variable for luck starting at 10', ({ resources }) => [...resources.variables.values()].at(-1), { name: 'luck', type: 'num', init: 10 }],
    ['change what Elena says to "Hello."', ({ resources }) => resources.nodes.get(LATE)?.data['lines'], ['Hello.']],
    ['give Elena the color red', ({ resources }) => resources.characters.get(ELENA)?.color, 'd94a4a'],
    [
      'add another option to the choice: Run away',
      ({ resources }) => resources.nodes.get(CHOICE)?.data['actions'],
      ['Accept', 'Refuse', 'Ask the price', 'Run away']
    ],
    ['rename the choice to Offer, please', ({ resources }) => resources.nodes.get(CHOICE)?.name, 'Offer'],
    ['end the scene after Refuse', ({ resources }) => resources.scenes.get(0)?.map.get(CHOICE)?.io, [[CHOICE, 0, GOOD, 0]]]
  ])('“%s” changes what is there', async (request, look, found) => expect(look((await asked(stage, request)).document)).toEqual(found))
  it.each([
    ['What happens after Refuse?', '“Refuse” leads to node 10: “The wheel turns.”.'],
    ['Where does the choice lead?', '“the choice” leads to node 9: “Good.” and node 10: “The wheel turns.”.'],
    ['how many nodes are there?', /^The scene “scene_0” has 7 nodes/],
    ['who is Elena?', 'Elena is a character of this document. Nodes about them: 11.'],
    ['make the quay text shorter', /^I can’t write texts of my own\. Give the words/],
    ['add a node after the quay', /^What kind of node\?/],
    ['have Bram ask for 5 gold', /^What are the words\? Put them in quotes/],
    ['add a jump', 'What do you mean by “add a jump”? Say, for example, “add a jump to the entry”.'],
    ['connect something', /“connect Refuse to node 11” or “connect Refuse to a new hub”\.$/],
    ['no', 'All right, nothing changes. What shall I do instead?']
  ])('“%s” gets one useful answer', async (request, answer) => {
    const { said, document } = await asked(stage, request)
    expect(said).toHaveLength(1)
    expect(said[0]).toMatch(answer)
    expect(document).toBe(stage)
  })
})

it('a node that is deleted leaves its neighbours joined', async () => {
  const { io } = await asked(stage, 'delete "The wheel turns."')
  expect(io).toContainEqual([CHOICE, 1, LATE, 0])
  const choice = await asked(stage, 'delete the choice')
  expect(choice.io.filter(([from]) => from === QUAY)).toEqual([])
})

describe('an answer to the assistant’s own question continues the request', () => {
  const answered = async (message: string, reply: string) => {
    const first = await asked(stage, message)
    expect(first.document).toBe(stage)
    return asked(first.document, reply, [{ message, output: first.said.join('\n\n') }])
  }
  it.each([
    ['increase luck by 2', 'yes', 'num'],
    ['set luck to "good"', 'a text', 'str'],
    ['check if luck', 'Yes, a flag.', 'bool']
  ])('“%s”, then “%s”', async (message, reply, type) => {
    const { document, fresh } = await answered(message, reply)
    expect([...document.resources.variables.values()].at(-1)).toMatchObject({ name: 'luck', type })
    expect(fresh).toHaveLength(1)
  })
  it('“yes” creates a character, and a number names one of several nodes', async () => {
    const { document } = await answered('set the tag mood of Tobit to calm', 'ok')
    expect([...document.resources.characters.values()].at(-1)?.name).toBe('Tobit')
    const { document: twice } = await asked(stage, 'add content "Good." after "You\'re late."')
    const message = 'rename "Good." to Fine'
    const { said } = await asked(twice, message)
    expect(said).toEqual(['2 nodes are “Good.”: 9, 12. Which one do you mean?'])
    const { document: renamed } = await asked(twice, 'node 9', [{ message, output: said.join() }])
    expect(renamed.resources.nodes.get(GOOD)?.name).toBe('Fine')
  })
  it('“yes” to nothing is answered by a question', async () =>
    expect((await asked(stage, 'yes')).said[0]).toMatch(/^I don’t know what you agree to\./))
})
