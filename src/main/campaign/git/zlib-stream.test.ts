import { inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { withStream } from './zlib-stream'

const HEAD = Buffer.from('head')
const body = (stream: Buffer): Buffer => inflateSync(stream.subarray(HEAD.length))
/** Bytes that compress, different for each seed. */
const content = (size: number, seed: number): Buffer => Buffer.from(Array.from({ length: size }, (_, at) => (at * seed + (at >> 5)) % 251))

it('a stream of any size begins with the head and inflates to its content', () => {
  for (const size of [0, 1, 3999, 4000, 4001, 7999, 8000, 16_000, 16_001, 65_535, 65_536, 65_537, 90_000]) {
    const stream = withStream(HEAD, content(size, 7))
    expect(stream.subarray(0, HEAD.length).equals(HEAD)).toBe(true)
    expect(body(stream).equals(content(size, 7))).toBe(true)
  }
})

it('a content that grows with every beat inflates to itself, also among other growing contents', () => {
  const logs = [3, 5, 7, 11, 13].map((seed) => content(13_000, seed))
  for (let size = 3900; size <= 13_000; size += 430)
    for (const log of logs) {
      const changed = Buffer.from(log.subarray(0, size))
      changed[size >> 1] = (changed[size >> 1] ?? 0) ^ 1
      for (const one of [log.subarray(0, size), changed]) expect(body(withStream(HEAD, one)).equals(one)).toBe(true)
    }
})

it('equal contents give equal streams, whatever came before', () => {
  const log = content(13_000, 3)
  const first = withStream(HEAD, log)
  for (let size = 4000; size < 13_000; size += 500) withStream(HEAD, log.subarray(0, size))
  expect(withStream(HEAD, log).equals(first)).toBe(true)
  for (let seed = 4; seed < 12; seed++) withStream(HEAD, content(13_000, seed))
  expect(withStream(HEAD, Buffer.from(log)).equals(first)).toBe(true)
})

it('a growing log takes little more space than if it were compressed as a whole', () => {
  const log = Buffer.from(
    Array.from({ length: 60 }, (_, n) => `- {"beat":${n},"by":"Wren","kind":"system","text":"Wren searches the yard for the ${n}th time."}\n`).join(
      ''
    )
  )
  expect(withStream(HEAD, log).length).toBeLessThan(log.length - 3000)
})
