import { SpatialGrid } from '../geometry/spatial-grid'
import { inflate, intersects, type Point, type Rect } from '../geometry/shapes'
import { PLACE } from './sizes'

/** The area occupied by up to a given number of places. It finds the place that another one would cover. */
export class OccupiedGround {
  readonly #boxes: Rect[] = []
  readonly #grid: SpatialGrid

  constructor(count: number) {
    this.#grid = new SpatialGrid(count)
  }

  add(spot: Point): void {
    const box = boxAt(spot)
    this.#grid.addRect(this.#boxes.length, box)
    this.#boxes.push(box)
  }

  /** The first place that a place at this spot would touch, with a margin around it; undefined if there is none. */
  covered(spot: Point, rim = 0): Rect | undefined {
    const wanted = inflate(boxAt(spot), rim)
    const found = this.#grid.query(wanted).find((k) => intersects(wanted, this.#boxes[k] ?? wanted))
    return found === undefined ? undefined : this.#boxes[found]
  }
}

/** The rectangle of a place with its upper left corner here. */
export const boxAt = ({ x, y }: Point): Rect => ({ x, y, ...PLACE })
