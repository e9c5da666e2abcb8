import { describe, expect, it } from 'vitest'
import type { SceneWriters, TextPart } from '../../shared/story/writers'
import { modelsIn, narrowed, partsOfRow, passes, rangeOf } from './line-writers'
import type { LogRow } from './story'

const part = (from: number, to: number, more: Partial<TextPart> = {}): TextPart => ({ from, to, writer: { by: 'designer' }, ...more })
const writers: SceneWriters = {
  entries: [[part(0, 3)], [part(0, 9, { writer: { by: 'model', model: 'haiku' } })]],
  private: { Wren: [{ by: 'model', model: 'opus' }] },
  summary: { by: 'built-in' }
}
const row = (kind: string, more: object = {}): LogRow => ({ kind, key: kind, text: 'Words.', player: 'Wren', place: 0, ...more }) as unknown as LogRow

describe('who wrote a row', () => {
  it('is known for entries, private talk and the summary', () => {
    const all = [row('entry', { place: 1 }), row('private'), row('summary'), row('scene'), row('refused')]
    expect(all.map((one) => partsOfRow(writers, one)[0]?.writer.by)).toEqual(['model', 'model', 'built-in', undefined, undefined])
    expect(partsOfRow(undefined, row('entry'))).toEqual([])
    expect(partsOfRow(writers, row('entry', { place: 7 }))).toEqual([])
  })

  it('passes a filter by its kind or by the model’s name', () => {
    const haiku = { by: 'model', model: 'haiku' } as const
    expect(['shown', 'by:model', 'by:model:haiku', 'by:model:opus', 'by:player'].map((filter) => passes(filter as 'shown', haiku))).toEqual([
      true,
      true,
      true,
      false,
      false
    ])
  })

  it('names the models of the scenes in view, each once', () => {
    expect(
      modelsIn({
        filter: 'shown',
        scenes: new Map([
          ['one', { at: 'a', writers }],
          ['two', { at: 'b', writers }]
        ])
      })
    ).toEqual(['haiku', 'opus'])
  })
})

describe('the source of words', () => {
  const text = 'Here. The well stinks. It is deep.'
  const source = { path: 'world/a.yaml', keys: ['description'], text: 'the well\n  stinks. It is deep.' }

  it('is narrowed to the selected words if the file has them, wherever its lines break', () => {
    expect(rangeOf(text, 'It is deep.')).toEqual([23, 34])
    expect(rangeOf(text, 'Not there')).toEqual([0, text.length])
    expect(rangeOf(text, undefined)).toEqual([0, text.length])
    expect(narrowed(text, part(6, 34, { source }), [23, 34])).toEqual({ ...source, text: 'It is deep.' })
  })

  it('stays whole if the table has changed the words', () => {
    expect(narrowed(text, part(6, 34, { source }), [6, 22])).toEqual(source)
    expect(narrowed(text, part(0, 6), [0, 6])).toBeUndefined()
  })
})
