import { describe, expect, it } from 'vitest'
import { diffDocuments, isEmptyDiff } from './diff'
import type { ArrowDocument } from './document'
import { documentOf } from './documents.fixture'
import { connect } from './edit/connections'
import { createNode, moveNodes, updateNode } from './edit/nodes'
import { relinked } from './edit/relink'
import { removeResources, removeScene } from './edit/remove'
import { createScene, updateScene } from './edit/scenes'
import { createVariable, updateVariable } from './edit/variables'
import { applyStep } from './step'
import { searchDocument } from './search'
import { stamped, writeArrow } from './write'

/** The new document with a dialog (3) after the content (2), a hub (4) and a variable (5). */
function base(): ArrowDocument {
  let document = documentOf('untitled-new-project.arrow')
  document = createNode(document, { type: 'dialog', scene: 0, offset: [500, 100], data: { lines: ['Yes', 'No'], playable: true } }).document
  document = createNode(document, { type: 'hub', scene: 0, offset: [900, 100] }).document
  return connect(createVariable(document, { type: 'num', name: 'gold' }).document, [2, 0, 3, 0])
}
const say = (document: ArrowDocument, ...lines: string[]): ArrowDocument =>
  updateNode(document, 3, { data: { character: -1, lines, playable: true } })

describe('difference', () => {
  it('lists nodes, members and connections', () => {
    const before = base()
    const after = removeResources(connect(moveNodes(say(before, 'Maybe', 'No'), [[2, [1, 1]]]), [3, 0, 4, 1]), [5])
    expect(diffDocuments(before, after)).toEqual({
      nodes: {
        added: [],
        removed: [],
        changed: [
          { id: 2, members: ['offset'] },
          { id: 3, members: ['data.lines'] }
        ]
      },
      scenes: { added: [], removed: [], changed: [] },
      variables: { added: [], removed: [5], changed: [] },
      characters: { added: [], removed: [], changed: [] },
      connections: { added: [[3, 0, 4, 1]], removed: [] },
      document: []
    })
    expect([before, after].map((document) => isEmptyDiff(diffDocuments(before, document)))).toEqual([true, false])
    expect(isEmptyDiff(diffDocuments(before, stamped(before, '2026-01-02 03:04:05')))).toBe(true)
  })
})

describe('AD12 a step on a document that has changed since', () => {
  const merged = (from: ArrowDocument, to: ArrowDocument, ours: ArrowDocument): ArrowDocument | readonly string[] => {
    const result = applyStep(from, to, ours)
    return 'document' in result ? result.document : result.conflicts
  }
  const sound = (result: ArrowDocument | readonly string[]): ArrowDocument => {
    expect(result).toHaveProperty('resources')
    const document = result as ArrowDocument
    expect(relinked(document)).toBe(document)
    return document
  }

  it('applies changes of other nodes, places and connections', () => {
    const from = base()
    const to = connect(say(from, 'Maybe', 'No'), [3, 0, 4, 0])
    const ours = stamped(connect(moveNodes(updateVariable(from, 5, { name: 'crowns' }), [[3, [7, 7]]]), [3, 1, 4, 1]), '2026-01-02 03:04:05')
    const result = sound(merged(from, to, ours))
    expect(result.resources.nodes.get(3)?.data['lines']).toEqual(['Maybe', 'No'])
    expect(result.resources.scenes.get(0)?.map.get(3)).toEqual({
      offset: [7, 7],
      io: [
        [3, 1, 4, 1],
        [3, 0, 4, 0]
      ]
    })
    expect(result.resources.variables.get(5)?.name).toBe('crowns')
    expect(result.meta.last_save).toBe('2026-01-02 03:04:05')
  })
  it('undoes an edit, keeps later ones, and reuses no id', () => {
    const before = base()
    const edit = createNode(before, { type: 'marker', scene: 0, offset: [0, 0] }).document
    const ours = say(edit, 'Later')
    const result = sound(merged(edit, before, ours))
    expect(result.resources.nodes.has(6)).toBe(false)
    expect(result.resources.nodes.get(3)?.data['lines']).toEqual(['Later'])
    expect(result.meta.authors?.get(0)?.[1]).toBe(7)
  })
  it('adds and removes scenes', () => {
    const before = base()
    const { document: edit, id } = createScene(before, { name: 'Attic' })
    expect(sound(merged(before, edit, say(before, 'Later'))).resources.scenes.get(id)?.map.size).toBe(1)
    expect(sound(merged(edit, before, say(edit, 'Later'))).resources.scenes.has(id)).toBe(false)
    expect(sound(merged(edit, removeScene(edit, id).document, say(edit, 'x'))).resources.nodes.has(7)).toBe(false)
  })
  it.each<[string, (document: ArrowDocument) => ArrowDocument, (document: ArrowDocument) => ArrowDocument, string]>([
    ['a node', (document) => say(document, 'a'), (document) => say(document, 'b'), 'the content of “3” has changed since'],
    [
      'a place',
      (document) => moveNodes(document, [[3, [1, 1]]]),
      (document) => moveNodes(document, [[3, [2, 2]]]),
      'the place of “3” has changed since'
    ],
    [
      'a connection',
      (document) => connect(document, [2, 0, 4, 0]),
      (document) => connect(document, [2, 0, 4, 1]),
      'the connection from “2” has changed since'
    ],
    [
      'a name',
      (document) => updateScene(document, 0, { name: 'a' }),
      (document) => updateScene(document, 0, { name: 'b' }),
      '“name” of “b” has changed since'
    ],
    [
      'a removed node',
      (document) => removeResources(document, [4]),
      (document) => connect(document, [3, 0, 4, 0]),
      '“3” leads to a node that is gone'
    ],
    [
      'a removed variable',
      (document) => removeResources(document, [5]),
      (document) => createNode(document, { type: 'generator', scene: 0, offset: [0, 0], data: { variable: 5 } }).document,
      '“6” uses something that is gone'
    ]
  ])('%s that both changed is a conflict', (_, theirs, ours, conflict) => {
    const from = base()
    expect(merged(from, theirs(from), ours(from))).toEqual([conflict])
  })
  it('reports no conflict where both made the same change', () => {
    const from = base()
    const ours = say(from, 'a')
    expect(merged(from, say(from, 'a'), ours)).toBe(ours)
  })
  it('writes the result in Arrow’s form', () => {
    const from = base()
    const result = sound(merged(from, say(from, 'a'), moveNodes(from, [[4, [1, 2]]])))
    expect(writeArrow(result)).toBe(writeArrow(moveNodes(say(from, 'a'), [[4, [1, 2]]])))
  })
})

describe('search', () => {
  const hitsOf = (text: string, mode?: 'any' | 'all' | 'exact' | 'regex') =>
    searchDocument(base(), { text, ...(mode && { mode }) }).hits.map(({ set, id, member }) => `${set} ${id} ${member}`)
  it.each([
    ['hello WORLD', undefined, ['nodes 2 data.title']],
    ['world adventure', 'any', ['nodes 2 data.title', 'nodes 2 data.content']],
    ['world adventure', 'all', []],
    ['begin our', 'exact', ['nodes 2 data.content']],
    ['5', undefined, ['variables 5 id']],
    ['^Y.s$', 'regex', ['nodes 3 data.lines.0']],
    ['gold', undefined, ['variables 5 name']],
    ['', undefined, []]
  ] as const)('%j (%s)', (text, mode, hits) => expect(hitsOf(text, mode)).toEqual(hits))
  it('stops at a regular expression that takes too long', () => {
    const document = updateNode(base(), 2, { data: { title: 'a'.repeat(40), content: 'b' } })
    expect(searchDocument(document, { text: '(a+)+$b', mode: 'regex' })).toEqual({ hits: [], stopped: 'slow' })
    expect(searchDocument(document, { text: '(', mode: 'regex' })).toEqual({ hits: [], stopped: 'invalid' })
  })
  it('searches one scene only', () => {
    const { document, id } = createScene(base(), { name: 'Attic' })
    expect(searchDocument(document, { text: 'entry', scene: id }).hits.map((hit) => hit.id)).toEqual([7])
  })
})
