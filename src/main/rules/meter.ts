/** What a metered module exports besides its own: fuel left, and where a counter stands that brings the interpreter to ask. */
export interface Meter {
  /** Units left for this call: one for every turn of any loop inside the interpreter and for every 64 bytes copied. */
  fuel: WebAssembly.Global
  /** Address of a number that is set to 1 when the fuel is used up, so that the interpreter asks at once whether to go on. */
  alarm: WebAssembly.Global
  /** The stack pointer of the compiled program. */
  stack: WebAssembly.Global
}

/** Units past the end of the fuel that one operation may still take before it is cut off in the middle. */
const GRACE = 5_000_000

/** Reads a WebAssembly binary. */
class Reader {
  at: number
  constructor(
    readonly bytes: Uint8Array,
    at = 0
  ) {
    this.at = at
  }
  byte(): number {
    const value = this.bytes[this.at++]
    if (value === undefined) throw new Error('The interpreter ends too early.')
    return value
  }
  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte()
      value += (byte & 0x7f) * 2 ** shift
      if (byte < 0x80) return value
    }
  }
  /** Passes by a number of any length, signed or not. */
  skip(): void {
    while (this.byte() >= 0x80);
  }
}

function leb(value: number): number[] {
  const out: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...out, left]
    out.push((left % 128) | 0x80)
  }
}
/** A signed number, as constants are written. */
function sleb(value: number): number[] {
  const out: number[] = []
  for (let left = value; ; left >>= 7) {
    const byte = left & 0x7f
    if ((left >> 7 === 0 && byte < 64) || (left >> 7 === -1 && byte >= 64)) return [...out, byte]
    out.push(byte | 0x80)
  }
}

const BLOCK = 0x02
const LOOP = 0x03
const IF = 0x04
const END = 0x0b
const BRANCH_TABLE = 0x0e
const BULK = 0xfc
/** Instructions that the meter puts in. */
const OP = {
  unreachable: 0x00,
  call: 0x10,
  getLocal: 0x20,
  getGlobal: 0x23,
  setGlobal: 0x24,
  store: 0x36,
  nothing: 0x40,
  number: 0x41,
  less: 0x48,
  subtract: 0x6b,
  shiftRight: 0x76
}
/** A loop that chooses among more ways than this is the one that runs a rule's own code step by step. The interpreter counts that itself. */
const DISPATCH = 200
const NOTHING = new Uint8Array(0)
const COPY = 10
const FILL = 11
const SECTION = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 }

/** Passes by the operands of an instruction; for `0xfc` answers which of its instructions it was. */
function skipOperands(code: number, reader: Reader): number | undefined {
  if (code === BLOCK || code === LOOP || code === IF || code === 0x0c || code === 0x0d || code === 0x10) reader.skip()
  else if (code === BRANCH_TABLE || code === 0x1c) for (let left = reader.number() + (code === BRANCH_TABLE ? 1 : 0); left > 0; left--) reader.skip()
  else if (code === 0x11 || (code >= 0x28 && code <= 0x3e)) {
    reader.skip()
    reader.skip()
  } else if ((code >= 0x20 && code <= 0x26) || (code >= 0x3f && code <= 0x42) || code === 0xd0 || code === 0xd2) reader.skip()
  else if (code === 0x43) reader.at += 4
  else if (code === 0x44) reader.at += 8
  else if (code === BULK) {
    const which = reader.number()
    for (let left = which < 8 ? 0 : [8, COPY, 12, 14].includes(which) ? 2 : 1; left > 0; left--) reader.skip()
    return which
  } else if (code > 0xd2 || (code >= 0x12 && code <= 0x19)) throw new Error(`The interpreter uses the instruction ${code}, which is not metered.`)
  return undefined
}

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
/** Takes `cost` off the fuel, and sounds the alarm when none is left. */
const charge = ({ fuel, spent }: Added, cost: readonly number[]): number[] => {
  const less = [...getGlobal(fuel), ...cost, OP.subtract, OP.setGlobal, ...leb(fuel)]
  return [...less, ...getGlobal(fuel), ...number(0), OP.less, IF, OP.nothing, OP.call, ...leb(spent), END]
}

/** A place in a function where something is put in, instead of what stands up to `until`. */
interface Change {
  at: number
  until: number
  put: Uint8Array
}

/** One function with every loop turn charged and every copy of memory sent past the meter. */
function meteredBody(bytes: Uint8Array, start: number, end: number, added: Added): Uint8Array[] {
  const turn = Uint8Array.from(charge(added, number(1)))
  const changes: Change[] = []
  /** The blocks we are in; of a loop, where it is charged. */
  const open: (Change | undefined)[] = []
  const reader = new Reader(bytes, start)
  for (let locals = reader.number(); locals > 0; locals--) {
    reader.skip()
    reader.skip()
  }
  while (reader.at < end) {
    const at = reader.at
    const code = reader.byte()
    const ways = code === BRANCH_TABLE ? new Reader(bytes, reader.at).number() : 0
    const which = skipOperands(code, reader)
    if (code === LOOP) {
      const change = { at: reader.at, until: reader.at, put: turn }
      changes.push(change)
      open.push(change)
    } else if (code === BLOCK || code === IF) open.push(undefined)
    else if (code === END) open.pop()
    else if (ways > DISPATCH) for (const loop of open) if (loop) loop.put = NOTHING
    if (which === COPY || which === FILL) {
      changes.push({ at, until: reader.at, put: Uint8Array.of(OP.call, ...leb(which === COPY ? added.copy : added.fill)) })
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

/** The functions that the meter adds, each with its length before it, in the order of their indices. */
function ownBodies(added: Added): number[][] {
  const alarm = [...getGlobal(added.alarm), ...number(1), OP.store, 2, 0]
  const end = [...getGlobal(added.fuel), ...number(-GRACE), OP.less, IF, OP.nothing, OP.unreachable, END]
  const operands = [0, 1, 2].flatMap((index) => [OP.getLocal, index])
  // One unit for every 64 bytes.
  const length = charge(added, [OP.getLocal, 2, ...number(6), OP.shiftRight])
  const moving = (...instruction: number[]): number[] => [...length, ...operands, BULK, ...instruction]
  return [[...alarm, ...end], moving(COPY, 0, 0), moving(FILL, 0)].map((body) => {
    const whole = [0, ...body, END]
    return [...leb(whole.length), ...whole]
  })
}

const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))))

/** How many functions a module takes from outside. */
function importedFunctions(bytes: Uint8Array, start: number): number {
  const reader = new Reader(bytes, start)
  let functions = 0
  for (let left = reader.number(); left > 0; left--) {
    for (let name = 0; name < 2; name++) {
      const length = reader.number()
      reader.at += length
    }
    const kind = reader.byte()
    if (kind === 0) functions++
    if (kind === 1) reader.byte()
    if (kind === 3) reader.byte()
    if (kind === 1 || kind === 2) {
      const limits = reader.byte()
      reader.skip()
      if (limits & 1) reader.skip()
    } else reader.skip()
  }
  return functions
}

/**
 * A WebAssembly program in which nothing goes on for ever unnoticed: every turn of a loop and every copy of memory takes from `fuel`.
 * A rule's own loops the interpreter counts itself; what it does in one go (searching a text, sorting, joining, comparing) it does not.
 */
export function metered(bytes: Uint8Array): Uint8Array {
  const sections: { id: number; start: number; end: number }[] = []
  const reader = new Reader(bytes, 8)
  while (reader.at < bytes.length) {
    const id = reader.byte()
    const length = reader.number()
    sections.push({ id, start: reader.at, end: reader.at + length })
    reader.at += length
  }
  const countOf = (id: number): number => {
    const section = sections.find((one) => one.id === id)
    if (!section) throw new Error(`The interpreter has no section ${id}.`)
    return new Reader(bytes, section.start).number()
  }
  const imports = sections.find(({ id }) => id === SECTION.imports)
  const functions = (imports ? importedFunctions(bytes, imports.start) : 0) + countOf(SECTION.functions)
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
  const out: Uint8Array[] = [bytes.subarray(0, 8)]
  for (const { id, start, end } of sections) {
    const own = more[id]
    const body = new Reader(bytes, start)
    let content = bytes.subarray(start, end)
    if (own) {
      const [count, entries] = own
      const all = body.number() + count
      content = joined([leb(all), bytes.subarray(body.at, end), entries])
    } else if (id === SECTION.code) {
      const bodies: (Uint8Array | number[])[] = []
      const count = body.number()
      for (let left = count; left > 0; left--) {
        const length = body.number()
        const parts = meteredBody(bytes, body.at, body.at + length, added)
        bodies.push(leb(parts.reduce((sum, part) => sum + part.length, 0)), ...parts)
        body.at += length
      }
      content = joined([leb(count + 3), ...bodies, ...ownBodies(added)])
    }
    out.push(Uint8Array.of(id, ...leb(content.length)), content)
  }
  return joined(out)
}
