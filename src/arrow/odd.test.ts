import { describe, expect, it } from 'vitest'
import { documentOf, textOf } from './documents.fixture'
import { createNode, updateNode } from './edit/nodes'
import { playReadyJson } from './export/play-ready'
import { partsOf } from './ids'
import { lintDocument } from './lint/lint'
import { played, scene } from './play/played.fixture'
import { startPlay } from './play/play'
import { readArrow } from './read'
import { repairOf } from './repair/repair'
import { saveArrow, writeArrow } from './write'

const NOW = '2026-01-02 03:04:05'
const rules = (name: string): string[] => lintDocument(documentOf(name)).map(({ rule }) => rule)

it.each(['odd/v1.arrow-project.json', 'odd/unknown.arrow', 'odd/ids.arrow', 'odd/empty.arrow'])('%s keeps its bytes', (name) => {
  expect(writeArrow(documentOf(name))).toBe(textOf(name))
})
it.each(['odd/unknown.arrow', 'odd/ids.arrow', 'odd/empty.arrow'])('%s is printed anew as it stands', (name) => {
  expect(writeArrow({ ...documentOf(name) })).toBe(textOf(name))
})

describe('a document of version 1', () => {
  it('AD4 becomes a document of version 3 when it is changed, once', () => {
    const { document, migrated } = readArrow(textOf('odd/v1.arrow-project.json'))
    expect(migrated).toHaveLength(5)
    const { document: longer } = createNode(document, { type: 'hub', scene: 0, offset: [0, 0] })
    const saved = saveArrow(longer, document, NOW)
    const again = readArrow(saved)
    expect(again.migrated).toEqual([])
    expect(writeArrow({ ...again.document })).toBe(saved)
    const { nodes } = again.document.resources
    expect(nodes.get(40)?.type).toBe('hub')
    expect(nodes.get(3)?.data).toMatchObject({ playable: true, lines: ["Don't go", "I'll stay"] })
    expect([nodes.get(6)?.data['color'], nodes.get(7)?.data['color']]).toEqual(['ff001180', '00ff1cff'])
    expect(nodes.get(2)?.data['brief']).toBe('A brief text.')
    expect(again.document.meta).toMatchObject({ editor: '3.1.0', last_save: NOW, rtl: false })
  })
  it('gets its references from a repair, and no other change', () => {
    const repair = repairOf(textOf('odd/v1.arrow-project.json'))
    expect(repair?.done).toEqual(['“use” and “ref” were computed anew.'])
    expect(repair?.document.resources.variables.get(30)?.use).toEqual([4, 2])
    expect(repairOf(repair?.text ?? '')).toBeUndefined()
  })
})

it('line ends of Windows stay until a document is changed; then they are Arrow’s', () => {
  const text = textOf('untitled-new-project.arrow').replaceAll('\n', '\r\n') + '\r\n'
  const { document } = readArrow(text)
  expect(writeArrow(document)).toBe(text)
  const { document: longer } = createNode(document, { type: 'hub', scene: 0, offset: [0, 0] })
  const saved = saveArrow(longer, document, NOW)
  expect(saved).not.toContain('\r')
  expect(saved.endsWith('}\n')).toBe(true)
  expect(readArrow(saved).document.resources.nodes.size).toBe(3)
})

it('AD2 unknown types, members and their order stay when a document is changed, and lint names what Arrow can’t use', () => {
  const document = documentOf('odd/unknown.arrow')
  const { document: longer } = createNode(document, { type: 'hub', scene: 0, offset: [0, 0] })
  const saved = JSON.parse(saveArrow(longer, document, NOW)) as Record<string, unknown>
  expect(Object.keys(saved)).toEqual(['zeta', 'resources', 'meta', 'entry', 'title'])
  const { nodes, characters } = saved['resources'] as Record<string, Record<string, unknown>>
  expect(nodes?.['7']).toEqual((JSON.parse(textOf('odd/unknown.arrow')) as { resources: { nodes: Record<string, unknown> } }).resources.nodes['7'])
  expect(characters?.['4']).toMatchObject({ avatar: 'p.png', tags: { 12: 'digits', '': 'empty' } })
  const { events } = startPlay(document, { seed: 1 })
  expect(events).toContainEqual(
    expect.objectContaining({ ev: 'problem', problem: expect.objectContaining({ message: expect.stringMatching(/unknown type “scene”/) }) })
  )
  const messages = lintDocument(document).map(({ message }) => message)
  expect(messages).toContain("A tag of “Ann” has no name, so texts and tag nodes can't refer to it. Name it, or remove it.")
})

it('another author follows one who has used up all ids', () => {
  const document = documentOf('odd/ids.arrow')
  const { document: longer, id } = createNode(document, { type: 'hub', scene: Number.MAX_SAFE_INTEGER, offset: [0, 0] })
  expect(partsOf(id)).toEqual({ chapter: 1023, author: 0, seed: 0 })
  expect(longer.meta.authors).toEqual(
    new Map([
      [63, ['Last', 137438953471]],
      [0, ['Anonymous Contributor', 1]]
    ])
  )
  expect(readArrow(saveArrow(longer, document, NOW)).document.resources.nodes.has(id)).toBe(true)
  expect(() => createNode(document, { type: 'hub', scene: Number.MAX_SAFE_INTEGER, offset: [0, 0] }, { author: 63 })).not.toThrow()
})

it('nodes of every type without data are read, checked and played', () => {
  expect(rules('odd/empty.arrow')).toEqual(expect.arrayContaining(['missing-reference', 'data-shape', 'empty-content', 'connection-slot']))
  const { events } = startPlay(documentOf('odd/empty.arrow'), { seed: 1 })
  expect(events.at(-1)).toMatchObject({ ev: 'pause', pending: [expect.anything()] })
})

it('a dialog without lines has the line that Arrow shows', () => {
  const { events } = played(scene({ 1: { type: 'dialog', data: {} } }))
  expect(events.at(-1)).toMatchObject({ ev: 'pause', fresh: [{ id: 1, played: true, played_line: 'Hey there!' }] })
})

it('every JSON reader reads JSON for players', () => {
  const document = updateNode(documentOf('untitled-new-project.arrow'), 2, { data: { title: 'a\u000bb\u0001c\tend' } })
  expect(JSON.parse(playReadyJson(document))).toMatchObject({ resources: { nodes: { 2: { data: { title: 'a\u000bb\u0001c\tend' } } } } })
})

it('the problem names an unfinished merge', () => {
  const text = textOf('untitled-new-project.arrow').replace('"meta"', '"x": 1,\n<<<<<<< HEAD\n"meta"')
  expect(() => readArrow(text)).toThrow(
    'Line 5, column 1: A merge left both versions in the file. Choose one of them between “<<<<<<<” and “>>>>>>>”.'
  )
})

it('an export for players opens with counters past its ids and keeps its bytes until it is changed', () => {
  const exported = playReadyJson(documentOf('example1-home.arrow'))
  const { document, migrated } = readArrow(exported)
  expect(migrated).toEqual(['The document has no counters of new ids, as exports for players have none: they were computed from its ids.'])
  expect(writeArrow(document)).toBe(exported)
  const taken = new Set(Object.values(document.resources).flatMap((set: ReadonlyMap<number, unknown>) => [...set.keys()]))
  const { id } = createNode(document, { type: 'hub', scene: document.resources.scenes.keys().next().value ?? -1, offset: [0, 0] })
  expect([taken.has(id), partsOf(id).chapter]).toEqual([false, document.meta.chapter])
  expect(lintDocument(document).filter(({ rule }) => rule === 'next-seed')).toEqual([])
  expect(repairOf(exported)?.done ?? []).not.toContain('The counters of new ids were set past the largest id.')
})

it.each(['\u001c\0\0\0\u0012\0\0\0', '4\u0002\0\0\u0012\0\0\0title'])('the problem names a binary project: %j', (text) => {
  expect(() => readArrow(text)).toThrow('The file is not text. If it is a binary project of Arrow 1, open it there and save it as JSON.')
})
