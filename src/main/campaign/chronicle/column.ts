/** A growing column of 32-bit integers, one per row. */
export class Column {
  #values: Int32Array
  length = 0

  constructor(values = new Int32Array(1024), length = 0) {
    this.#values = values
    this.length = length
  }

  at(row: number): number {
    return this.#values[row] ?? 0
  }

  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = new Int32Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  /** The values of all rows; a view, not a copy. */
  get values(): Int32Array {
    return this.#values.subarray(0, this.length)
  }
}

/** A list of distinct values, each with an index in order of appearance. */
export class Table<T> {
  readonly list: T[] = []
  readonly #places = new Map<string, number>()

  constructor(readonly key: (value: T) => string) {}

  placeOf(value: T): number {
    const key = this.key(value)
    const existing = this.#places.get(key)
    if (existing !== undefined) return existing
    this.#places.set(key, this.list.length)
    return this.list.push(value) - 1
  }
}
