import { describe, expect, it } from 'vitest'
import { beginRun, changesOf, overwrittenBy, revertRun, withEdits } from './assisted'
import { isEmptyDiff } from './diff'
import { documentOf } from './documents.fixture'
import type { ArrowDocument } from './document'
import { updateNode } from './edit/nodes'
import { runBatch } from './functions/run'

const blank = documentOf('untitled-new-project.arrow')
const call = (name: string, given: Readonly<Record<string, unknown>>) => ({ function: name, arguments: given })
const add = (line: string) => call('create_node', { type: 'dialog', data: { lines: [line] }, connect_from: 2 })
function done(document: ArrowDocument, ...calls: readonly ReturnType<typeof call>[]): ArrowDocument {
  const ran = runBatch(document, calls)
  expect(ran.result).toMatchObject({ success: true })
  return ran.document
}
const texts = ({ resources }: ArrowDocument): string[] => [...resources.nodes.values()].map(({ data }) => JSON.stringify(data))

describe('AD13 a request of an assistant while the designer edits the document', () => {
  it('is undone to the document that it began with if there were no edits', () => {
    const after = done(blank, add('Hello.'))
    const run = { ...beginRun(blank), after }
    expect(revertRun(run, after)).toEqual({ document: blank, stayed: 0 })
    expect(changesOf(run, after)).toMatchObject({ nodes: { added: [3] }, connections: { added: [[2, 0, 3, 0]] } })
    expect(isEmptyDiff(changesOf(run, blank))).toBe(true)
  })

  it('keeps the designer’s edit between two calls when it is undone', () => {
    const first = done(blank, add('Hello.'))
    const hers = updateNode(first, 1, { name: "Tobit's door" })
    const run = withEdits({ ...beginRun(blank), after: first }, hers)
    expect([run.base.resources.nodes.get(1)?.name, run.base.resources.nodes.has(3)]).toEqual(["Tobit's door", false])
    const after = done(hers, call('create_node', { type: 'content', data: { content: 'The end.' }, connect_from: 3 }))
    const { document, stayed } = revertRun({ ...run, after }, after)
    expect([document.resources.nodes.get(1)?.name, document.resources.nodes.size, stayed]).toEqual(["Tobit's door", 2, 0])
    expect(changesOf({ ...run, after }, after).nodes).toEqual({ added: [3, 4], removed: [], changed: [] })
  })

  it('keeps and counts what the designer changed in a node of the request', () => {
    const after = done(blank, add('Hello.'), call('create_node', { type: 'content', data: { content: 'The end.' }, connect_from: 'last_created' }))
    const run = { ...beginRun(blank), after }
    const now = updateNode(after, 3, { data: { character: -1, lines: ['My own words'], playable: true } })
    const { document, stayed } = revertRun(run, now)
    expect(texts(document).join()).toContain('My own words')
    expect(texts(document).join()).not.toContain('The end.')
    expect(stayed).toBeGreaterThan(0)
  })

  it('keeps the character that a remaining node names', () => {
    const after = done(
      blank,
      call('create_character', { name: 'Elena' }),
      call('create_node', { type: 'dialog', data: { character: 'Elena', lines: ['Help?'] } })
    )
    const now = updateNode(after, 4, { data: { character: 3, lines: ['My own words'], playable: true } })
    const { document, stayed } = revertRun({ ...beginRun(blank), after }, now)
    expect([document.resources.characters.get(3)?.name, document.resources.nodes.get(4)?.data['lines'], stayed > 0]).toEqual([
      'Elena',
      ['My own words'],
      true
    ])
  })

  it('finds a call that would overwrite or remove what the designer edited meanwhile', () => {
    const hers = updateNode(blank, 2, { data: { title: 'Mine', content: '' } })
    const run = withEdits(beginRun(blank), hers)
    const write = (data: object): ArrowDocument => done(hers, call('update_node', { node_id: 2, data }))
    expect(overwrittenBy(run, write({ title: 'Theirs' }))).toBe(hers.resources.nodes.get(2)?.name)
    expect(overwrittenBy(run, write({ auto_play: true }))).toBeUndefined()
    expect(overwrittenBy(run, done(hers, call('delete_node', { node_id: 2 })))).toBe(hers.resources.nodes.get(2)?.name)
    expect(overwrittenBy(run, done(hers, add('Beside it.')))).toBeUndefined()
    const mine = done(blank, call('create_node', { type: 'content', connect_from: 2 }))
    expect(overwrittenBy(withEdits(beginRun(blank), mine), done(mine, add('In its place.')))).toBe(mine.resources.nodes.get(2)?.name)
  })
})
