// Runs inside the sandbox, before any rule. Makes everything that rules share unchangeable.

type Holder = Record<PropertyKey, unknown>

/** Prototypes whose properties a rule may still override on its own objects, because assigning to an object must not fail on a frozen prototype. */
const overridable: [object, readonly string[]][] = [
  [Object.prototype, Object.getOwnPropertyNames(Object.prototype)],
  [Function.prototype, ['constructor', 'bind', 'toString', 'name', 'length']],
  [Array.prototype, ['constructor', 'toString', 'concat']],
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((kind): [object, readonly string[]] => [
    kind.prototype,
    ['constructor', 'name', 'message', 'toString']
  ])
]

/** Everything that could read the time, draw random numbers, see the host's memory, run new source, or work without being counted. */
const removed = [
  'BigInt',
  'BigInt64Array',
  'BigUint64Array',
  'WeakRef',
  'FinalizationRegistry',
  'SharedArrayBuffer',
  'ArrayBuffer',
  'DataView',
  'Atomics',
  'performance',
  'Date',
  'eval'
]

function makeOverridable(prototype: object, name: string): void {
  const property = Object.getOwnPropertyDescriptor(prototype, name)
  if (!property || !('value' in property) || !property.configurable) return
  const value: unknown = property.value
  Object.defineProperty(prototype, name, {
    get: () => value,
    set(this: object, own: unknown) {
      if (this === prototype) throw new TypeError(`"${name}" of built-in objects can't be changed`)
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    enumerable: property.enumerable === true,
    configurable: false
  })
}

/** Freezes values and everything reachable from them. Each object is visited once, because nearly all of them lead to all others. */
function freezeAll(roots: Iterable<unknown>): void {
  const seen = new Set<object>()
  const visit = (value: unknown): void => {
    if ((typeof value === 'object' || typeof value === 'function') && value !== null) seen.add(value)
  }
  for (const root of roots) visit(root)
  // A set's iteration includes values added meanwhile.
  for (const each of seen) {
    for (const key of Reflect.ownKeys(each)) {
      const part = Object.getOwnPropertyDescriptor(each, key) as Record<'value' | 'get' | 'set', unknown> | undefined
      visit(part?.value)
      visit(part?.get)
      visit(part?.set)
    }
    visit(Object.getPrototypeOf(each))
    Object.freeze(each)
  }
}

/** Removes what isn't deterministic or runs new source, and freezes everything that rules share: `shared` and the globals. */
export function lockDown(shared: Iterable<unknown>): void {
  const all = globalThis as unknown as Holder
  for (const name of removed) Reflect.deleteProperty(all, name)
  Reflect.deleteProperty(Math, 'random')
  const closed = function (): never {
    throw new TypeError("A rule can't create code at run time. Write the code in a file.")
  }
  const makers = [function () {}, async function () {}, function* () {}, async function* () {}]
  for (const maker of makers) {
    const prototype = Object.getPrototypeOf(maker) as object
    Object.defineProperty(prototype, 'constructor', { value: closed, writable: false, enumerable: false, configurable: true })
  }
  Object.defineProperty(closed, 'prototype', { value: Function.prototype })
  all['Function'] = closed
  for (const [prototype, names] of overridable) for (const name of names) makeOverridable(prototype, name)
  // Prototypes that no global names.
  const made = [[][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values(), 'a'.matchAll(/a/g)]
  freezeAll([globalThis, ...makers, ...made.map((one) => Object.getPrototypeOf(one) as object), ...shared])
}
