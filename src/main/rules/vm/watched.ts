// Runs inside the sandbox and outside it: a value that tells when it is looked at. Used only while chances are counted.

// Taken before any rule runs.
const Watch = Proxy

/**
 * The frozen `value`, which reports to `look` when one of `members` is read. A member of a frozen object can be read in only two ways, by getting
 * it and by its descriptor. Both are reported, and a reader can't see the difference.
 */
export function watched<T extends object>(value: T, members: readonly string[], look: (member: string) => void): T {
  const tell = (key: PropertyKey): void => {
    if (typeof key === 'string' && members.includes(key)) look(key)
  }
  return new Watch(Object.freeze(value), {
    get(target, key) {
      tell(key)
      return Reflect.get(target, key) as unknown
    },
    getOwnPropertyDescriptor(target, key) {
      tell(key)
      return Reflect.getOwnPropertyDescriptor(target, key)
    }
  })
}
