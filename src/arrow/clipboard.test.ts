import { describe, expect, it } from 'vitest'
import { copyNodes, pasteNodes, readChunk, suggestedMode } from './clipboard'
import type { ArrowDocument } from './document'
import { documentOf } from './documents.fixture'
import { createCharacter, updateCharacter } from './edit/characters'
import { connect } from './edit/connections'
import { createNode, updateNode } from './edit/nodes'
import { relinked } from './edit/relink'
import { createScene, updateScene } from './edit/scenes'
import { createVariable } from './edit/variables'

const blank = (): ArrowDocument => documentOf('untitled-new-project.arrow')
/** Tobit (4) says something about gold (3) in node 5, which leads to node 6, a use of the macro 7. */
function written(): ArrowDocument {
  let document = createVariable(blank(), { type: 'num', name: 'gold' }).document
  document = createCharacter(document, { name: 'Tobit', tags: { mood: 'glad' } }).document
  document = createNode(document, {
    type: 'dialog',
    scene: 0,
    offset: [400, 200],
    data: { character: 4, lines: ['{gold} for {Tobit.mood} me', 'Bye'] }
  }).document
  document = createNode(document, { type: 'macro_use', scene: 0, offset: [800, 250] }).document
  document = createScene(document, { name: 'Count', macro: true }).document
  document = updateNode(document, 6, { data: { macro: 7 } })
  return connect(connect(document, [5, 1, 6, 0]), [2, 0, 5, 0])
}
const sound = (document: ArrowDocument): ArrowDocument => {
  expect(relinked(document)).toBe(document)
  for (const scene of document.resources.scenes.values()) expect(document.resources.nodes.has(scene.entry)).toBe(true)
  const owned = [...document.resources.scenes.values()].flatMap(({ map }) => [...map.keys()])
  expect([owned.length, new Set(owned)]).toEqual([document.resources.nodes.size, new Set(document.resources.nodes.keys())])
  return document
}

describe('copy', () => {
  it('includes what the nodes refer to, and only connections between copied nodes', () => {
    const chunk = readChunk(copyNodes(written(), [5, 6]))
    expect([chunk.list, chunk.dependencies.toSorted((a, b) => a - b)]).toEqual([
      [5, 6],
      [1, 3, 4, 7, 8]
    ])
    expect(chunk.resources.scenes.get(0)?.map.get(5)?.io).toEqual([[5, 1, 6, 0]])
    expect([...chunk.resources.nodes.keys()]).toEqual([1, 5, 6, 8])
    expect(chunk.resources.characters.get(4)).toEqual({ name: 'Tobit', color: 'ffffff', tags: { mood: 'glad' }, use: [5] })
  })
  it('refuses a node that doesn’t exist', () => expect(() => copyNodes(blank(), [9])).toThrow('There is no node 9'))
})

describe('AD14 paste', () => {
  it('reuses variables and characters in the same document', () => {
    const document = written()
    const pasted = pasteNodes(document, copyNodes(document, [5, 6]), { scene: 0, mode: 'reuse' })
    const [dialog = -1, use = -1] = pasted.nodes
    sound(pasted.document)
    expect(pasted.document.resources.characters).toHaveProperty('size', 1)
    expect(pasted.document.resources.nodes.get(dialog)).toMatchObject({
      name: '5_',
      data: { character: 4, lines: ['{gold} for {Tobit.mood} me', 'Bye'] }
    })
    expect(pasted.document.resources.scenes.get(0)?.map.get(dialog)).toEqual({ offset: [430, 230], io: [[dialog, 1, use, 0]] })
    expect(pasted.document.resources.scenes.get(7)?.use).toEqual([6, use])
  })
  it('recreates every resource, and texts follow the new names', () => {
    const document = written()
    const pasted = pasteNodes(document, copyNodes(document, [5, 6]), { scene: 0, at: [0, 0], mode: 'recreate' })
    const [dialog = -1, use = -1] = pasted.nodes
    sound(pasted.document)
    expect(pasted.document.resources.nodes.get(dialog)?.data['lines']).toEqual(['{gold_} for {Tobit_.mood} me', 'Bye'])
    expect([pasted.document.resources.characters.size, pasted.document.resources.variables.size, pasted.document.resources.scenes.size]).toEqual([
      2, 2, 3
    ])
    expect(pasted.document.resources.nodes.get(use)?.data['macro']).not.toBe(7)
    expect(pasted.document.resources.scenes.get(0)?.map.get(use)?.offset).toEqual([400, 50])
  })
  it('brings what another document lacks', () => {
    const other = createScene(createVariable(blank(), { type: 'str', name: 'gold' }).document).document
    const pasted = pasteNodes(other, copyNodes(written(), [5, 6]), { scene: 0, mode: 'reuse' })
    sound(pasted.document)
    const dialog = pasted.document.resources.nodes.get(pasted.nodes[0] ?? -1)
    expect(dialog?.data['lines']).toEqual(['{gold_} for {Tobit.mood} me', 'Bye'])
    expect([...pasted.document.resources.variables.values()].map(({ name, type }) => [name, type])).toEqual([
      ['gold', 'str'],
      ['gold_', 'num']
    ])
    expect([...pasted.document.resources.scenes.values()].filter(({ macro }) => macro)).toHaveLength(1)
  })
  it('recreates resources in another document of the same chapter, whose ids mean other resources', () => {
    const chunk = readChunk(copyNodes(written(), [5]))
    expect(suggestedMode(written(), chunk)).toBe('reuse')
    expect(suggestedMode({ ...blank(), title: 'Another' }, chunk)).toBe('recreate')
    expect(suggestedMode({ ...blank(), title: 'Another', meta: { ...blank().meta, chapter: 2 } }, chunk)).toBe('reuse')
  })
  it('keeps the name of a character that this document has under another name', () => {
    const document = written()
    const text = copyNodes(document, [5])
    const pasted = pasteNodes(updateCharacter(document, 4, { name: 'Anna' }), text, { scene: 0, mode: 'reuse' })
    expect(sound(pasted.document).resources.nodes.get(pasted.nodes[0] ?? -1)?.data['lines']).toEqual(['{gold} for {Anna.mood} me', 'Bye'])
  })
  it('brings the target of a jump in a scene of its own', () => {
    const { document, id } = createNode(written(), { type: 'jump', scene: 0, offset: [0, 0], data: { target: 5 } })
    const pasted = pasteNodes(blank(), copyNodes(document, [id]), { scene: 0, mode: 'recreate' })
    sound(pasted.document)
    const target = pasted.document.resources.nodes.get(pasted.nodes[0] ?? -1)?.data['target']
    expect(pasted.document.resources.nodes.get(Number(target))?.type).toBe('dialog')
    expect(pasted.document.resources.scenes.size).toBe(2)
  })
  it('brings the entry of a scene that it brings', () => {
    const { document, id } = createNode(written(), { type: 'jump', scene: 0, offset: [0, 0], data: { target: 5 } })
    const other = createScene(updateScene(document, 0, { name: 'Other' }))
    const pasted = pasteNodes(other.document, copyNodes(document, [id]), { scene: other.id, mode: 'reuse' })
    expect(sound(pasted.document).resources.scenes.size).toBe(other.document.resources.scenes.size + 1)
  })
  it('makes another node the entry of a scene whose entry was copied', () => {
    const { document, id } = createNode(written(), { type: 'jump', scene: 0, offset: [0, 0], data: { target: 5 } })
    const pasted = pasteNodes(document, copyNodes(document, [1, id]), { scene: 0, mode: 'recreate' })
    expect(sound(pasted.document).resources.scenes.size).toBe(document.resources.scenes.size + 1)
  })
  it.each([
    '',
    'hello',
    '{}',
    '{"arrow":{},"chunk":{"list":[1],"resources":{}}}',
    '{"arrow":{},"chunk":{"list":[1],"resources":{"nodes":{"1":{"type":"hub"}}}}}'
  ])('of %j is refused', (text) => {
    expect(() => pasteNodes(blank(), text, { scene: 0, mode: 'reuse' })).toThrow(/[Cc]op/)
  })
})
