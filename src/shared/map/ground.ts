import { SpatialGrid } from '../geometry/spatial-grid'
import { inflate, intersects, type Point, type Rect } from '../geometry/shapes'
import { PLACE } from './sizes'

/** The ground that places stand on, for at most so many of them: tells what one more would cover. */
export class Ground {
  readonly #standing: Rect[] = []
  readonly #grid: SpatialGrid

  constructor(count: number) {
    this.#grid = new SpatialGrid(count)
  }

  /** A place stands with its upper left corner here. */
  stand(spot: Point): void {
    const box = boxAt(spot)
    this.#grid.addRect(this.#standing.length, box)
    this.#standing.push(box)
  }

  /** The first place that one standing here would touch, with this much ground around it; undefined where nobody stands. */
  covered(spot: Point, rim = 0): Rect | undefined {
    const wanted = inflate(boxAt(spot), rim)
    const found = this.#grid.query(wanted).find((k) => intersects(wanted, this.#standing[k] ?? wanted))
    return found === undefined ? undefined : this.#standing[found]
  }
}

/** The rectangle of a place whose upper left corner is here. */
export const boxAt = ({ x, y }: Point): Rect => ({ x, y, ...PLACE })
