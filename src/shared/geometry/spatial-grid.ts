import type { Point, Rect } from './shapes'

/** A spatial index: items by the squares of a grid that they touch, so that a query for a rectangle skips all others. */
export class SpatialGrid {
  readonly #cells = new Map<number, number[]>()
  readonly #seen: Uint32Array
  #queryCount = 0

  /** Items are numbered below `count`; `side` is the side of a square, in pixels. */
  constructor(
    count: number,
    readonly side = 400
  ) {
    this.#seen = new Uint32Array(count)
  }

  addRect(item: number, { x, y, width, height }: Rect): void {
    const [left, top, right, bottom] = [this.#cell(x), this.#cell(y), this.#cell(x + width), this.#cell(y + height)]
    for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) this.#put(item, column, row)
  }

  /** Adds a straight line: every square it passes through, and sometimes a neighbouring square. */
  addLine(item: number, from: Point, to: Point): void {
    const steps = Math.max(1, Math.ceil((2 * Math.hypot(to.x - from.x, to.y - from.y)) / this.side))
    const [dx, dy] = [(to.x - from.x) / steps, (to.y - from.y) / steps]
    for (let k = 0; k < steps; k++) {
      const [x, y] = [from.x + dx * k, from.y + dy * k]
      this.addRect(item, { x: Math.min(x, x + dx), y: Math.min(y, y + dy), width: Math.abs(dx), height: Math.abs(dy) })
    }
  }

  /** The numbers of all items in the squares that a rectangle touches, ascending, each once. */
  query({ x, y, width, height }: Rect): number[] {
    const [left, top, right, bottom] = [this.#cell(x), this.#cell(y), this.#cell(x + width), this.#cell(y + height)]
    const hits: number[] = []
    this.#queryCount++
    const take = (list: readonly number[] | undefined): void => {
      for (const item of list ?? []) {
        if (this.#seen[item] === this.#queryCount) continue
        this.#seen[item] = this.#queryCount
        hits.push(item)
      }
    }
    if ((right - left + 1) * (bottom - top + 1) > this.#cells.size) for (const list of this.#cells.values()) take(list)
    else for (let row = top; row <= bottom; row++) for (let column = left; column <= right; column++) take(this.#cells.get(keyOf(column, row)))
    return hits.sort((a, b) => a - b)
  }

  #cell(value: number): number {
    return Math.floor(value / this.side)
  }

  #put(item: number, column: number, row: number): void {
    const key = keyOf(column, row)
    const list = this.#cells.get(key)
    if (!list) this.#cells.set(key, [item])
    else if (list.at(-1) !== item) list.push(item)
  }
}

const keyOf = (column: number, row: number): number => (column + 0x100000) * 0x200000 + row + 0x100000
