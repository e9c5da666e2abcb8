import { expect, test } from 'vitest'
import { inlined } from './inline'
import { joined, leb, Reader, SECTION, sectionOf, sectionsOf } from './wasm-binary'

const I32 = 0x7f
const I64 = 0x7e
const section = (id: number, content: readonly number[]): number[] => [id, ...leb(content.length), ...content]
const list = (parts: readonly (readonly number[])[]): number[] => [...leb(parts.length), ...parts.flat()]

/** One function: its type, its locals as `[count, type]`, its code without the final `end`. */
interface Made {
  type: number
  locals: readonly (readonly [number, number])[]
  code: readonly (readonly number[])[]
}
/** A module of these functions, each exported under its number; type 0 takes two numbers and returns one, type 1 takes one and returns nothing. */
function moduleOf(functions: readonly Made[]): Uint8Array {
  const types = list([
    [0x60, 2, I32, I32, 1, I32],
    [0x60, 1, I32, 0]
  ])
  const bodies = functions.map(({ locals, code }) => {
    const body = [...list(locals), ...code.flat(), 0x0b]
    return [...leb(body.length), ...body]
  })
  const exported = functions.map((_, index) => [1, 48 + index, 0, index])
  return joined([
    [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    section(SECTION.types, types),
    section(SECTION.imports, list([])),
    section(SECTION.functions, list(functions.map(({ type }) => [type]))),
    section(SECTION.globals, list([[I32, 1, 0x41, 0, 0x0b]])),
    section(SECTION.exports, list([...exported, [1, 103, 3, 0]])),
    section(SECTION.code, list(bodies))
  ])
}

const GET = 0x20
const SET = 0x21
const CALL = 0x10
const ADD = 0x6a
const MULTIPLY = 0x6c
/** Returns the second number if the first is 0, otherwise the sum of both and a local that must start at 0 and is then set to 5. */
const early: Made = {
  type: 0,
  locals: [
    [1, I64],
    [1, I32]
  ],
  code: [
    [0x02, 0x40, GET, 0, 0x45, 0x04, 0x40, GET, 1, 0x0f, 0x0b, 0x0b],
    [GET, 0, GET, 1, ADD, GET, 3, ADD, 0x41, 5, SET, 3]
  ]
}
/** Multiplies by adding, in a loop that ends by branching out of the function. */
const looping: Made = {
  type: 0,
  locals: [[1, I32]],
  code: [
    [0x03, 0x40, GET, 0, 0x45, 0x04, 0x40, GET, 2, 0x0c, 2, 0x0b],
    [GET, 2, GET, 1, ADD, SET, 2, GET, 0, 0x41, 1, 0x6b, SET, 0, 0x0c, 0, 0x0b],
    [0x00]
  ]
}
/** Adds to the global unless its argument is 0. */
const silent: Made = { type: 1, locals: [], code: [[GET, 0, 0x45, 0x0d, 0, 0x23, 0, GET, 0, ADD, 0x24, 0]] }
/** Calls all of them, some with another's result and some in a loop, so that leftovers of one call would affect the next. */
const caller: Made = {
  type: 0,
  locals: [
    [1, I32],
    [1, I32]
  ],
  code: [
    [0x41, 3, SET, 2],
    [0x03, 0x40],
    [GET, 0, GET, 1, CALL, 0, GET, 0, GET, 1, CALL, 1, CALL, 0, GET, 3, ADD, SET, 3],
    [GET, 3, CALL, 2, 0x41, 0, CALL, 2],
    [GET, 2, 0x41, 1, 0x6b, 0x22, 2, 0x0d, 0, 0x0b],
    [GET, 3, 0x23, 0, 0x41, 7, MULTIPLY, ADD]
  ]
}
/** Recurses until its first number is 0; not inlined. */
const own: Made = {
  type: 0,
  locals: [],
  code: [[GET, 0, 0x45, 0x04, I32, GET, 1, 0x05, GET, 0, 0x41, 1, 0x6b, GET, 1, GET, 0, ADD, CALL, 4, 0x0b]]
}

type Two = (a: number, b: number) => number
const started = (bytes: Uint8Array): Two[] => {
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), {})
  return [3, 4].map((index) => exports[String(index)] as Two)
}
/** The code of one function of a module. */
function codeOf(bytes: Uint8Array, index: number): number[] {
  const reader = new Reader(bytes, sectionOf(sectionsOf(bytes), SECTION.code).start)
  reader.number()
  for (let left = index; ; left--) {
    const length = reader.number()
    if (left === 0) return [...bytes.subarray(reader.at, reader.at + length)]
    reader.at += length
  }
}

test('short functions stand where they were called and do the same', () => {
  const before = moduleOf([early, looping, silent, caller, own])
  const after = inlined(before)
  for (const index of [0, 1, 2]) expect(codeOf(after, index)).toEqual(codeOf(before, index))
  expect(codeOf(after, 3)).not.toContain(CALL)
  const [called, itself] = started(before)
  const [inlinedSum, itselfStill] = started(after)
  for (const [a, b] of [
    [0, 0],
    [0, 9],
    [1, 2],
    [6, 7],
    [13, -4]
  ] as const) {
    // Twice, because the global keeps its value.
    for (let time = 0; time < 2; time++) expect(inlinedSum?.(a, b)).toBe(called?.(a, b))
    expect(itselfStill?.(a, b)).toBe(itself?.(a, b))
  }
  expect(called?.(6, 7)).not.toBe(called?.(7, 6))
})
