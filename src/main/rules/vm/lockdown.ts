// Runs inside the sandbox, before any rule. Makes everything that rules share unchangeable.

type Holder = Record<PropertyKey, unknown>

/** Prototypes whose properties a rule may still override on its own objects: assigning to an object must not trip over a frozen prototype. */
const overridable: [object, readonly string[]][] = [
  [Object.prototype, Object.getOwnPropertyNames(Object.prototype)],
  [Function.prototype, ['constructor', 'bind', 'toString', 'name', 'length']],
  [Array.prototype, ['constructor', 'toString', 'concat']],
  ...[Error, TypeError, RangeError, SyntaxError, ReferenceError, EvalError, URIError].map((kind): [object, readonly string[]] => [
    kind.prototype,
    ['constructor', 'name', 'message', 'toString']
  ])
]

/** Everything that could tell time, draw chance, see the host's memory, run new source, or work without ever being counted. */
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
  'console',
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
      if (this === prototype) throw new TypeError(`"${name}" of everything cannot be changed`)
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    enumerable: property.enumerable === true,
    configurable: false
  })
}

/** Freezes a value and everything that can be reached from it. */
export function freezeAll(root: object): void {
  const seen = new Set<object>()
  const queue: object[] = [root]
  const visit = (value: unknown): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return
    seen.add(value)
    queue.push(value)
  }
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    for (const key of Reflect.ownKeys(at)) {
      for (const part of Object.values(Object.getOwnPropertyDescriptor(at, key) ?? {})) visit(part)
    }
    visit(Object.getPrototypeOf(at))
    Object.freeze(at)
  }
}

/** Takes away what is not deterministic, closes the door to new source, and freezes all that rules share. */
export function lockDown(): void {
  const all = globalThis as unknown as Holder
  for (const name of removed) Reflect.deleteProperty(all, name)
  Reflect.deleteProperty(Math, 'random')
  const closed = function (): never {
    throw new TypeError('A rule cannot make new source at run time; write it in a file.')
  }
  const makers = [function () {}, async function () {}, function* () {}, async function* () {}]
  for (const maker of makers) {
    const prototype = Object.getPrototypeOf(maker) as object
    Object.defineProperty(prototype, 'constructor', { value: closed, writable: false, enumerable: false, configurable: true })
  }
  Object.defineProperty(closed, 'prototype', { value: Function.prototype })
  all['Function'] = closed
  for (const [prototype, names] of overridable) for (const name of names) makeOverridable(prototype, name)
  freezeAll(globalThis)
  // Prototypes that no global names.
  for (const maker of makers) freezeAll(maker)
  for (const made of [[][Symbol.iterator](), ''[Symbol.iterator](), new Map().entries(), new Set().values(), 'a'.matchAll(/a/g)]) {
    freezeAll(Object.getPrototypeOf(made) as object)
  }
}
