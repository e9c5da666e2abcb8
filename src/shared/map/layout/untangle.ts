/** A cell of the map: column and row. */
export type Cell = readonly [column: number, row: number]

/** A connection to draw, with the step on the map that its direction asks for. */
export interface DirectedLine {
  from: string
  to: string
  step: Cell
}

/**
 * The cost of each fault of a map: a place under a line, a crossing, a wrong direction, a cell of length (and its square), a cell of distance from
 * the middle.
 */
const COST = { covered: 8, crossing: 3, wrong: 4, aside: 0.7, length: 0.7, stretch: 0.16, far: 0.05 }
const WIDE_RATIO = 1.5
const MAX_UNTANGLED_PLACES = 150
/** Tries per place, and the most line comparisons in all, so that a big map doesn't block the window. */
const TRIES = { each: 600, looks: 4_000_000 }

const NO_ENDS = [0, 0] as const

/** A map in numbers: the cells of places, the ends of lines, and the lines at each place. */
class Board {
  readonly x: number[]
  readonly y: number[]
  readonly ends: (readonly [from: number, to: number])[]
  readonly at: number[][]
  readonly #taken = new Map<number, number>()

  constructor(
    readonly cells: readonly Cell[],
    readonly lines: readonly DirectedLine[],
    index: ReadonlyMap<string, number>
  ) {
    this.x = cells.map((cell) => cell[0])
    this.y = cells.map((cell) => cell[1])
    this.ends = lines.map((line) => [index.get(line.from) ?? 0, index.get(line.to) ?? 0])
    this.at = cells.map((_, i) => this.ends.flatMap(([from, to], k) => (from === i || to === i ? [k] : [])))
    cells.forEach((cell, i) => this.#taken.set(key(cell[0], cell[1]), i))
  }

  on(x: number, y: number): number | undefined {
    return this.#taken.get(key(x, y))
  }

  /** Puts a place on a cell, swapping with the place that is there. */
  move(i: number, x: number, y: number): void {
    const [oldX, oldY] = [this.x[i] ?? 0, this.y[i] ?? 0]
    const other = this.on(x, y)
    this.x[i] = x
    this.y[i] = y
    this.#taken.set(key(x, y), i)
    if (other === undefined) this.#taken.delete(key(oldX, oldY))
    else {
      this.x[other] = oldX
      this.y[other] = oldY
      this.#taken.set(key(oldX, oldY), other)
    }
  }

  /** The cost that depends on one place and another: all that changes when they move. */
  cost(i: number, other: number | undefined): number {
    let sum = this.#placeCost(i)
    for (const k of this.at[i] ?? []) sum += this.#lineCost(k)
    if (other === undefined) return sum
    sum += this.#placeCost(other)
    for (const k of this.at[other] ?? []) if (!(this.at[i] ?? []).includes(k)) sum += this.#lineCost(k)
    return sum
  }

  /** The cost of the whole map. Crossings and covered places count for both lines. */
  total(): number {
    let sum = 0
    for (let i = 0; i < this.x.length; i++) sum += this.#placeCost(i)
    for (let k = 0; k < this.ends.length; k++) sum += this.#lineCost(k)
    return sum
  }

  #placeCost(i: number): number {
    let sum = COST.far * Math.hypot(WIDE_RATIO * (this.x[i] ?? 0), this.y[i] ?? 0)
    for (let k = 0; k < this.ends.length; k++) if (this.#covers(k, i)) sum += COST.covered
    return sum
  }

  #lineCost(k: number): number {
    const [from, to] = this.ends[k] ?? NO_ENDS
    const dx = (this.x[to] ?? 0) - (this.x[from] ?? 0)
    const dy = (this.y[to] ?? 0) - (this.y[from] ?? 0)
    const [stepX, stepY] = this.lines[k]?.step ?? [0, 0]
    const distance = Math.hypot(WIDE_RATIO * dx, dy)
    let sum = COST.length * distance + COST.stretch * distance * distance
    sum += stepX === 0 ? COST.aside * Math.abs(dx) : Math.sign(dx) === stepX ? 0 : COST.wrong
    sum += stepY === 0 ? COST.aside * Math.abs(dy) : Math.sign(dy) === stepY ? 0 : COST.wrong
    for (let other = 0; other < this.ends.length; other++) if (other !== k && this.#crosses(k, other)) sum += COST.crossing
    for (let i = 0; i < this.x.length; i++) if (this.#covers(k, i)) sum += COST.covered
    return sum
  }

  /** Returns whether a line passes so close to a place it doesn't lead to that the place would cover it. */
  #covers(k: number, i: number): boolean {
    const [from, to] = this.ends[k] ?? NO_ENDS
    if (from === i || to === i) return false
    const ax = this.x[from] ?? 0
    const ay = this.y[from] ?? 0
    const dx = (this.x[to] ?? 0) - ax
    const dy = (this.y[to] ?? 0) - ay
    const px = (this.x[i] ?? 0) - ax
    const py = (this.y[i] ?? 0) - ay
    const t = (px * dx + py * dy) / (dx * dx + dy * dy || 1)
    return t > 0 && t < 1 && Math.abs(t * dx - px) < 0.42 && Math.abs(t * dy - py) < 0.34
  }

  #crosses(one: number, other: number): boolean {
    const [a, b] = this.ends[one] ?? NO_ENDS
    const [c, d] = this.ends[other] ?? NO_ENDS
    if (a === c || a === d || b === c || b === d) return false
    return this.#side(a, b, c) !== this.#side(a, b, d) && this.#side(c, d, a) !== this.#side(c, d, b)
  }

  #side(p: number, q: number, r: number): number {
    const px = this.x[p] ?? 0
    const py = this.y[p] ?? 0
    return Math.sign(((this.x[q] ?? 0) - px) * ((this.y[r] ?? 0) - py) - ((this.y[q] ?? 0) - py) * ((this.x[r] ?? 0) - px))
  }
}

const key = (x: number, y: number): number => (x + 2048) * 4096 + y + 2048

/** A fixed sequence of numbers in [0, 1), because the same world must give the same map. */
function counted(): () => number {
  let state = 0x2545f491
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Moves places until the map reads well: lines short, in their direction, with few crossings and never under a place. Uses simulated annealing:
 * places jump near their neighbours, and worse maps are accepted at first and then less and less, to escape local optima. Deterministic; returns a
 * new map.
 */
export function untangle(placed: ReadonlyMap<string, Cell>, lines: readonly DirectedLine[]): Map<string, Cell> {
  const ids = [...placed.keys()].toSorted()
  if (ids.length < 3 || ids.length > MAX_UNTANGLED_PLACES || lines.length === 0) return new Map(placed)
  const index = new Map(ids.map((id, i) => [id, i]))
  const cells = ids.map((id): Cell => placed.get(id) ?? [0, 0])
  // A tree-shaped world is right as placed; annealing could only make it worse.
  const calm = new Board(cells, lines, index)
  settle(calm)
  const shaken = new Board(cells, lines, index)
  shake(shaken)
  settle(shaken)
  const board = shaken.total() < calm.total() ? shaken : calm
  return new Map(ids.map((id, i) => [id, [board.x[i] ?? 0, board.y[i] ?? 0]]))
}

/** Moves places near their neighbours at random. Undoes moves that make the map worse, more often as the temperature falls. */
function shake(board: Board): void {
  const random = counted()
  const tries = Math.min(board.x.length * TRIES.each, Math.floor(TRIES.looks / (board.lines.length + board.x.length)))
  for (let k = 0; k < tries; k++) {
    const heat = 7 * (1 - k / tries) ** 2 + 1e-3
    const i = Math.floor(random() * board.x.length)
    const own = board.at[i] ?? []
    const [from, to] = board.ends[own[Math.floor(random() * own.length)] ?? -1] ?? [i, i]
    const anchor = from === i ? to : from
    const x = (board.x[anchor] ?? 0) + Math.floor(random() * 5) - 2
    const y = (board.y[anchor] ?? 0) + Math.floor(random() * 5) - 2
    const other = board.on(x, y)
    if (other === i) continue
    const [oldX, oldY] = [board.x[i] ?? 0, board.y[i] ?? 0]
    const before = board.cost(i, other)
    board.move(i, x, y)
    const worse = board.cost(i, other) - before
    if (worse > 0 && random() >= Math.exp(-worse / heat)) board.move(i, oldX, oldY)
  }
}

function settle(board: Board): void {
  for (let round = 0, moved = true; moved && round < 12; round++) {
    moved = false
    for (let i = 0; i < board.x.length; i++) {
      const [homeX, homeY] = [board.x[i] ?? 0, board.y[i] ?? 0]
      let [bestX, bestY, best] = [homeX, homeY, 1e-6]
      for (let cell = 0; cell < 49; cell++) {
        const x = homeX + (cell % 7) - 3
        const y = homeY + Math.floor(cell / 7) - 3
        const other = board.on(x, y)
        if (other === i) continue
        const before = board.cost(i, other)
        board.move(i, x, y)
        const gain = before - board.cost(i, other)
        board.move(i, homeX, homeY)
        if (gain > best) [bestX, bestY, best] = [x, y, gain]
      }
      if (bestX === homeX && bestY === homeY) continue
      board.move(i, bestX, bestY)
      moved = true
    }
  }
}
