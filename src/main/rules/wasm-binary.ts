/** Reads a WebAssembly binary. */
export class Reader {
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
  /** Skips a number of any length, signed or not. */
  skip(): void {
    while (this.byte() >= 0x80);
  }
}

/** An unsigned number (LEB128), as lengths and indices are encoded. */
export function leb(value: number): number[] {
  const out: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return [...out, left]
    out.push((left % 128) | 0x80)
  }
}
/** A signed number (LEB128), as constants are encoded. */
export function sleb(value: number): number[] {
  const out: number[] = []
  for (let left = value; ; left >>= 7) {
    const byte = left & 0x7f
    if ((left >> 7 === 0 && byte < 64) || (left >> 7 === -1 && byte >= 64)) return [...out, byte]
    out.push(byte | 0x80)
  }
}

// Instructions, by their standard names.
export const BLOCK = 0x02
export const LOOP = 0x03
export const IF = 0x04
export const END = 0x0b
export const BRANCH_TABLE = 0x0e
export const BULK = 0xfc
export const CALL = 0x10
export const GET_LOCAL = 0x20
export const COPY = 10
export const FILL = 11
/** Section ids. */
export const SECTION = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 }

/** Skips the operands of an instruction; for `0xfc` returns the number of the extended instruction. */
export function skipOperands(code: number, reader: Reader): number | undefined {
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

/** Concatenates parts. */
export const joined = (parts: readonly (Uint8Array | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (part instanceof Uint8Array ? part : Uint8Array.from(part))))

/** The number of functions that a module imports. */
export function importedFunctions(bytes: Uint8Array, start: number): number {
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

/** A section of a module: the range of its content. */
export interface Section {
  id: number
  start: number
  end: number
}
/** The sections of a module, in order. */
export function sectionsOf(bytes: Uint8Array): Section[] {
  const sections: Section[] = []
  const reader = new Reader(bytes, 8)
  while (reader.at < bytes.length) {
    const id = reader.byte()
    const length = reader.number()
    sections.push({ id, start: reader.at, end: reader.at + length })
    reader.at += length
  }
  return sections
}
/** A module with the contents of some sections replaced: those for which `content` returns one. */
export function rebuilt(bytes: Uint8Array, content: (section: Section) => Uint8Array | undefined): Uint8Array {
  const out: Uint8Array[] = [bytes.subarray(0, 8)]
  for (const section of sectionsOf(bytes)) {
    const own = content(section) ?? bytes.subarray(section.start, section.end)
    out.push(Uint8Array.of(section.id, ...leb(own.length)), own)
  }
  return joined(out)
}

/** The section with an id. */
export function sectionOf(sections: readonly Section[], id: number): Section {
  const section = sections.find((one) => one.id === id)
  if (!section) throw new Error(`The interpreter has no section ${id}.`)
  return section
}
