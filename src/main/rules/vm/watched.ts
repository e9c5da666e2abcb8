// Runs inside the sandbox and outside it: a value that tells when it is looked at. Used only while chances are counted.

// Taken before any rule runs.
const Watch = Proxy

/**
 * `value`, frozen, as it is; `look` is told the name of each of `members` whose value is asked for. There are only two ways
 * to learn a member of a frozen object, by getting it and by its descriptor, and both are told; a reader cannot see the difference.
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
