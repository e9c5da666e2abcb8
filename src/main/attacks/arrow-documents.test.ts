import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callsIn, copyNodes, pasteNodes, readArrow, repairOf, searchDocument, updateNode, writeArrow } from '../../arrow'
import { runBatch } from '../../arrow/schemas'
import { textOf } from '../../arrow/documents.fixture'
import { toProblem } from '../../shared/base/problem'
import { APP_ROOT, VERSION } from '../place'
import { createStudio } from '../studio/studio'
import { campaign, put, watched } from './harness.fixture'

const home = mkdtempSync(join(tmpdir(), 'arrow-attacks-'))
const studio = createStudio({ kind: 'terminal', version: VERSION, home: join(home, 'app'), resources: APP_ROOT })
const dir = join(home, 'campaign')
const PATH = 'world/story/hostile/scene.arrow'
beforeAll(async () => {
  cpSync(await campaign(), dir, { recursive: true })
  await studio.open({ dir })
})
afterAll(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

const NEW = textOf('untitled-new-project.arrow')
const inData = (json: string): string => NEW.replace('"plaque": "Start"', `"plaque": "Start", "extra": ${json}`)
const DEEP = 100_000
const MB = 1 << 20

/** What a stranger's document holds. Without `says` it opens, is edited, and is saved. */
const ROWS: { name: string; bytes: string | Buffer; says?: RegExp; holds?: (text: string) => void }[] = [
  { name: 'lists are nested 100,000 deep', bytes: inData('['.repeat(DEEP) + ']'.repeat(DEEP)), says: /nested more than 200 deep/ },
  { name: 'objects are nested 100,000 deep', bytes: '{"a":'.repeat(DEEP), says: /nested more than 200 deep/ },
  { name: 'a text has 20 MB', bytes: inData(`"${'x'.repeat(20 * MB)}"`) },
  { name: 'a list has 100,000 items', bytes: inData(`[${'1,'.repeat(100_000)}1]`) },
  { name: 'the file is larger than 32 MB', bytes: inData(`"${'x'.repeat(33 * MB)}"`), says: /larger than 32 MB/ },
  {
    name: 'numbers are huge',
    bytes: inData('[1e400, -1e400, 9007199254740993, 99999999999999999999999999, 1.5e-300]'),
    holds: (text) => expect(text).not.toMatch(/\d[eE]\+|\t\d+\.\d+,/)
  },
  { name: 'an offset is huge', bytes: NEW.replace('280,', '1e300,') },
  { name: 'an id is beyond 2^53', bytes: NEW.replace('"2": {\n\t\t\t\t"type"', '"9007199254740993": {\n\t\t\t\t"type"'), says: /is not an id/ },
  {
    name: 'members are called __proto__',
    bytes: inData('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
    holds: (text) => expect(text).toContain('"__proto__"')
  },
  {
    name: 'a node is called __proto__',
    bytes: NEW.replace('"2": {\n\t\t\t\t"type"', '"__proto__": {\n\t\t\t\t"type"'),
    says: /“__proto__” is not an id/
  },
  {
    name: 'two nodes have the same id',
    bytes: NEW.replace('"2": {\n\t\t\t\t"type"', '"1": {\n\t\t\t\t"type"'),
    says: /Two nodes have the id 1, as after a merge\. Repair the document/
  },
  {
    name: 'members have the same name',
    bytes: inData(`{${'"a": 1, '.repeat(50_000)}"a": 2}`),
    says: /“a” stands twice in one object with different values/
  },
  {
    name: 'the bytes are not UTF-8',
    bytes: Buffer.concat([Buffer.from(NEW.slice(0, 40)), Buffer.from([0xff, 0xfe, 0xc3, 0x28]), Buffer.from(NEW.slice(40))]),
    says: /not UTF-8 text/
  },
  { name: 'the file begins with a byte order mark', bytes: `\uFEFF${NEW}` },
  { name: 'the file is UTF-16', bytes: Buffer.from(NEW, 'utf16le'), says: /is UTF-16 text\. Save it as UTF-8/ },
  { name: 'the file is binary', bytes: Buffer.from([7, 0, 0, 0, 18, 0, 0, 0]), says: /not text|Line 1/ },
  { name: 'the file is empty', bytes: '', says: /is empty/ },
  { name: 'texts hold controls, half characters and markup', bytes: inData('"\u0000\u001b[2J\\ud800 </script><img onerror=x> \\u202e"') },
  {
    name: 'a text holds 100,000 placeholders',
    bytes: inData('1').replace('"Hello World!"', `"${'{'.repeat(50_000)}${'{a.b.c.'.repeat(50_000)}"`)
  },
  { name: 'the file breaks off in a merge conflict', bytes: NEW.replace('\t"meta"', '<<<<<<< HEAD\n\t"meta"'), says: /A merge left both versions/ },
  { name: 'the document starts nowhere', bytes: NEW.replace('"entry": 1,\n\t"meta"', '"entry": -5,\n\t"meta"'), says: /is not a node of it/ },
  { name: 'a connection leads to itself a thousand times', bytes: NEW.replace('"io": [', `"io": [${'[1,0,1,0],'.repeat(1000)}`) }
]

/** Everything that is done with a document's text before a person decides anything. */
function used(text: string): string {
  const { document, findings } = readArrow(text)
  expect(findings.every(({ message }) => message.length < 400)).toBe(true)
  const edited = updateNode(document, document.entry, { notes: 'seen' })
  searchDocument(edited, { text: '(x+)+$', mode: 'regex' })
  pasteNodes(edited, copyNodes(edited, [document.entry]), { scene: edited.resources.scenes.keys().next().value ?? 0, mode: 'recreate' })
  const calls = callsIn([{ function: 'create_node', arguments: { type: 'hub', connect_from: 'current_entry' } }])?.calls ?? []
  runBatch(edited, calls)
  const written = writeArrow(edited)
  expect(writeArrow({ ...readArrow(written).document })).toBe(written)
  return written
}

test.each(ROWS)('$name', async ({ name, bytes, says, holds }) => {
  put(dir, PATH, bytes)
  const outcome: { text?: string; code?: string; message?: string } = await watched(name, async () => {
    try {
      await studio.arrowFiles({})
      const { text } = await studio.arrowFile({ path: PATH })
      const repair = repairOf(text)
      if (repair) readArrow(repair.text)
      return { text: used(text) }
    } catch (thrown) {
      const { code, message } = toProblem(thrown)
      return { code, message }
    }
  })
  expect({ code: outcome.code, isText: outcome.text !== undefined }).toEqual(
    says ? { code: 'bad-file', isText: false } : { code: undefined, isText: true }
  )
  expect(outcome.message ?? 'It was read.').toMatch(says ?? /^It was read\.$/)
  expect(outcome.message ?? 'It was read.').toMatch(/^[\p{Lu}“\w][^\n]*[.!]$/u)
  holds?.(outcome.text ?? '')
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
})

/** What a model or a client may send as calls. */
const CALLS: { name: string; message: unknown }[] = [
  { name: 'a batch of 100,000 calls', message: Array.from({ length: 100_000 }, () => ({ function: 'create_node', arguments: { type: 'hub' } })) },
  {
    name: 'data nested 10,000 deep',
    message: [{ function: 'update_node', arguments: { node_id: 2, data: JSON.parse('{"a":'.repeat(10_000) + '1' + '}'.repeat(10_000)) as unknown } }]
  },
  { name: '__proto__ as a function', message: [{ function: '__proto__', arguments: {} }] },
  {
    name: '__proto__ as arguments',
    message: [{ function: 'create_character', arguments: JSON.parse('{"tags":{"__proto__":"x"},"__proto__":{"name":"x"}}') as unknown }]
  },
  { name: 'a name of 10 MB', message: [{ function: 'update_node', arguments: { node_id: 2, name: 'x'.repeat(10 * MB) } }] },
  { name: 'a slot beyond 2^53', message: [{ function: 'create_connection', arguments: { from_node_id: 1, to_node_id: 2, from_slot: 1e300 } }] },
  { name: 'dice without end', message: [{ function: 'create_node', arguments: { type: 'generator', dice: '999999999d999999999' } }] },
  { name: 'a dice text that explodes', message: [{ function: 'create_node', arguments: { type: 'generator', dice: ' '.repeat(100_000) } }] },
  { name: 'a position that explodes', message: [{ function: 'create_node', arguments: { type: 'hub', position: ' '.repeat(100_000) } }] },
  { name: 'a position that is not a number', message: [{ function: 'create_node', arguments: { type: 'hub', position: [Number.NaN, Infinity] } }] }
]

test.each(CALLS)('calls: $name', async ({ name, message }) => {
  const { document } = readArrow(NEW)
  const { result, document: after } = await watched(name, () => Promise.resolve(runBatch(document, callsIn(message)?.calls ?? [])))
  expect(result.success ? '' : result.error).toMatch(/^(?:[\p{Lu}“][^\n]{1,400}[.?])?$/u)
  writeArrow({ ...after })
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})
