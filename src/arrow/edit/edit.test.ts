import { describe, expect, it } from 'vitest'
import type { ArrowDocument } from '../document'
import { documentOf, DOCUMENTS } from '../documents.fixture'
import { Problem } from '../../shared/base/problem'
import { readArrow } from '../read'
import { writeArrow } from '../write'
import { createCharacter, renameTag, updateCharacter } from './characters'
import { connect, disconnect } from './connections'
import { createNode, insertBetween, moveNodes, moveToScene, resizeNode, skipNodes, updateNode } from './nodes'
import { relinked } from './relink'
import { removeResources, removeScene } from './remove'
import { createScene, setDocumentEntry, setSceneEntry, updateScene } from './scenes'
import { createVariable, updateVariable } from './variables'

const blank = (): ArrowDocument => documentOf('untitled-new-project.arrow')
const node = (document: ArrowDocument, id: number) => document.resources.nodes.get(id)
/** The data of the refusal that an edit throws. */
function refused(edit: () => unknown): Record<string, unknown> {
  try {
    edit()
  } catch (problem) {
    if (problem instanceof Problem) return { ...problem.data, message: problem.message }
    throw problem
  }
  return expect.unreachable('the edit was not refused')
}
/** Asserts that a document reads back as it is, with exact references. */
function sound(document: ArrowDocument): ArrowDocument {
  expect(relinked(document)).toBe(document)
  expect(writeArrow({ ...readArrow(writeArrow({ ...document })).document })).toBe(writeArrow({ ...document }))
  return document
}

// Arrow 1.0 didn't record which texts expose a variable, and the broken jump refers to a node that doesn't exist.
it.each(DOCUMENTS.filter((name) => !/^demo|jump_missing/.test(name)))('AD7 the references in %s equal the computed ones', (name) => {
  const document = documentOf(name)
  expect(relinked(document)).toBe(document)
})

describe('nodes', () => {
  it('a new node has the next id, its name in base 36 and the defaults of its type', () => {
    const { document, id } = createNode(blank(), { type: 'dialog', scene: 0, offset: [10.9, -3.2] })
    expect(id).toBe(3)
    expect(node(document, 3)).toEqual({ type: 'dialog', name: '3', data: { character: -1, lines: ['Hey there!'], playable: false } })
    expect(document.resources.scenes.get(0)?.map.get(3)).toEqual({ offset: [10, -4] })
    expect(document.meta.authors?.get(0)).toEqual(['Anonymous Contributor', 4])
    sound(document)
  })
  it('AD6 the id of a removed node is never used again', () => {
    const first = createNode(blank(), { type: 'hub', scene: 0, offset: [0, 0] })
    const second = createNode(removeResources(first.document, [first.id]), { type: 'hub', scene: 0, offset: [0, 0] })
    expect(second.id).toBe(first.id + 1)
  })
  it('AD5 an edit shares what it doesn’t change', () => {
    const before = documentOf('conf-flow.arrow')
    const after = updateNode(before, before.entry, { notes: 'Begin here' })
    expect(after.resources.scenes).toBe(before.resources.scenes)
    expect([...after.resources.nodes].filter(([id, one]) => before.resources.nodes.get(id) !== one).map(([id]) => id)).toEqual([before.entry])
  })
  it('a dialog with fewer lines loses the connections of the others', () => {
    let { document, id } = createNode(blank(), { type: 'interaction', scene: 0, offset: [0, 0], data: { actions: ['a', 'b', 'c'] } })
    document = connect(connect(document, [id, 0, 2, 0]), [id, 2, 2, 0])
    document = updateNode(document, id, { data: { actions: ['a'] } })
    expect(document.resources.scenes.get(0)?.map.get(id)?.io).toEqual([[id, 0, 2, 0]])
    sound(document)
  })
  it('a node is inserted into a connection', () => {
    const { document, id } = insertBetween(blank(), [1, 0, 2, 0], { type: 'hub', offset: [1, 1] })
    const map = document.resources.scenes.get(0)?.map
    expect([map?.get(1)?.io, map?.get(id)?.io]).toEqual([[[1, 0, id, 0]], [[id, 0, 2, 0]]])
    expect(refused(() => insertBetween(blank(), [1, 0, 2, 0], { type: 'frame', offset: [1, 1] }))).toMatchObject({ arrowCode: 'INVALID_CONNECTION' })
  })
  it('nodes are moved, skipped and resized', () => {
    const document = resizeNode(skipNodes(moveNodes(blank(), [[2, [5.5, 6]]]), [2], true), 2, [210.4, 90])
    expect(document.resources.scenes.get(0)?.map.get(2)).toEqual({ offset: [5, 6], skip: true })
    expect(node(document, 2)?.data['rect']).toEqual([210, 90])
    expect(skipNodes(document, [2], false).resources.scenes.get(0)?.map.get(2)).toEqual({ offset: [5, 6] })
    expect(refused(() => moveNodes(blank(), [[2, [Number.NaN, 0]]]))).toMatchObject({ arrowCode: 'INVALID_POSITION' })
  })
  it.each([
    ['INVALID_NODE_TYPE', { type: 'sparkle', scene: 0, offset: [0, 0] }],
    ['INVALID_SCENE_ID', { type: 'hub', scene: 77, offset: [0, 0] }],
    ['INVALID_POSITION', { type: 'hub', scene: 0, offset: [Infinity, 0] }],
    ['INVALID_CHARACTER_ID', { type: 'dialog', scene: 0, offset: [0, 0], data: { character: 99 } }],
    ['INVALID_VARIABLE_ID', { type: 'condition', scene: 0, offset: [0, 0], data: { with: [1, 99] } }],
    ['INVALID_NODE_ID', { type: 'jump', scene: 0, offset: [0, 0], data: { target: 99 } }],
    ['INVALID_SCENE_ID', { type: 'macro_use', scene: 0, offset: [0, 0], data: { macro: 0 } }],
    ['TYPE_MISMATCH', { type: 'dialog', scene: 0, offset: [0, 0], data: { lines: [] } }],
    ['TYPE_MISMATCH', { type: 'randomizer', scene: 0, offset: [0, 0], data: { slots: 11 } }]
  ] as const)('%s for %j', (arrowCode, wrong) => {
    expect(refused(() => createNode(blank(), wrong))).toMatchObject({ arrowCode })
  })
  it('jumps can’t lead back to each other', () => {
    const { document, id } = createNode(blank(), { type: 'jump', scene: 0, offset: [0, 0] })
    const other = createNode(document, { type: 'jump', scene: 0, offset: [0, 0], data: { target: id } })
    const back = refused(() => updateNode(other.document, id, { data: { target: other.id, reason: '' } }))
    expect(back).toMatchObject({ arrowCode: 'CIRCULAR_REFERENCE' })
  })
})

describe('connections', () => {
  it('an output has one connection', () => {
    const { document, id } = createNode(blank(), { type: 'hub', scene: 0, offset: [0, 0] })
    const after = connect(document, [1, 0, id, 1])
    expect(after.resources.scenes.get(0)?.map.get(1)?.io).toEqual([[1, 0, id, 1]])
    expect(connect(after, [1, 0, id, 1])).toBe(after)
    expect(disconnect(after, [1, 0, id, 1]).resources.scenes.get(0)?.map.get(1)).toEqual({ offset: [100, 100] })
  })
  it.each([
    ['with itself', [2, 0, 2, 0]],
    ['into an entry', [2, 0, 1, 0]],
    ['from a slot that is not there', [2, 1, 3, 0]],
    ['into a slot that is not there', [2, 0, 3, 2]],
    ['into a frame', [2, 0, 4, 0]],
    ['out of a jump', [5, 0, 2, 0]],
    ['into another scene', [2, 0, 7, 0]]
  ] as const)('none %s', (_, connection) => {
    let document = blank()
    for (const type of ['hub', 'frame', 'jump']) document = createNode(document, { type, scene: 0, offset: [0, 0] }).document
    const { document: scenes, id } = createScene(document)
    const { document: all } = createNode(scenes, { type: 'content', scene: id, offset: [0, 0] })
    expect(refused(() => connect(all, connection.map((n) => (n === 7 ? 8 : n)) as unknown as typeof connection))).toMatchObject({
      arrowCode: 'INVALID_CONNECTION'
    })
  })
})

describe('variables and characters', () => {
  it('AD9 a rename rewrites the texts that expose the name', () => {
    let { document, id: gold } = createVariable(blank(), { type: 'num', name: 'gold', init: 3 })
    const { document: withTobit, id: tobit } = createCharacter(document, { name: 'Tobit', color: '#AABBCC', tags: { mood: 'glad' } })
    document = updateNode(withTobit, 2, { data: { title: 'A', content: 'You have {gold}, {Tobit.mood}; {other} and {gold' } })
    expect(node(document, 2)?.ref).toEqual([gold, tobit])
    sound(document)
    document = updateCharacter(updateVariable(document, gold, { name: 'crowns' }), tobit, { name: "Tobit's ghost" })
    document = renameTag(document, tobit, 'mood', 'temper')
    expect(node(document, 2)?.data['content']).toBe('You have {crowns}, {Tobit_s_ghost.temper}; {other} and {gold')
    expect(document.resources.characters.get(tobit)).toEqual({ name: 'Tobit_s_ghost', color: 'aabbcc', tags: { temper: 'glad' }, use: [2] })
    sound(document)
  })
  it('a text that exposes a name uses a new variable of that name', () => {
    const { document, id } = createVariable(updateNode(blank(), 2, { data: { content: '{hope} is left' } }), { type: 'str', name: 'hope' })
    expect(document.resources.variables.get(id)?.use).toEqual([2])
    expect(sound(updateVariable(document, id, { name: 'fear' })).resources.nodes.get(2)?.data['content']).toBe('{fear} is left')
  })
  it('names are unique and safe', () => {
    const one = createVariable(blank(), { type: 'num', name: 'a b' })
    const two = createVariable(one.document, { type: 'num', name: 'a b' })
    expect([...two.document.resources.variables.values()].map((variable) => variable.name)).toEqual(['a_b', 'a_b_'])
  })
  it.each([
    [{ type: 'num', init: 'x' }, 'TYPE_MISMATCH'],
    [{ type: 'num', init: 1.5 }, 'TYPE_MISMATCH'],
    [{ type: 'bool', init: 0 }, 'TYPE_MISMATCH']
  ] as const)('a variable %j is refused', (variable, arrowCode) => {
    expect(refused(() => createVariable(blank(), variable))).toMatchObject({ arrowCode })
  })
  it('colours and tag keys are checked', () => {
    expect(refused(() => createCharacter(blank(), { color: 'red' }))).toMatchObject({ arrowCode: 'TYPE_MISMATCH' })
    expect(refused(() => createCharacter(blank(), { tags: { 12: 'x' } }))).toMatchObject({ arrowCode: 'TYPE_MISMATCH' })
  })
})

describe('removal', () => {
  const used = () => {
    const { document, id } = createVariable(blank(), { type: 'num', name: 'gold' })
    const condition = createNode(document, { type: 'condition', scene: 0, offset: [0, 0], data: { variable: id, with: [1, id] } })
    return { document: updateNode(condition.document, 2, { data: { content: '{gold}' } }), gold: id, condition: condition.id }
  }
  it('AD8 a resource in use is not removed, and the refusal names its users', () => {
    const { document, gold, condition } = used()
    expect(refused(() => removeResources(document, [gold]))).toMatchObject({ arrowCode: 'RESOURCE_IN_USE', used_by: [2, condition] })
    expect(sound(removeResources(document, [gold, condition, 2])).resources.nodes.size).toBe(1)
  })
  it('a forced removal leaves references to nothing', () => {
    const { document, gold, condition } = used()
    const after = sound(removeResources(document, [gold], { force: true }))
    expect(node(after, condition)).toEqual({ type: 'condition', name: '4', data: { variable: -1, operator: 'eq', with: [0, null] } })
    expect(node(after, 2)).toEqual({ type: 'content', name: '2', data: { content: '{gold}' } })
  })
  it('a removed node loses its connections', () => {
    const after = sound(removeResources(blank(), [2]))
    expect(after.resources.scenes.get(0)?.map).toEqual(new Map([[1, { offset: [100, 100] }]]))
  })
  it('an entry is not removed', () =>
    expect(refused(() => removeResources(blank(), [1], { force: true }))).toMatchObject({ arrowCode: 'PERMISSION_DENIED' }))
  it('a macro in use is not removed', () => {
    const macro = createScene(blank(), { name: 'Count', macro: true })
    const { document, id } = createNode(macro.document, { type: 'macro_use', scene: 0, offset: [0, 0], data: { macro: macro.id } })
    expect(document.resources.scenes.get(macro.id)?.use).toEqual([id])
    expect(refused(() => removeScene(document, macro.id))).toMatchObject({ arrowCode: 'RESOURCE_IN_USE', referenced_by: [id] })
    const after = removeScene(document, macro.id, { force: true })
    expect(sound(after.document).resources.nodes.get(id)?.data['macro']).toBe(-1)
    expect(after.removed).toHaveLength(1)
    expect(refused(() => removeScene(blank(), 0))).toMatchObject({ arrowCode: 'PERMISSION_DENIED' })
  })
})

describe('scenes', () => {
  it('a new scene has an entry, and nodes move between scenes', () => {
    const { document, id } = createScene(blank(), { name: 'Attic', notes: 'dusty' })
    const moved = sound(moveToScene(document, [2], id))
    expect(moved.resources.scenes.get(0)?.map.get(1)?.io).toBeUndefined()
    const entered = setDocumentEntry(setSceneEntry(moved, 2), 2)
    expect([entered.entry, entered.resources.scenes.get(id)?.entry]).toEqual([2, 2])
    expect(updateScene(entered, id, { name: 'scene_0', notes: '' }).resources.scenes.get(id)).toMatchObject({ name: 'scene_0_' })
    expect(refused(() => moveToScene(entered, [2], 0))).toMatchObject({ arrowCode: 'PERMISSION_DENIED' })
  })
  it('a macro contains neither the entry of the document nor a use of a macro', () => {
    const { document, id } = createScene(blank(), { macro: true })
    const inside = document.resources.scenes.get(id)?.entry ?? -1
    expect(refused(() => setDocumentEntry(document, inside))).toMatchObject({ arrowCode: 'PERMISSION_DENIED' })
    expect(refused(() => createNode(document, { type: 'macro_use', scene: id, offset: [0, 0] }))).toMatchObject({ arrowCode: 'CIRCULAR_REFERENCE' })
  })
})
