import { appendFileSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TurnRecord } from '../../../shared/table/turns'
import { PROMPT_DICTIONARIES, PromptsFile } from './prompts-file'
let folder: string
let prompts: PromptsFile
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'prompts-'))
  prompts = new PromptsFile(folder)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const TEXT = 'What the DM knows of the well, and of what lies below it. '.repeat(400)
const turn = (n: number): TurnRecord => ({
  parent: 'a'.repeat(40),
  n,
  who: 'DM',
  ordinal: 0,
  seat: { agent: 'anthropic' },
  context: {
    who: 'DM',
    beat: n,
    pieces: [{ id: 'hot', title: 'Hot', tier: 'hot', source: 'engine', why: 'now', kept: true, tokens: 9, text: `${n}. ${TEXT}` }],
    tools: [],
    budget: 100,
    tokens: 9,
    digest: String(n)
  },
  exchanges: [],
  calls: [],
  ms: 1
})

it('stores prompts compressed, and returns each turn’s own', () => {
  const ids = [1, 2, 3].map((n) => prompts.keep(turn(n)))
  expect(ids.map((one) => one?.short.context)).toEqual([undefined, undefined, undefined])
  expect(statSync(join(folder, 'prompts.zlib')).size).toBeLessThan(TEXT.length)
  for (const [i, one] of ids.entries()) {
    if (!one) throw new Error('a turn with a prompt has a long part')
    expect(prompts.whole(one.short, one.place)).toEqual(turn(i + 1))
    expect(prompts.texts(one.place)).toEqual([`${i + 1}. ${TEXT}`])
  }
  expect(prompts.keep({ ...turn(4), context: undefined })).toBeUndefined()
})

it('reads prompts that were stored uncompressed', () => {
  const { context, ...short } = turn(1)
  const line = JSON.stringify({ context, exchanges: [] })
  appendFileSync(join(folder, 'prompts.jsonl'), `\n${line}`)
  expect(prompts.whole(short, { at: 1, bytes: Buffer.byteLength(line) })).toEqual(turn(1))
})

it('reads a turn that was compressed with an earlier dictionary', () => {
  const { context, ...short } = turn(1)
  for (const dictionary of PROMPT_DICTIONARIES) {
    const bytes = deflateSync(JSON.stringify({ context, exchanges: [] }), { dictionary })
    const path = join(folder, 'prompts.zlib')
    const at = statSync(path, { throwIfNoEntry: false })?.size ?? 0
    appendFileSync(path, bytes)
    expect(prompts.whole(short, { at, bytes: bytes.length, zip: true })).toEqual(turn(1))
  }
})

it('returns the short turn if the file is truncated', () => {
  const id = prompts.keep(turn(1))
  if (!id) throw new Error('a turn with a prompt has a long part')
  truncateSync(join(folder, 'prompts.zlib'), id.place.bytes - 3)
  expect(prompts.whole(id.short, id.place)).toEqual(id.short)
  expect(prompts.texts(id.place)).toEqual([])
})
