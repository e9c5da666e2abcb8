const PAGE = 1 << 16
const WINDOW = 1 << 20
const zeros = new Uint8Array(WINDOW)
/** `initial` and `maximum` of the sandbox's memory, in pages of 64 KB: 16 and 64 MB. */
export const INITIAL_PAGES = 256
const MAXIMUM_PAGES = 1024

const empty = (bytes: Uint8Array): boolean => Buffer.compare(bytes, zeros.subarray(0, bytes.length)) === 0

/**
 * The sandbox's memory, and one picture of it that it can be put back to. The unused stack, some megabytes of
 * zeros in the middle, is left out of the picture: between calls nobody reads it.
 */
export class SandboxMemory {
  readonly wasm = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES })
  private hole = { start: 0, end: 0 }
  private top = 0
  private low = new Uint8Array(0)
  private high = new Uint8Array(0)

  /** Whether rules have made it grow; it never shrinks again. */
  get grown(): boolean {
    return this.wasm.buffer.byteLength > INITIAL_PAGES * PAGE
  }

  /** Takes the picture. */
  mark(): void {
    if (this.top === 0) this.measure()
    this.top = this.endOfUse()
    const all = new Uint8Array(this.wasm.buffer)
    const lowLength = this.hole.start
    const highLength = this.top - this.hole.end
    if (this.low.length !== lowLength) this.low = new Uint8Array(lowLength)
    if (this.high.length !== highLength) this.high = new Uint8Array(highLength)
    this.low.set(all.subarray(0, lowLength))
    this.high.set(all.subarray(this.hole.end, this.top))
  }

  /** Puts everything back as it was at the last `mark`. */
  rewind(): void {
    const end = this.endOfUse()
    const all = new Uint8Array(this.wasm.buffer)
    all.set(this.low, 0)
    all.set(this.high, this.hole.end)
    if (end > this.top) all.fill(0, this.top, end)
  }

  /** First address after the last mark's end from which a whole megabyte is untouched. */
  private endOfUse(): number {
    const all = new Uint8Array(this.wasm.buffer)
    let end = this.top
    for (let at = this.top; at < all.length; at += WINDOW) {
      const window = all.subarray(at, Math.min(at + WINDOW, all.length))
      if (empty(window)) break
      end = at + window.length
    }
    return end
  }

  private measure(): void {
    const all = new Uint8Array(this.wasm.buffer)
    let start = 0
    for (let at = 0; at < all.length; at += PAGE) {
      if (!empty(all.subarray(at, at + PAGE))) {
        if (at - start > this.hole.end - this.hole.start) this.hole = { start, end: at }
        start = at + PAGE
        this.top = at + PAGE
      }
    }
  }
}
