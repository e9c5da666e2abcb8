import { useSession } from './session'

/** A feature's part of the session: readable as a hook or directly, updated field by field. */
interface Slice<T extends object> {
  <U>(select: (slice: T) => U): U
  get: () => T
  set: (part: Partial<T>) => void
}

/** The value of each slice after another campaign is opened, by name. */
const openings = new Map<string, (before: object) => object>()

/** A part of the session for one feature. Another campaign resets it to `first` or `opened`'s result. Throws for a name in use. */
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

/** The values of all slices when another campaign is opened. */
export const openedSlices = (slices: Readonly<Record<string, object>>): Record<string, object> =>
  Object.fromEntries(Object.entries(slices).map(([name, part]) => [name, openings.get(name)?.(part) ?? part]))

/** Calls `run` with a value whenever it changes. Returns a function that removes the listener. */
export function onChange<T>(read: () => T, run: (now: T) => void): () => void {
  let last = read()
  return useSession.subscribe(() => {
    const now = read()
    if (now === last) return
    last = now
    run(now)
  })
}

/** A listener that calls `run` with each request once, also with one made before the feature was loaded. A new request is a new object. */
export function onRequest<T extends object>(read: () => T | undefined, run: (request: T) => void): () => () => void {
  let last: T | undefined
  const hear = (): void => {
    const request = read()
    if (request === undefined || request === last) return
    last = request
    run(request)
  }
  return () => {
    hear()
    return useSession.subscribe(hear)
  }
}
