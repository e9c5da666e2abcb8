import { describe, expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { documentOf, DOCUMENTS, textOf } from '../documents.fixture'
import { relinked } from '../edit/relink'
import { readArrow } from '../read'
import { writeArrow } from '../write'
import { repairOf } from './repair'

const NEW = textOf('untitled-new-project.arrow')
/** The new document with a part of its text replaced. */
const broken = (from: string, to: string): string => {
  expect(NEW).toContain(from)
  return NEW.replace(from, to)
}
function faultOf(text: string): { message: string; path: unknown } {
  try {
    readArrow(text)
  } catch (problem) {
    if (problem instanceof Problem) return { message: problem.message, path: (problem.data['path'] as string[] | undefined)?.join('.') }
  }
  return { message: '', path: undefined }
}

describe('AD3 a text that Arrow refuses is refused with its place, and repaired', () => {
  it.each([
    ['no title', broken('"title": "Untitled Adventure",', ''), 'Line 1, column 1: The document has no “title”.', ''],
    [
      'an entry that is not a node',
      broken('"entry": 1,\n\t"meta"', '"entry": 77,\n\t"meta"'),
      'entry (line 3): The entry of the document is not a node of it.',
      'entry'
    ],
    [
      'no authors',
      broken('"authors": {', '"authors": 7, "writers": {'),
      'meta (line 4): meta has no authors, whose counters new ids come from.',
      'meta'
    ],
    [
      'a wrong chapter',
      broken('"chapter": 0', '"chapter": 2000'),
      'meta.chapter (line 5): The chapter must be a whole number from 0 to 1023.',
      'meta.chapter'
    ],
    ['a missing set', broken('"characters"', '"people"'), 'resources (line 19): The resources have no set “characters”.', 'resources'],
    [
      'a node without data',
      broken('"data": {\n\t\t\t\t\t"plaque": "Start"\n\t\t\t\t}', '"date": 1'),
      'resources.nodes.1 (line 49): The node has no “data”.',
      'resources.nodes.1'
    ],
    [
      'an offset of three numbers',
      broken('280,', '280, 3,'),
      'resources.scenes.0.map.2 (line 39): “offset” must be a list of two numbers.',
      'resources.scenes.0.map.2'
    ],
    [
      'an id that is none',
      broken('"2": {\n\t\t\t\t"type"', '"02": {\n\t\t\t\t"type"'),
      'resources.nodes.02 (line 56): “02” is not an id: that is a whole number from 0 to 2^53 − 1.',
      'resources.nodes.02'
    ],
    [
      'an id beyond 2^53',
      broken('"2": {\n\t\t\t\t"type"', '"9007199254740993": {\n\t\t\t\t"type"'),
      expect.stringContaining('is not an id'),
      'resources.nodes.9007199254740993'
    ]
  ])('%s', (_, text, message, path) => {
    expect(faultOf(text)).toEqual({ message, path })
    const repair = repairOf(text)
    expect(repair?.done.length).toBeGreaterThan(0)
    const { document } = readArrow(repair?.text ?? '')
    expect(relinked(document)).toBe(document)
    expect(document.resources.nodes.has(document.entry)).toBe(true)
  })

  it.each(DOCUMENTS)('%s, truncated anywhere', (name) => {
    const text = textOf(name)
    const cuts = Array.from({ length: 11 }, (_, i) => text.slice(0, Math.floor((text.trimEnd().length * (i + 1)) / 12)))
    for (const cut of cuts) expect(faultOf(cut).message).toMatch(/^Line \d+, column \d+: .*\.$/)
    const repairs = cuts.map(repairOf).filter((repair) => repair !== undefined)
    for (const repair of repairs) expect(faultOf(repair.text).message).toBe('')
    expect(repairs.at(-1)?.done[0]).toMatch(/^The file can’t be read beyond line \d+/)
  })

  it('an exported document gets its counters back', () => {
    const text = broken('"authors": {\n\t\t\t"0": [\n\t\t\t\t"Anonymous Contributor",\n\t\t\t\t3\n\t\t\t]\n\t\t},', '')
    expect(readArrow(text).document.meta.authors?.get(0)).toEqual(['Anonymous Contributor', 3])
    expect(repairOf(text)).toBeUndefined()
  })
  it('connections that lead nowhere and nodes in no scene', () => {
    const text = broken('2,\n\t\t\t\t\t\t\t\t0', '99,\n\t\t\t\t\t\t\t\t0').replace('"2": {\n\t\t\t\t\t\t"offset"', '"3": {\n\t\t\t\t\t\t"offset"')
    const repair = repairOf(text)
    expect(repair?.done).toEqual([
      'A place in a scene without a node was removed.',
      'A node that lay in no scene lies in “scene_0” now.',
      'A connection that leads nowhere was removed.'
    ])
  })
  it.each(['', '[]', '7', 'null', '{}', 'PK\u0003\u0004', '{"resources":{"nodes":[]}}'])('no repair is possible for %j', (text) => {
    expect(faultOf(text).message).not.toBe('')
    expect(repairOf(text)).toBeUndefined()
  })
  it('a sound document needs no repair', () => {
    for (const name of ['conf-flow.arrow', 'example1-home.arrow', 'untitled-new-project.arrow']) expect(repairOf(textOf(name))).toBeUndefined()
    expect(writeArrow(documentOf('conf-flow.arrow'))).toBe(textOf('conf-flow.arrow'))
  })
})
