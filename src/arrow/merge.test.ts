import { expect, it } from 'vitest'
import { changeSubject } from './change-words'
import { documentOf } from './documents.fixture'
import type { ArrowDocument } from './document'
import { createCharacter, updateCharacter } from './edit/characters'
import { connect } from './edit/connections'
import { setData } from './edit/node-data'
import { createNode, moveNodes } from './edit/nodes'
import { removeResources } from './edit/remove'
import { createScene, setTitle } from './edit/scenes'
import { createVariable, updateVariable } from './edit/variables'
import { mergeDocuments, sharedWith, withOwnIds } from './merge'
import { readArrow } from './read'
import { writeArrow } from './write'

const BASE = documentOf('untitled-new-project.arrow')
const reread = (document: ArrowDocument): ArrowDocument => readArrow(writeArrow(document)).document

it('a merge joins edits of different nodes and connections, and gives no id twice', () => {
  const mine = connect(createNode(BASE, { type: 'hub', scene: 0, offset: [5, 5], name: 'mine' }).document, [2, 0, 3, 0])
  const theirs = setData(setTitle(moveNodes(BASE, [[1, [7, 7]]]), 'Theirs'), 2, { content: "O'Hara waits." })
  const { document, conflicts } = mergeDocuments(BASE, mine, theirs)
  expect(conflicts).toBe(0)
  const joined = reread(document)
  expect(joined.title).toBe('Theirs')
  expect(joined.resources.nodes.get(2)?.data['content']).toBe("O'Hara waits.")
  expect(joined.resources.nodes.get(3)?.name).toBe('mine')
  const map = joined.resources.scenes.get(0)?.map
  expect([map?.get(1)?.offset, map?.get(2)?.io]).toEqual([[7, 7], [[2, 0, 3, 0]]])
  expect(joined.meta.authors?.get(0)?.[1]).toBe(4)
})

it('a merge keeps both resources that two people added under one id', () => {
  const withVariable = createVariable(BASE, { name: 'gold', type: 'num' }).document
  const mine = connect(createNode(withVariable, { type: 'content', scene: 0, offset: [5, 5], data: { title: 'Bell {gold}' } }).document, [2, 0, 4, 0])
  const theirs = createNode(createNode(BASE, { type: 'content', scene: 0, offset: [9, 9], data: { title: 'Gull' } }).document, {
    type: 'hub',
    scene: 0,
    offset: [0, 0]
  }).document
  const { document, conflicts } = mergeDocuments(BASE, withOwnIds(BASE, mine, theirs), theirs)
  expect(conflicts).toBe(0)
  const { nodes, variables, scenes } = reread(document).resources
  expect([...nodes].map(([id, { data }]) => [id, data['title']])).toEqual(
    expect.arrayContaining([
      [3, 'Gull'],
      [5, 'Bell {gold}']
    ])
  )
  expect([[...variables.keys()], variables.get(6)?.use]).toEqual([[6], [5]])
  expect([scenes.get(0)?.map.get(2)?.io, reread(document).meta.authors?.get(0)?.[1]]).toEqual([[[2, 0, 5, 0]], 7])
  expect(withOwnIds(BASE, mine, BASE)).toBe(mine)
})

it('AD11 a merge keeps and counts mine where both changed a value, and keeps a resource that one changed and the other removed', () => {
  const added = createNode(BASE, { type: 'content', scene: 0, offset: [0, 0] })
  const base = connect(added.document, [2, 0, added.id, 0])
  const mine = removeResources(setData(base, 2, { title: 'Mine' }), [added.id])
  const theirs = setData(setData(base, 2, { title: 'Theirs', content: 'More' }), added.id, { content: 'Kept' })
  const { document, conflicts } = mergeDocuments(base, mine, theirs)
  const joined = reread(document)
  expect(conflicts).toBeGreaterThanOrEqual(2)
  expect(joined.resources.nodes.get(2)?.data).toMatchObject({ title: 'Mine', content: 'More' })
  // One side removed the node and the other edited it, so it is restored in its scene.
  expect(joined.resources.nodes.get(added.id)?.data['content']).toBe('Kept')
  expect(joined.resources.scenes.get(0)?.map.has(added.id)).toBe(true)
  expect(mergeDocuments(BASE, BASE, theirs).conflicts).toBe(0)
  expect(writeArrow(mergeDocuments(BASE, theirs, BASE).document)).toBe(writeArrow(theirs))
})

it('a document that was read again shares every equal part with another one', () => {
  const added = createNode(setData(BASE, 2, { title: 'Other' }), { type: 'hub', scene: 0, offset: [0, 0] }).document
  const read = reread(added)
  const shared = sharedWith(BASE, read)
  expect(writeArrow(shared)).toBe(writeArrow(added))
  expect([shared.resources.nodes.get(1), shared.resources.variables]).toEqual([BASE.resources.nodes.get(1), BASE.resources.variables])
  expect(shared.resources.nodes.get(1)).toBe(BASE.resources.nodes.get(1))
  expect(shared.resources.variables).toBe(BASE.resources.variables)
  expect(changeSubject(BASE, shared)).toBe('Untitled Adventure: added a hub, edited a content node')
  expect(sharedWith(BASE, reread(setTitle(BASE, 'x'))).resources.nodes).toBe(BASE.resources.nodes)
})

it('the subject of a save names what changed', () => {
  const hero = createCharacter(BASE, { name: 'Elena' })
  const says = createNode(hero.document, { type: 'dialog', scene: 0, offset: [0, 0], data: { character: hero.id } })
  const brave = createVariable(says.document, { type: 'num', name: 'courage' })
  const subjects = [
    changeSubject(undefined, BASE),
    changeSubject(BASE, setTitle(BASE, '')),
    changeSubject(BASE, says.document),
    changeSubject(says.document, setData(says.document, says.id, { lines: ['Hm.'] })),
    changeSubject(says.document, moveNodes(says.document, [[says.id, [9, 9]]])),
    changeSubject(BASE, createScene(brave.document, { name: 'The inn' }).document),
    changeSubject(brave.document, updateVariable(brave.document, brave.id, { name: 'valour' })),
    changeSubject(says.document, updateCharacter(says.document, hero.id, { color: '#ff0000' })),
    changeSubject(BASE, BASE)
  ]
  expect(subjects).toEqual([
    'Added the scene document Untitled Adventure',
    'Untitled scene: renamed from Untitled Adventure',
    'Untitled Adventure: added a dialog, added the character Elena',
    "Untitled Adventure: edited Elena's dialog",
    'Untitled Adventure: arranged nodes',
    'Untitled Adventure: added the scene The inn, added a dialog and an entry, added the variable courage and 1 more change',
    'Untitled Adventure: renamed the variable courage to valour',
    'Untitled Adventure: edited the character Elena',
    'Untitled Adventure: saved'
  ])
})
