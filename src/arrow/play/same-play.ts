import { equal } from '../../shared/base/json'
import type { ArrowDocument, ArrowNode, ArrowScene, MapItem } from '../document'
import { change } from '../json/members'

/** Whether two documents play alike: they differ at most in what no play depends on, such as positions, sizes, colours and notes. */
export function playsAlike(a: ArrowDocument, b: ArrowDocument): boolean {
  const [one, other] = [a.resources, b.resources]
  return (
    a === b ||
    (a.entry === b.entry &&
      sameMaps(one.nodes, other.nodes, (x, y) => x.type === y.type && x.name === y.name && equal(played(x), played(y))) &&
      sameMaps(one.variables, other.variables, (x, y) => x.type === y.type && x.name === y.name && x.init === y.init) &&
      sameMaps(one.characters, other.characters, (x, y) => x.name === y.name && equal(x.tags, y.tags)) &&
      sameMaps(one.scenes, other.scenes, sameScene))
  )
}

/** A node's data without the size that its box is drawn with. */
const played = ({ data }: ArrowNode): object => change<Record<string, unknown>>(data, { rect: undefined })

const sameScene = (a: ArrowScene, b: ArrowScene): boolean =>
  a.entry === b.entry && (a.macro ?? false) === (b.macro ?? false) && sameMaps(a.map, b.map, sameItem)
const sameItem = (a: MapItem, b: MapItem): boolean => (a.skip ?? false) === (b.skip ?? false) && equal(a.io ?? [], b.io ?? [])

function sameMaps<T>(a: ReadonlyMap<number, T>, b: ReadonlyMap<number, T>, same: (a: T, b: T) => boolean): boolean {
  if (a === b) return true
  if (a.size !== b.size) return false
  for (const [id, one] of a) {
    const other = b.get(id)
    if (other === undefined || (one !== other && !same(one, other))) return false
  }
  return true
}
