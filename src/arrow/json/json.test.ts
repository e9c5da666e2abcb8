import { describe, expect, it } from 'vitest'
import { idOf, nextId, partsOf } from '../ids'
import { textOf } from '../documents.fixture'
import { Problem } from '../../shared/base/problem'
import { readArrow } from '../read'
import { saveArrow, writeArrow } from '../write'
import { updateNode } from '../edit/nodes'
import { createScene, setTitle } from '../edit/scenes'
import { change, membersOf, objectOf } from './members'
import { offsetOf } from './locate'
import { printJson } from './printer'
import { JsonFault, lineAndColumn, parseJson } from './reader'

const NEW = textOf('untitled-new-project.arrow')
const again = (json: string): string => printJson(parseJson(json).value)

describe('reading', () => {
  it.each([
    ['1.9', '1'],
    ['-1.9', '-1'],
    ['-0', '0'],
    ['1e3', '1000'],
    ['9007199254740993', '9007199254740991'],
    ['1e400', '9007199254740991'],
    ['"a\\/\\u0041\\v\\x"', '"a/A\\u000bx"'],
    ['"\u0001 raw\ttab"', '"\u0001 raw\\ttab"'],
    ['[1,]', '[\n\t1\n]'],
    ['{}', '{\n\n}'],
    ['[]', '[]'],
    ['{"a":[{}]}', '{\n\t"a": [\n\t\t{\n\n\t\t}\n\t]\n}'],
    ['{"b":1,"10":2,"2":3,"a":4}', '{\n\t"b": 1,\n\t"10": 2,\n\t"2": 3,\n\t"a": 4\n}'],
    ['"Ünï/𝄞 </script>"', '"Ünï/𝄞 </script>"']
  ])('%s prints as %s', (json, printed) => expect(again(json)).toBe(printed))
  it.each([
    ['1.9', '1.9 is read as 1, because documents hold only whole numbers.'],
    ['9007199254740993', '9007199254740993 is too large and is read as 9007199254740991.'],
    ['{"a":1,"a":2}', '“a” stands here a second time. The last one counts; the others are lost on a save.']
  ])('%s leaves a remark', (json, message) => expect(parseJson(json).remarks.map((one) => one.message)).toEqual([message]))
  it('of equal names the last one counts, where the first one stands', () => expect(again('{"a":1,"b":2,"a":3}')).toBe('{\n\t"a": 3,\n\t"b": 2\n}'))
  it.each([
    ['', 0, 'The file ends in the middle of the document'],
    ['{"a" 1}', 5, 'A colon is expected after the name “a”, but there is “1”'],
    ['[1 2]', 3, 'A comma or “]” is expected, but there is “2”'],
    ['{a:1}', 1, 'A name in quotes is expected, but there is “a”'],
    ['["x]', 1, 'A text in quotes has no end'],
    ['[1] 2', 4, 'Something follows after the end of the document'],
    ['"\\u12"', 1, '\\u needs four hexadecimal digits'],
    ['NaN', 0, 'A value is expected, but there is “N”']
  ])('%s is refused', (json, offset, message) => {
    let fault: unknown
    try {
      parseJson(json)
    } catch (thrown) {
      fault = thrown
    }
    expect(fault).toBeInstanceOf(JsonFault)
    expect(fault).toMatchObject({ offset, message })
  })
  it('a truncated text yields the part before the break', () => {
    const { value, cut } = parseJson('{"a": {"b": [1, 2, "thr', { recover: true })
    expect([printJson(value), cut?.offset]).toEqual(['{\n\t"a": {\n\t\t"b": [\n\t\t\t1,\n\t\t\t2\n\t\t]\n\t}\n}', 19])
  })
})

it('a path has its offset in the text', () => {
  const json = '{\n "a": [1, {"b,}": "]", "c\\"": {"d": 5}}],\n "a": [7, {"c\\"": {"d": 6}}]\n}'
  expect(json.slice(offsetOf(json, ['a', 1, 'c"', 'd'])).startsWith('6')).toBe(true)
  expect(lineAndColumn(json, offsetOf(json, ['a', 0]))).toEqual({ line: 3, column: 8 })
  expect(json[offsetOf(json, ['a', 1, 'x', 'y'])]).toBe('{')
})

it('unchanged parts of a large document are printed once, at their depth', () => {
  const [kept, early, late] = [{ a: 1 }, { b: 'early' }, { b: 'late' }]
  const printed = (item: object): string =>
    printJson({
      deep: new Map([[1, new Map([[7, kept]])]]),
      flat: new Map([
        [7, kept],
        [8, item]
      ])
    })
  const first = printed(early)
  expect(first).toBe(
    '{\n\t"deep": {\n\t\t"1": {\n\t\t\t"7": {\n\t\t\t\t"a": 1\n\t\t\t}\n\t\t}\n\t},\n\t"flat": {\n\t\t"7": {\n\t\t\t"a": 1\n\t\t},\n\t\t"8": {\n\t\t\t"b": "early"\n\t\t}\n\t}\n}'
  )
  expect(printed(late)).toBe(first.replace('early', 'late'))
  let reads = 0
  const watched = {
    get a(): number {
      return ++reads
    }
  }
  const all = new Map([[1, watched]])
  expect(printJson(all)).toBe(printJson(new Map(all)))
  expect(reads).toBe(1)
})

describe('members', () => {
  it('integer names keep their order through changes', () => {
    const object = objectOf([
      ['b', 1],
      ['10', 2],
      ['2', 3]
    ])
    expect(membersOf(change(object, { 10: 5, a: 4 }))).toEqual(['b', '10', '2', 'a'])
    expect(membersOf(change(object, { b: undefined }))).toEqual(['10', '2'])
    expect(change(object, { b: 1 })).toBe(object)
  })
  it('__proto__ is a member like any other', () => {
    const object = objectOf([['__proto__', { x: 1 }]])
    expect([membersOf(object), Object.getPrototypeOf(object) === Object.prototype]).toEqual([['__proto__'], true])
    expect(membersOf(change(object, { a: 1 }))).toEqual(['__proto__', 'a'])
  })
})

describe('documents', () => {
  const odd = (json: string): string => NEW.replace('"plaque": "Start"', `"plaque": "Start",\n\t\t\t\t\t"odd": ${json}`)
  it('white space around a document and unknown members survive a change', () => {
    const text = `\n\n${odd('{\n\t\t\t\t\t\t"z": 1,\n\t\t\t\t\t\t"7": 2\n\t\t\t\t\t}')}\n`
    const { document } = readArrow(text)
    expect(writeArrow(setTitle(document, 'Other'))).toBe(text.replace('Untitled Adventure', 'Other'))
    expect(writeArrow(setTitle(setTitle(document, 'Other'), 'Untitled Adventure'))).toBe(text)
    expect(writeArrow(updateNode(document, 2, { notes: 'x' }))).toContain('"z": 1,\n\t\t\t\t\t\t"7": 2')
  })
  it('an unknown type of node survives', () => {
    const text = NEW.replace('"type": "content"', '"type": "exit"')
    expect(writeArrow(updateNode(readArrow(text).document, 2, { notes: 'x' }))).toContain('"type": "exit"')
  })
  it('a value that is read differently is found with its line, and written only by a change', () => {
    const text = odd('[1.5, "\\v"]')
    const { document, findings } = readArrow(text)
    expect(findings.map(({ message }) => message)).toEqual(['Line 54: 1.5 is read as 1, because documents hold only whole numbers.'])
    expect(writeArrow(document)).toBe(text)
    expect(writeArrow(setTitle(document, 'x'))).toContain('1,\n\t\t\t\t\t\t"\\u000b"')
  })
  it('a save of a change records the time and the version; a save without changes records nothing', () => {
    const { document } = readArrow(NEW)
    expect(saveArrow(document, document, '2026-01-02 03:04:05')).toBe(NEW)
    const saved = saveArrow(setTitle(document, 'x'), document, '2026-01-02 03:04:05')
    expect(saved).toBe(NEW.replace('Untitled Adventure', 'x').replace('"last_save": null', '"last_save": "2026-01-02 03:04:05"'))
  })
})

describe('migration', () => {
  it('of Arrow 1', () => {
    const text = textOf('demo.5984437.arrow-project.json')
    const { document, migrated } = readArrow(text)
    expect(document.meta).toEqual({
      offline: true,
      remote: {},
      rtl: false,
      last_save: '2021-03-06 06:30:00',
      editor: '1.0.0',
      chapter: 0,
      authors: new Map([[0, ['Anonymous Contributor', 112]]])
    })
    expect(migrated).toHaveLength(4)
    expect(document).not.toHaveProperty('next_resource_seed')
    expect(writeArrow(document)).toBe(text)
  })
  it('colours, dialogs and authors', () => {
    const old = NEW.replace('"authors": {\n\t\t\t"0": [\n\t\t\t\t"Anonymous Contributor",\n\t\t\t\t3\n\t\t\t]\n\t\t},', '"authors": {"0": "Me"},')
    expect(readArrow(old).document.meta.authors).toEqual(new Map([[0, ['Me', 0]]]))
    const first = NEW.replace('"entry": 1,\n\t"meta"', '"next_resource_seed": 9,\n\t"entry": 1,\n\t"meta"')
      .replace('"type": "entry"', '"type": "marker"')
      .replace('"plaque": "Start"', '"label": "x", "color": "ff00ff1c"')
      .replace('"type": "content"', '"type": "dialog"')
    const { nodes } = readArrow(first).document.resources
    expect([nodes.get(1)?.data['color'], nodes.get(2)?.data['playable']]).toEqual(['00ff1cff', true])
    expect(readArrow(NEW).migrated).toEqual([])
  })
  it('a legacy text before a content becomes part of it on an edit', () => {
    const { document } = readArrow(NEW.replace('"title": "Hello World!"', '"brief": "Once.", "title": "Hello World!"'))
    expect(updateNode(document, 2, { data: { brief: 'Once.', content: 'More.' } }).resources.nodes.get(2)?.data).toEqual({
      brief: 5,
      content: 'Once.\nMore.'
    })
  })
})

describe('ids', () => {
  it.each([
    [0, 1, 7, 137438953479],
    [1, 1, 7, 8933531975687],
    [1023, 63, 2 ** 37 - 1, Number.MAX_SAFE_INTEGER]
  ])('chapter %i, author %i, seed %i', (chapter, author, seed, id) => {
    expect([idOf(chapter, author, seed), partsOf(id)]).toEqual([id, { chapter, author, seed }])
  })
  it('the base 36 of an id is its name', () => expect((8933531975687).toString(36)).toBe('3600aa4nb'))
  it('a taken id is skipped, and the counter never decreases', () => {
    const meta = {
      chapter: 0,
      authors: new Map([
        [0, ['Me', 3]],
        [2, ['You', 0]]
      ] as const)
    }
    const next = nextId(meta, (id) => id === 3 || id === 4)
    expect([next.id, next.meta.authors?.get(0)]).toEqual([5, ['Me', 6]])
    expect(nextId(meta, () => false, { author: 2 }).id).toBe(2 * 2 ** 37)
  })
  it('ids come from the time if the document has an epoch', () => {
    const meta = { epoch: 1_000_000, authors: new Map([[5, ['Me', -1]]] as const) }
    const first = nextId(meta, () => false, { now: 1_000_003 }).id
    expect(first).toBe(3 * 2 ** 22 + 5 * 2 ** 16)
    expect(nextId(meta, (id) => id === first, { now: 1_000_003 }).id).toBe(first + 1)
    expect(() => nextId(meta, () => false)).toThrow(Problem)
  })
  it('a scene of a document with an epoch gets ids of its own', () => {
    const { document } = readArrow(NEW.replace('"chapter": 0', '"epoch": 1000'))
    const { document: after, id } = createScene(document, {}, { now: 2000 })
    expect([id, after.resources.scenes.get(id)?.entry]).toEqual([1000 * 2 ** 22, 1000 * 2 ** 22 + 1])
  })
})
