import {
  BRANCH_TABLE,
  BULK,
  BLOCK,
  CALL,
  COPY,
  END,
  FILL,
  GET_LOCAL,
  IF,
  importedFunctions,
  joined,
  leb,
  LOOP,
  Reader,
  rebuilt,
  SECTION,
  sectionOf,
  sectionsOf,
  skipOperands,
  sleb
} from './wasm-binary'

/** The extra exports of a metered module: the fuel left, and the address of the counter that makes the interpreter ask. */
export interface Meter {
  /** The units left for this call. Each loop turn inside the interpreter and each 64 bytes copied cost one. */
  fuel: WebAssembly.Global
  /** The address of a number that is set to 1 when the fuel is used up, so that the interpreter asks at once whether to continue. */
  alarm: WebAssembly.Global
  /** The stack pointer of the compiled program. */
  stack: WebAssembly.Global
}

/** The most units that an operation may use after the fuel has run out, before it is aborted. */
const GRACE_UNITS = 5_000_000

/** The instructions that the meter inserts. */
const OP = {
  unreachable: 0x00,
  getGlobal: 0x23,
  setGlobal: 0x24,
  store: 0x36,
  nothing: 0x40,
  number: 0x41,
  less: 0x48,
  subtract: 0x6b,
  shiftRight: 0x76
}
/** The fewest branch targets of the interpreter's main loop, which has its own counter. */
const MIN_DISPATCH_TARGETS = 200
const NOTHING = new Uint8Array(0)
/** Indices of what the meter adds. */
interface Added {
  fuel: number
  alarm: number
  spent: number
  copy: number
  fill: number
}

const getGlobal = (index: number): number[] => [OP.getGlobal, ...leb(index)]
const number = (value: number): number[] => [OP.number, ...sleb(value)]
/** Takes `cost` off the fuel, and sets the alarm if none is left. */
const charge = ({ fuel, spent }: Added, cost: readonly number[]): number[] => {
  const less = [...getGlobal(fuel), ...cost, OP.subtract, OP.setGlobal, ...leb(fuel)]
  return [...less, ...getGlobal(fuel), ...number(0), OP.less, IF, OP.nothing, CALL, ...leb(spent), END]
}

/** A position in a function where code is inserted, replacing the code up to `until`. */
interface Change {
  at: number
  until: number
  put: Uint8Array
}

/** A function that pays for every loop turn, and whose memory copies go through the meter. */
function meteredBody(bytes: Uint8Array, start: number, end: number, added: Added): Uint8Array[] {
  const turn = Uint8Array.from(charge(added, number(1)))
  const changes: Change[] = []
  /** The open blocks; for a loop, the position where it pays. */
  const open: (Change | undefined)[] = []
  const reader = new Reader(bytes, start)
  for (let locals = reader.number(); locals > 0; locals--) {
    reader.skip()
    reader.skip()
  }
  while (reader.at < end) {
    const at = reader.at
    const code = reader.byte()
    const targets = code === BRANCH_TABLE ? new Reader(bytes, reader.at).number() : 0
    const which = skipOperands(code, reader)
    if (code === LOOP) {
      const change = { at: reader.at, until: reader.at, put: turn }
      changes.push(change)
      open.push(change)
    } else if (code === BLOCK || code === IF) open.push(undefined)
    else if (code === END) open.pop()
    else if (targets > MIN_DISPATCH_TARGETS) for (const loop of open) if (loop) loop.put = NOTHING
    if (which === COPY || which === FILL) {
      changes.push({ at, until: reader.at, put: Uint8Array.of(CALL, ...leb(which === COPY ? added.copy : added.fill)) })
    }
  }
  const parts: Uint8Array[] = []
  let from = start
  for (const { at, until, put } of changes) {
    parts.push(bytes.subarray(from, at), put)
    from = until
  }
  parts.push(bytes.subarray(from, end))
  return parts
}

/** The functions that the meter adds, each preceded by its length, in the order of their indices. */
function ownBodies(added: Added): number[][] {
  const alarm = [...getGlobal(added.alarm), ...number(1), OP.store, 2, 0]
  const end = [...getGlobal(added.fuel), ...number(-GRACE_UNITS), OP.less, IF, OP.nothing, OP.unreachable, END]
  const operands = [0, 1, 2].flatMap((index) => [GET_LOCAL, index])
  // One unit for every 64 bytes.
  const length = charge(added, [GET_LOCAL, 2, ...number(6), OP.shiftRight])
  const moving = (...instruction: number[]): number[] => [...length, ...operands, BULK, ...instruction]
  return [[...alarm, ...end], moving(COPY, 0, 0), moving(FILL, 0)].map((body) => {
    const whole = [0, ...body, END]
    return [...leb(whole.length), ...whole]
  })
}

/**
 * A WebAssembly program in which nothing can run for ever unnoticed: every loop turn and every memory copy consumes `fuel`. The interpreter counts a
 * rule's own loops itself, but not single operations such as searching a text, sorting, joining or comparing.
 */
export function metered(bytes: Uint8Array): Uint8Array {
  const sections = sectionsOf(bytes)
  const countOf = (id: number): number => new Reader(bytes, sectionOf(sections, id).start).number()
  const functions = importedFunctions(bytes, sectionOf(sections, SECTION.imports).start) + countOf(SECTION.functions)
  const [types, globals] = [countOf(SECTION.types), countOf(SECTION.globals)]
  const added: Added = { fuel: globals, alarm: globals + 1, spent: functions, copy: functions + 1, fill: functions + 2 }
  const name = (text: string, index: number): number[] => [text.length, ...Buffer.from(text), 3, ...leb(index)]
  const variable = [0x7f, 1, ...number(0), END]
  const more: Record<number, [count: number, entries: number[]]> = {
    [SECTION.types]: [2, [0x60, 0, 0, 0x60, 3, 0x7f, 0x7f, 0x7f, 0]],
    [SECTION.functions]: [3, [...leb(types), ...leb(types + 1), ...leb(types + 1)]],
    [SECTION.globals]: [2, [...variable, ...variable]],
    [SECTION.exports]: [3, [...name('fuel', added.fuel), ...name('alarm', added.alarm), ...name('stack', 0)]]
  }
  return rebuilt(bytes, ({ id, start, end }) => {
    const body = new Reader(bytes, start)
    const own = more[id]
    if (own) {
      const [count, entries] = own
      const all = body.number() + count
      return joined([leb(all), bytes.subarray(body.at, end), entries])
    }
    if (id !== SECTION.code) return undefined
    const bodies: (Uint8Array | number[])[] = []
    const count = body.number()
    for (let left = count; left > 0; left--) {
      const length = body.number()
      const parts = meteredBody(bytes, body.at, body.at + length, added)
      bodies.push(leb(parts.reduce((sum, part) => sum + part.length, 0)), ...parts)
      body.at += length
    }
    return joined([leb(count + 3), ...bodies, ...ownBodies(added)])
  })
}
