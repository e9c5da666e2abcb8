import { useSession } from './session'

/** A feature's part of the session: read as a hook or at once, changed field by field. */
export interface Slice<T extends object> {
  <U>(select: (slice: T) => U): U
  get: () => T
  set: (part: Partial<T>) => void
}

/** The value of each slice after another campaign is opened, by name. */
const openings = new Map<string, (before: object) => object>()

/**
 * Makes a part of the session that one feature reads and writes. When another campaign is opened it is `first` again, or what `opened`
 * makes of it. Throws for a name that is taken: that is a mistake in the program.
 */
export function slice<T extends object>(name: string, first: T, opened: (before: T) => T = () => first): Slice<T> {
  if (openings.has(name)) throw new Error(`Two slices are named "${name}"`)
  openings.set(name, (before) => opened(before as T))
  const of = (slices: Readonly<Record<string, object>>): T => (slices[name] as T | undefined) ?? first
  const use = <U>(select: (part: T) => U): U => useSession((s) => select(of(s.slices)))
  const get = (): T => of(useSession.getState().slices)
  const set = (part: Partial<T>): void => {
    const { slices } = useSession.getState()
    useSession.setState({ slices: { ...slices, [name]: { ...of(slices), ...part } } })
  }
  return Object.assign(use, { get, set })
}

/** All slices as they are when another campaign is opened. */
export const openedSlices = (slices: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(Object.entries(slices).map(([name, part]) => [name, openings.get(name)?.(part) ?? part]))
