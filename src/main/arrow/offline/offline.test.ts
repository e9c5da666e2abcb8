import { describe, expect, it } from 'vitest'
import { documentOf } from '../../../arrow/documents.fixture'
import { type ArrowDocument, createCharacter, createVariable } from '../../../arrow'
import { TestEditor } from '../editor.fixture'
import { TestSession } from '../session.fixture'
import { parseRequest } from './grammar'

const blank = documentOf('untitled-new-project.arrow')
/** A document with the number courage (3) and the character Mira_o_Dell (4). */
const staged = createCharacter(createVariable(blank, { type: 'num', name: 'courage' }).document, { name: "Mira O'Dell" }).document

async function after(
  message: string,
  document: ArrowDocument = staged,
  selected: number[] = [2]
): Promise<{ editor: TestEditor; said: string[]; fresh: unknown[]; io: unknown[] }> {
  const editor = new TestEditor(document)
  const client = new TestSession().send(editor.sync()).send({ type: 'user_message', message, selected_node_ids: selected, current_project_id: 1 })
  await client.serve(editor)
  const io = [...editor.document.resources.scenes.values()].flatMap(({ map }) => [...map.values()].flatMap((item) => item.io ?? []))
  const fresh = editor.fresh(document).map((id) => editor.document.resources.nodes.get(id))
  return { editor, said: client.said, fresh, io }
}

describe('requests become nodes', () => {
  it.each<[string, object[], number[][]]>([
    [
      'add a dialog where Elena offers help, then a choice to accept or refuse',
      [
        { type: 'dialog', data: { lines: ['I can help you, if you like.'] } },
        { type: 'interaction', data: { actions: ['Accept', 'Refuse'] } }
      ],
      [
        [2, 0, 6, 0],
        [6, 0, 7, 0]
      ]
    ],
    [
      'Add a monolog by Mira O\'Dell: "I wouldn\'t go there."',
      [{ type: 'monolog', data: { character: 4, monolog: "I wouldn't go there." } }],
      [[2, 0, 5, 0]]
    ],
    [
      'add content titled "Dusk" saying "The gate, then the yard. Nobody."',
      [{ type: 'content', data: { title: 'Dusk', content: 'The gate, then the yard. Nobody.' } }],
      [[2, 0, 5, 0]]
    ],
    [
      'check if courage is at least three and then add content "You enter."',
      [{ type: 'condition', data: { variable: 3, operator: 'gte', with: [0, 3] } }, { type: 'content' }],
      [
        [2, 0, 5, 0],
        [5, 1, 6, 0]
      ]
    ],
    [
      'increase courage by 2, then set courage to 10',
      [
        { type: 'variable_update', data: { operator: 'add', with: [0, 2] } },
        { type: 'variable_update', data: { operator: 'set', with: [0, 10] } }
      ],
      [
        [2, 0, 5, 0],
        [5, 0, 6, 0]
      ]
    ],
    [
      "add a dialog of Mira O'Dell with “Halt!” and “Who goes there?”",
      [{ data: { character: 4, lines: ['Halt!'] } }, { data: { character: 4, lines: ['Who goes there?'] } }],
      [
        [2, 0, 5, 0],
        [5, 0, 6, 0]
      ]
    ],
    [
      'create a choice between going north, south or "up the tree"',
      [{ type: 'interaction', data: { actions: ['Going north', 'South', 'up the tree'] } }],
      [[2, 0, 5, 0]]
    ],
    [
      'add a choice between "stay" and "go", add content "You stay.", then after go add content "You go." and after that add content "Far."',
      [{ type: 'interaction' }, { data: { content: 'You stay.' } }, { data: { content: 'You go.' } }, { data: { content: 'Far.' } }],
      [
        [5, 0, 6, 0],
        [5, 1, 7, 0],
        [7, 0, 8, 0]
      ]
    ],
    [
      'check if courage is at least 3, add content "You enter.", on false: a monolog of Mira O\'Dell saying "Coward."',
      [{ type: 'condition' }, { type: 'content' }, { type: 'monolog', data: { character: 4 } }],
      [
        [5, 1, 6, 0],
        [5, 0, 7, 0]
      ]
    ],
    [
      "add a dialog where Tobit's aunt asks about the ferry",
      [{ type: 'dialog', data: { lines: ['What can you tell me about the ferry?'] } }],
      [[2, 0, 6, 0]]
    ],
    ['a choice between north, south and east', [{ type: 'interaction', data: { actions: ['North', 'South', 'East'] } }], [[2, 0, 5, 0]]]
  ])('%s', async (message, nodes, connections) => {
    const { fresh, io, said } = await after(message)
    expect(fresh).toMatchObject(nodes)
    for (const one of connections) expect(io).toContainEqual(one)
    expect(said.at(-1)).toMatch(/^Done: nodes? /)
  })

  it('variables, characters, scenes; what follows a new scene lies in it', async () => {
    const { editor, said } = await after(
      'create a number variable gold with value 12. create a flag met_elena, create a character "Old Tom" with color #ff8800 and create a scene called "The Mill" then add content "Wheat."'
    )
    const { variables, characters, scenes } = editor.document.resources
    expect([...variables.values()].slice(1)).toMatchObject([
      { name: 'gold', type: 'num', init: 12 },
      { name: 'met_elena', type: 'bool', init: false }
    ])
    expect([...characters.values()].at(-1)).toMatchObject({ name: 'Old_Tom', color: 'ff8800' })
    const mill = [...scenes.values()].at(-1)
    const [entry, content] = [...(mill?.map.keys() ?? [])]
    expect(mill?.name).toBe('The Mill')
    expect(mill?.map.get(entry ?? -1)?.io).toEqual([[entry, 0, content, 0]])
    expect(said.at(-1)).toBe(`Done: nodes ${entry}, ${content}.`)
  })

  it('connect, disconnect, rename, delete', async () => {
    const first = await after('add a choice between "stay" and "go", then add content "The end."')
    const [choice = 0, end = 0] = first.editor.fresh(staged)
    const second = await after(`connect choice "go" of node ${choice} to ${end} and rename node "The end." to Finale`, first.editor.document)
    expect(second.io).toContainEqual([choice, 1, end, 0])
    expect(second.editor.document.resources.nodes.get(end)?.name).toBe('Finale')
    const third = await after(`disconnect ${choice} from Finale, then delete variable courage and delete the selected node`, second.editor.document, [
      end
    ])
    expect(third.io).not.toContainEqual([choice, 0, end, 0])
    expect([third.editor.document.resources.variables.size, third.editor.document.resources.nodes.has(end)]).toEqual([0, false])
  })

  it('nodes are meant by what they are, and options by what they say', async () => {
    const { editor } = await after('add a dialog where Tobit greets you, then a choice to accept or refuse, then add content "Thanks."', staged, [])
    const [dialog = 0, choice = 0, thanks = 0] = editor.fresh(staged)
    const tied = await after("connect Refuse to Thanks. and rename the choice to Elena's offer", editor.document, [])
    expect(tied.io).toContainEqual([choice, 1, thanks, 0])
    expect(tied.editor.document.resources.nodes.get(choice)?.name).toBe("Elena's offer")
    const deletion = await after('delete the dialog of Tobit', tied.editor.document, [])
    expect(deletion.editor.document.resources.nodes.has(dialog)).toBe(false)
    const aunt = await after("add a dialog where Tobit's aunt asks about the ferry", editor.document, [])
    expect([...aunt.editor.document.resources.characters.values()].at(-1)?.name).toBe('Tobit_s_aunt')
    const inserted = await after('after Accept add content "Twice?"', editor.document, [])
    expect(inserted.io).toEqual(
      expect.arrayContaining([
        [choice, 0, (thanks ?? 0) + 1, 0],
        [(thanks ?? 0) + 1, 0, thanks, 0]
      ])
    )
  })

  it('says what it does, with each verb once, and helps', async () => {
    const { said } = await after(
      'create a number gold, add a dialog where Elena offers help, then a choice between "A", "B" and "C". rename node 2 to Door'
    )
    expect(said[0]).toBe(
      'I’ll create the variable “gold” and the character “Elena”, then add a dialog of “Elena” with “I can help you, if you like.” and a choice between “A”, “B” and “C”, then rename the node “node 2” to “Door”.'.replace(
        '“node 2”',
        '“2”'
      )
    )
    expect((await after('help')).said).toEqual([expect.stringMatching(/^I can add every type of node, .*Say, for example, /)])
    expect((await after('thanks')).said).toEqual(['You’re welcome. What shall I add or change next?'])
    expect((await after('undo that')).said).toEqual(['I can’t undo what I did. Use Undo in your editor.'])
    expect((await after('after node 2')).said).toEqual([expect.stringMatching(/^What is to follow there\?/)])
    expect((await after('create a scene called The ferry')).editor.document.resources.scenes.size).toBe(2)
  })

  it('a node whose outputs all lead on is not cut off', async () => {
    const { io, said } = await after('add content "Later."', staged, [1])
    expect(io).toEqual([[1, 0, 2, 0]])
    expect(said.at(-1)).toMatch(/All outputs of node 1 lead somewhere already/)
  })
})

it.each([
  ['make it better', /^What do you mean by “make it better”\? Say, for example, /],
  ['', /^What shall I add or change\?/],
  ['check whether luck is at least 2', 'There is no variable “luck”. Shall I create it? Say “create a number luck” first, or a text, or a flag.'],
  ['delete "Nobody"', 'There is no node, character, variable or scene “Nobody”. Which one do you mean?'],
  ['connect 1 to Nowhere', 'There is no node “Nowhere”. Select it, or give its number or its name.'],
  ['add a dialog where Elena greets you, then juggle', /^What do you mean by “juggle”\?/]
])('“%s” is asked back in one sentence, and changes nothing', async (message, says) => {
  const { editor, said } = await after(message)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(says)
  expect(editor.document).toBe(staged)
})

it('texts of any form are read in as many steps as they have characters', () => {
  for (const part of [
    'add ',
    '"',
    '“',
    "'a",
    ' and then ',
    'a, ',
    'connect a to ',
    'rename x ',
    ' '.repeat(9),
    '\u0001',
    'A the ',
    'add a dialog of Anna the '
  ]) {
    expect(parseRequest(part.repeat(20_000))).toBeDefined()
  }
})
