const PAGE = 1 << 16
const WINDOW = 1 << 18
const ZEROS = new Uint8Array(8)
const nothing = new Uint8Array(0)
/** The `initial` and `maximum` size of the sandbox's memory, in pages of 64 KB: 16 and 64 MB. */
export const INITIAL_PAGES = 256
const MAXIMUM_PAGES = 1024
/** The maximum memory of a sandbox, in bytes. */
export const MEMORY_CAP = MAXIMUM_PAGES * PAGE

/** A saved memory without the unused stack: everything below `low.length` and from `highAt` on, and the stack pointer. */
export interface MemoryImage {
  readonly low: Uint8Array
  readonly high: Uint8Array
  readonly highAt: number
  readonly stack: number
}

/** Whether a range contains only zeros: each byte equals the one eight before it, and the first eight are zeros. */
const empty = (bytes: Uint8Array): boolean =>
  Buffer.compare(bytes.subarray(0, 8), ZEROS) === 0 && Buffer.compare(bytes.subarray(8), bytes.subarray(0, -8)) === 0

/** The first address from which everything up to `end` is untouched, rounded to a page. */
function endOf(all: Uint8Array, end: number): number {
  let at = end
  while (at > 0 && empty(all.subarray(at - PAGE, at))) at -= PAGE
  return at
}

/** The sandbox's memory, and an image to restore it, without the unused stack: megabytes of zeros that nothing reads between calls. */
export class SandboxMemory {
  readonly wasm = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES })
  private hole = { start: 0, end: 0 }
  private top = 0
  private low = nothing
  private high = nothing

  /** The stack pointer. An interrupted program leaves it anywhere. */
  stack: { value: number } = { value: 0 }
  private atMark = 0
  private beginning: MemoryImage = { low: nothing, high: nothing, highAt: 0, stack: 0 }
  private untouched = true

  /** The largest size at which the memory doesn't count as grown, in bytes. */
  private room = INITIAL_PAGES * PAGE

  /** Whether rules have made it grow beyond what it needs. It never shrinks again. */
  get grown(): boolean {
    return this.wasm.buffer.byteLength > this.room
  }

  /** Accepts the current size. If the accepted content alone made it grow, it may grow by half as much again. */
  settle(): void {
    if (this.grown) this.room = this.wasm.buffer.byteLength * 1.5
  }

  /**
   * Saves the initial memory of a program that hasn't run yet. `known` is the initial memory of another instance and replaces this one's, so that
   * both have the same addresses, whatever the program read from its environment at its start.
   */
  keepBeginning(known?: MemoryImage): MemoryImage {
    if (!known) {
      const all = new Uint8Array(this.wasm.buffer)
      this.top = endOf(all, all.length)
      this.findHole()
      this.mark()
    }
    this.beginning = known ?? this.image
    return this.beginning
  }
  /** Restores the initial memory. */
  beginAgain(): void {
    const all = new Uint8Array(this.wasm.buffer)
    if (!this.untouched) all.fill(0)
    this.untouched = false
    const { low, high, highAt, stack } = this.beginning
    all.set(low)
    all.set(high, highAt)
    this.stack.value = stack
    this.top = 0
  }

  /** Takes the image. */
  mark(): void {
    this.atMark = this.stack.value
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

  /** A copy of the image of the last `mark`. */
  get image(): MemoryImage {
    return { low: this.low.slice(), high: this.high.slice(), highAt: this.hole.end, stack: this.atMark }
  }

  /** Restores an image of another memory of the same program, as if it had been marked here. */
  goTo({ low, high, highAt, stack }: MemoryImage): void {
    this.hole = { start: low.length, end: highAt }
    this.low = low.slice()
    this.high = high.slice()
    this.top = highAt + high.length
    this.atMark = stack
    this.rewind()
  }

  /** Restores the image of the last `mark`. */
  rewind(): void {
    this.stack.value = this.atMark
    const end = this.endOfUse()
    const all = new Uint8Array(this.wasm.buffer)
    all.set(this.low, 0)
    all.set(this.high, this.hole.end)
    if (end > this.top) all.fill(0, this.top, end)
  }

  /** The addresses of a 32-bit number in the `length` bytes from `start`. */
  find(value: number, start: number, length: number): number[] {
    const words = new Int32Array(this.wasm.buffer, start & ~3, length >> 2)
    return [...words.keys()].filter((at) => words[at] === value).map((at) => (start & ~3) + at * 4)
  }
  /** Sets a 32-bit number. */
  write(address: number, value: number): void {
    new Int32Array(this.wasm.buffer)[address >> 2] = value
  }

  /** The first address after the end of the last mark from which a quarter of a megabyte is untouched. */
  private endOfUse(): number {
    const all = new Uint8Array(this.wasm.buffer)
    let end = this.top
    for (let at = this.top; at < all.length; at += WINDOW) {
      const window = all.subarray(at, Math.min(at + WINDOW, all.length))
      if (empty(window)) break
      end = at + window.length
    }
    // Not beyond what was used, because every call copies this range.
    return end > this.top ? endOf(all, end) : end
  }

  /** Finds the used ranges and the hole between them. The used part begins below, at the end of, or after the stack; nothing else is read. */
  private measure(): void {
    this.top = Math.max(this.beginning.highAt + this.beginning.high.length, Math.ceil(this.beginning.stack / PAGE) * PAGE)
    this.top = this.endOfUse()
    this.findHole()
  }

  private findHole(): void {
    const all = new Uint8Array(this.wasm.buffer)
    this.hole = { start: 0, end: 0 }
    let start = 0
    for (let at = 0; at < this.top; at += PAGE) {
      if (empty(all.subarray(at, at + PAGE))) continue
      if (at - start > this.hole.end - this.hole.start) this.hole = { start, end: at }
      start = at + PAGE
    }
  }
}
