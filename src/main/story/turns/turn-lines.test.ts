import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TurnLines } from './turn-lines'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-lines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const WORDS = 'the well, the rope and the bell '.repeat(600)
const line = (n: number): string => JSON.stringify({ n, words: WORDS })
const lengths = (): number[] =>
  new TurnLines(folder)
    .text()
    .split('\n')
    .flatMap((one) => (one === '' ? [] : [(JSON.parse(one) as { n: number }).n]))
const numbers = (n: number): number[] => Array.from({ length: n }, (_, i) => i)
const names = (): string[] => readdirSync(folder).toSorted()

function write(from: number, to: number): void {
  const lines = new TurnLines(folder)
  lines.text()
  for (let n = from; n < to; n++) lines.append(line(n))
}

it('keeps every line once and in order, the older ones compressed', () => {
  write(0, 60)
  expect(names()).toEqual(['turns-1.jsonl.gz', 'turns.jsonl'])
  write(60, 170)
  expect(names()).toEqual(['turns-1.jsonl.gz', 'turns-2.jsonl.gz', 'turns-3.jsonl.gz', 'turns.jsonl'])
  expect(lengths()).toEqual(numbers(170))
})

it('has every line once wherever archiving was interrupted, and completes it the next time', () => {
  write(0, 60)
  const [part, open] = [join(folder, 'turns-1.jsonl'), join(folder, 'turns.jsonl')]
  const text = gunzipSync(readFileSync(`${part}.gz`))
  // The compressed part exists, and the plain one is not deleted yet.
  writeFileSync(part, text)
  expect(lengths()).toEqual(numbers(60))
  // Only the start of the compressed part was written.
  copyFileSync(`${part}.gz`, `${part}.gz.new`)
  rmSync(`${part}.gz`)
  expect(lengths()).toEqual(numbers(60))
  // The open file doesn't exist yet.
  writeFileSync(part, Buffer.concat([text, readFileSync(open)]))
  rmSync(open)
  expect(lengths()).toEqual(numbers(60))
  write(60, 120)
  expect(lengths()).toEqual(numbers(120))
  expect(names()).toEqual(['turns-1.jsonl.gz', 'turns-2.jsonl.gz', 'turns.jsonl'])
})

it('starts a new line after an incomplete one, and skips an unreadable part', () => {
  write(0, 60)
  writeFileSync(join(folder, 'turns.jsonl'), `${line(60)}\n{"n":`)
  const lines = new TurnLines(folder)
  expect(lines.text().endsWith('{"n":')).toBe(true)
  lines.append(line(61))
  expect(lines.text().split('\n').slice(-4)).toEqual([line(60), '{"n":', line(61), ''])
  writeFileSync(join(folder, 'turns-1.jsonl.gz'), 'no gzip')
  expect(lines.text().trim().split('\n')).toEqual([line(60), '{"n":', line(61)])
})

it('stores a summary beside each archived part, older ones included, and returns the lines without one', () => {
  const sum = (lines: string): string => String(lines.split('\n').length - 1)
  const summed = () => new TurnLines(folder, sum).sums().map((one) => one.sum ?? sum(one.lines()))
  write(0, 60)
  expect(summed()).toEqual(['55', '5'])
  const lines = new TurnLines(folder, sum)
  lines.text()
  for (let n = 60; n < 120; n++) lines.append(line(n))
  expect(names()).toEqual(['turns-1.jsonl.gz', 'turns-1.sum', 'turns-2.jsonl.gz', 'turns-2.sum', 'turns.jsonl'])
  // A part with a summary is not read again.
  writeFileSync(join(folder, 'turns-1.jsonl.gz'), 'no gzip')
  expect(summed()).toEqual(['55', '55', '10'])
})
