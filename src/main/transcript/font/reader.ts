/** Walks over the numbers of a font's bytes, big end first. */
export class Reader {
  constructor(
    readonly bytes: Buffer,
    public at = 0
  ) {}

  u8(): number {
    return this.bytes.readUInt8(this.at++)
  }
  u16(): number {
    this.at += 2
    return this.bytes.readUInt16BE(this.at - 2)
  }
  i16(): number {
    this.at += 2
    return this.bytes.readInt16BE(this.at - 2)
  }
  u32(): number {
    this.at += 4
    return this.bytes.readUInt32BE(this.at - 4)
  }
  take(length: number): Buffer {
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  /** WOFF2's UIntBase128: seven bits a byte. */
  base128(): number {
    let value = 0
    for (let i = 0; i < 5; i++) {
      const byte = this.u8()
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) break
    }
    return value
  }

  /** WOFF2's 255UInt16: mostly one byte. */
  short255(): number {
    const code = this.u8()
    if (code === 253) return this.u16()
    if (code === 254) return this.u8() + 506
    return code === 255 ? this.u8() + 253 : code
  }
}
