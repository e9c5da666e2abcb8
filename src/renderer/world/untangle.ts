/** A cell of the map: column and row. */
export type Cell = readonly [column: number, row: number]

/** A way to draw, with the step on the map that its direction asks for. */
export interface Line {
  from: string
  to: string
  step: Cell
}

/** What one fault of a map costs: a place under a line, a crossing, a wrong direction, a cell of length. */
const COST = { covered: 7, crossing: 2.5, wrong: 5, aside: 0.5, length: 0.6, stretch: 0.12, far: 0.06 }
const ROUNDS = 10
const REACH = 3
/** More places than this are not untangled: the first placing must do. */
const MOST = 150
/** Tries a place, and at most so many looks at a line in all: a big map must not hold up the window. */
const TRIES = { each: 150, looks: 6_000_000 }

const key = (cell: Cell): string => `${cell[0]},${cell[1]}`

/**
 * Moves places cell by cell, as long as that makes the map better to read: lines short, in their direction, crossing
 * little and never under a place. Deterministic; answers a new map.
 */
export function untangle(placed: ReadonlyMap<string, Cell>, lines: readonly Line[]): Map<string, Cell> {
  const at = new Map(placed)
  if (at.size > MOST) return at
  const ids = [...at.keys()].toSorted()
  const own = new Map(ids.map((id) => [id, lines.filter((line) => line.from === id || line.to === id)]))
  shake(ids, at, own, lines)
  for (let round = 0; round < ROUNDS; round++) {
    let moved = false
    for (const id of ids) moved = improve(id, at, own, lines) || moved
    if (!moved) break
  }
  return at
}

/** A generator of numbers in [0, 1) that is the same every time: the same world must give the same map. */
function counted(): () => number {
  let state = 0x2545f491
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * Simulated annealing: places jump near those they are joined to, or change cells with who is there. A worse map is
 * taken at first and less and less later, so that the map does not stick in the first tangle it meets.
 */
function shake(ids: readonly string[], at: Map<string, Cell>, own: ReadonlyMap<string, readonly Line[]>, lines: readonly Line[]): void {
  if (ids.length < 3 || lines.length === 0) return
  const random = counted()
  const taken = new Map([...at].map(([id, cell]) => [key(cell), id]))
  const tries = Math.min(ids.length * TRIES.each, Math.floor(TRIES.looks / (lines.length + ids.length)))
  for (let k = 0; k < tries; k++) {
    const heat = 6 * (1 - k / tries) ** 2
    const id = ids[Math.floor(random() * ids.length)]
    const home = id === undefined ? undefined : at.get(id)
    if (id === undefined || !home) continue
    const line = own.get(id)?.[Math.floor(random() * (own.get(id)?.length ?? 0))]
    const anchor = (line && at.get(line.from === id ? line.to : line.from)) ?? home
    const cell: Cell = [anchor[0] + Math.floor(random() * 5) - 2, anchor[1] + Math.floor(random() * 5) - 2]
    const other = taken.get(key(cell))
    if (other === id) continue
    const pair = other === undefined ? [id] : [id, other]
    const before = total(pair, at, own, lines)
    at.set(id, cell)
    if (other !== undefined) at.set(other, home)
    const worse = total(pair, at, own, lines) - before
    if (worse <= 0 || random() < Math.exp(-worse / Math.max(heat, 1e-3))) {
      taken.delete(key(home))
      taken.set(key(cell), id)
      if (other !== undefined) taken.set(key(home), other)
    } else {
      at.set(id, home)
      if (other !== undefined) at.set(other, cell)
    }
  }
}

function improve(id: string, at: Map<string, Cell>, own: ReadonlyMap<string, readonly Line[]>, lines: readonly Line[]): boolean {
  const home = at.get(id)
  if (!home) return false
  const byCell = new Map([...at].map(([other, cell]) => [key(cell), other]))
  let best = 0
  let choice: { cell: Cell; other: string | undefined } | undefined
  for (let dc = -REACH; dc <= REACH; dc++) {
    for (let dr = -REACH; dr <= REACH; dr++) {
      const cell: Cell = [home[0] + dc, home[1] + dr]
      const other = byCell.get(key(cell))
      if (other === id) continue
      const pair = other === undefined ? [id] : [id, other]
      const before = total(pair, at, own, lines)
      at.set(id, cell)
      if (other !== undefined) at.set(other, home)
      const gain = before - total(pair, at, own, lines)
      at.set(id, home)
      if (other !== undefined) at.set(other, cell)
      if (gain > best + 1e-6) {
        best = gain
        choice = { cell, other }
      }
    }
  }
  if (!choice) return false
  at.set(id, choice.cell)
  if (choice.other !== undefined) at.set(choice.other, home)
  return true
}

function total(ids: readonly string[], at: ReadonlyMap<string, Cell>, own: ReadonlyMap<string, readonly Line[]>, lines: readonly Line[]): number {
  let sum = 0
  const mine = new Set(ids.flatMap((id) => own.get(id) ?? []))
  for (const line of mine) {
    sum += lineCost(line, at)
    for (const other of lines) if (other !== line && crosses(line, other, at)) sum += mine.has(other) ? COST.crossing / 2 : COST.crossing
    for (const [id, cell] of at) if (covers(line, id, cell, at)) sum += COST.covered
  }
  for (const id of ids) {
    const cell = at.get(id)
    if (cell) sum += COST.far * Math.hypot(cell[0], cell[1])
    if (cell) for (const line of lines) if (!mine.has(line) && covers(line, id, cell, at)) sum += COST.covered
  }
  return sum
}

function lineCost(line: Line, at: ReadonlyMap<string, Cell>): number {
  const from = at.get(line.from)
  const to = at.get(line.to)
  if (!from || !to) return 0
  const way = [to[0] - from[0], to[1] - from[1]] as const
  const far = Math.hypot(1.4 * way[0], way[1])
  let sum = COST.length * (far - 1) + COST.stretch * far * far
  for (const axis of [0, 1] as const) {
    const wanted = line.step[axis]
    if (wanted === 0) sum += COST.aside * Math.abs(way[axis])
    else if (Math.sign(way[axis]) !== wanted) sum += COST.wrong
  }
  return sum
}

/** Whether a line passes so close to a place it does not lead to that it would be drawn under it. */
function covers(line: Line, id: string, cell: Cell, at: ReadonlyMap<string, Cell>): boolean {
  const a = at.get(line.from)
  const b = at.get(line.to)
  if (!a || !b || line.from === id || line.to === id) return false
  const dx = b[0] - a[0]
  const dy = b[1] - a[1]
  const t = ((cell[0] - a[0]) * dx + (cell[1] - a[1]) * dy) / (dx * dx + dy * dy || 1)
  if (t <= 0 || t >= 1) return false
  return Math.abs(a[0] + t * dx - cell[0]) < 0.42 && Math.abs(a[1] + t * dy - cell[1]) < 0.32
}

function crosses(one: Line, other: Line, at: ReadonlyMap<string, Cell>): boolean {
  if (one.from === other.from || one.from === other.to || one.to === other.from || one.to === other.to) return false
  const [a, b, c, d] = [at.get(one.from), at.get(one.to), at.get(other.from), at.get(other.to)]
  if (!a || !b || !c || !d) return false
  const side = (p: Cell, q: Cell, r: Cell): number => Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) !== side(a, b, d) && side(c, d, a) !== side(c, d, b)
}
