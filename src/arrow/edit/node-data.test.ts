import { expect, it } from 'vitest'
import { documentOf } from '../documents.fixture'
import type { ArrowDocument, ArrowId } from '../document'
import { writeArrow } from '../write'
import { readArrow } from '../read'
import { connect } from './connections'
import { createNode } from './nodes'
import { itemsOf, setData, setItems } from './node-data'

const NEW = documentOf('untitled-new-project.arrow')
const linksOf = ({ resources }: ArrowDocument, id: ArrowId): [number, ArrowId][] =>
  [...resources.scenes.values()]
    .flatMap(({ map }) => (map.get(id)?.io ?? []).map(([, slot, to]): [number, ArrowId] => [slot, to]))
    .toSorted(([a], [b]) => a - b)

it('AD10 connections follow their lines, and are removed with them', () => {
  const result = createNode(NEW, { type: 'dialog', scene: 0, offset: [0, 0], data: { lines: ['a', 'b', 'c'] } })
  const ends = ['x', 'y'].reduce(
    ({ document, ids }, name) => {
      const end = createNode(document, { type: 'content', scene: 0, offset: [0, 0], name })
      return { document: end.document, ids: [...ids, end.id] }
    },
    { document: result.document, ids: [] as ArrowId[] }
  )
  const [x = -1, y = -1] = ends.ids
  const joined = connect(connect(ends.document, [result.id, 0, x, 0]), [result.id, 2, y, 0])
  const [a, b, c] = itemsOf(joined, result.id, 'lines')
  if (!a || !b || !c) throw new Error('there are three lines')
  const moved = setItems(joined, result.id, 'lines', [c, { text: 'new' }, a])
  expect(moved.resources.nodes.get(result.id)?.data['lines']).toEqual(['c', 'new', 'a'])
  expect(linksOf(moved, result.id)).toEqual([
    [0, y],
    [2, x]
  ])
  // A change of text alone changes no connection, and a line keeps its connection whatever its text was.
  const typed = setItems(joined, result.id, 'lines', [{ ...a, text: '' }, b, c])
  expect(linksOf(typed, result.id)).toEqual(linksOf(joined, result.id))
  expect(readArrow(writeArrow(moved)).document.resources.nodes.get(result.id)?.data['lines']).toEqual(['c', 'new', 'a'])
})

it('members with their default are left out of the file', () => {
  const titled = setData(NEW, 2, { auto: true, title: '' })
  expect(titled.resources.nodes.get(2)?.data).toEqual({ auto: true, content: NEW.resources.nodes.get(2)?.data['content'] })
  expect(setData(titled, 2, { auto: false }).resources.nodes.get(2)?.data).toEqual({ content: NEW.resources.nodes.get(2)?.data['content'] })
})
