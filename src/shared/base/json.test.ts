import { describe, expect, it } from 'vitest'
import { applyChanges, canonical, diff, diffBy, equal, inverse, type Json, type JsonObject, mergePatch, setOwn } from './json'

/** A fixed sequence of numbers below `n` for a seed. */
function below(seed: number): (n: number) => number {
  let at = seed
  return (n) => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((at / 0x80000000) * n)
  }
}

const NAMES = ['b', 'a', '10', '9', '__proto__', 'constructor', 'toString', 'é', '']

/** A random value. `gaps` allows null, which means "remove" in a patch. */
function value(pick: (n: number) => number, gaps: boolean, depth = 3): Json {
  const kind = pick(depth === 0 ? 5 : 9)
  if (kind === 0) return gaps ? null : 0
  if (kind < 5) return [1, 'text', true, [1, 'two']][kind - 1] as Json
  const out: JsonObject = {}
  for (let left = pick(5); left > 0; left--) setOwn(out, NAMES[pick(NAMES.length)] as string, value(pick, gaps, depth - 1))
  return out
}

const isObject = (one: unknown): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one)

/** RFC 7396 implemented literally, then brought into canonical form. */
function merged(target: Json, patch: Json): Json {
  if (!isObject(patch)) return patch
  const out = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [key, one] of Object.entries(patch)) {
    if (one === null) out.delete(key)
    else out.set(key, merged(out.get(key) ?? null, one))
  }
  return Object.fromEntries(out)
}

/** Finds where a value equals the old one but is another object. */
function copied(before: Json | undefined, after: Json, at = ''): string[] {
  if (!isObject(before) || !isObject(after) || before === after) return []
  if (equal(before, after)) return [at]
  return Object.keys(after).flatMap((key) => copied(Object.hasOwn(before, key) ? before[key] : undefined, after[key] as Json, `${at}/${key}`))
}

describe('merge patches and differences', () => {
  const seeds = Array.from({ length: 400 }, (_, i) => below(i + 1))

  it('patching is RFC 7396, in order of the keys', () => {
    for (const pick of seeds) {
      const [before, patch] = [canonical(value(pick, false)), value(pick, true)]
      const after = mergePatch(before, patch)
      expect(JSON.stringify(after)).toBe(JSON.stringify(canonical(merged(before, patch))))
    }
  })

  it('a canonical value stays the same object, and any other is copied', () => {
    for (const pick of seeds) {
      const raw = value(pick, true)
      const text = JSON.stringify(raw)
      const once = canonical(raw)
      expect(JSON.stringify(raw)).toBe(text)
      expect(JSON.stringify(canonical(once))).toBe(JSON.stringify(once))
      // An object lists keys that are whole numbers first, in another order than that of texts.
      expect(/"(?:9|10)":/.test(text) || canonical(once) === once).toBe(true)
    }
    const [kept, unsorted] = [{ a: [1, { b: 2 }] }, { b: 1, a: -0 }]
    const mixed = canonical({ kept, unsorted, gone: null })
    expect(mixed.kept).toBe(kept)
    expect(JSON.stringify(mixed)).toBe('{"kept":{"a":[1,{"b":2}]},"unsorted":{"a":0,"b":1}}')
    expect(Object.is((mixed.unsorted as JsonObject)['a'], 0)).toBe(true)
  })

  it('the differences found along a patch are those of a whole comparison', () => {
    for (const pick of seeds) {
      const [before, patch] = [{ a: canonical(value(pick, false)), b: { c: [1] } }, { a: value(pick, true) }]
      const after = mergePatch<JsonObject>(before, patch)
      expect(diffBy(patch, before, after)).toEqual(diff(before, after))
    }
  })

  it('patching changes no input, and keeps unchanged branches', () => {
    for (const pick of seeds) {
      const [before, patch] = [{ a: canonical(value(pick, false)), b: { c: [1] } }, { a: value(pick, true) }]
      const text = JSON.stringify([before, patch])
      const after: JsonObject = mergePatch<JsonObject>(before, patch)
      expect(JSON.stringify([before, patch])).toBe(text)
      expect(copied(before, after)).toEqual([])
    }
  })

  it('a difference leads from one to the other and back, in order of the keys', () => {
    for (const pick of seeds) {
      const [before, after] = [canonical(value(pick, false)), canonical(value(pick, false))]
      if (!isObject(before) || !isObject(after)) continue
      const changes = diff(before, after)
      const patched = applyChanges<Json>(before, changes)
      expect(equal(patched, after)).toBe(true)
      expect(equal(applyChanges<Json>(patched, inverse(changes)), before)).toBe(true)
      expect(diff(patched, after)).toEqual([])
    }
  })

  it('0 and −0 differ, and NaN equals itself', () => {
    expect(diff({ a: 0, b: Number.NaN }, { a: -0, b: Number.NaN })).toEqual([{ path: '/a', op: 'update', from: 0, to: -0 }])
  })
})

it('copies an object once, however many changes it has: a beat may add thousands of places', () => {
  const id = (i: number): string => `place-${(i * 7919) % 10_000}`
  const places = Array.from({ length: 10_000 }, (_, i) => id(i))
  const added = places.map((name) => ({ path: `/places/${name}`, op: 'add' as const, to: { seen: false } }))
  const root: Json = { facts: { rain: true }, places: {} }
  const full = applyChanges<JsonObject>(root, added)
  expect(Object.keys(full['places'] as JsonObject)).toEqual(places.toSorted())
  const seen = places.map((name) => ({ path: `/places/${name}/seen`, op: 'update' as const, from: false, to: true }))
  const after = applyChanges(full, seen)
  expect([full, after].map((state) => (state['places'] as JsonObject)['place-1'])).toEqual([{ seen: false }, { seen: true }])
  expect(after['facts']).toBe(root['facts'])
  expect(applyChanges(after, inverse([...added, ...seen]))).toEqual(root)
})

it('keeps the many keys of a large object in order, whatever comes and goes', () => {
  const start = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`p${100 + i}`, { at: i }]))
  let [now, expected]: [JsonObject, JsonObject] = [start, start]
  const patches: Json[] = [{ p150: { at: -1 } }, { p151: { at: -2 } }, { p1000: { at: 1 } }, { p120: null }, { p121: { at: -3 }, a: { at: 2 } }]
  for (const patch of patches) {
    now = mergePatch(now, patch)
    expected = canonical(merged(expected, patch)) as JsonObject
    expect(JSON.stringify(now)).toBe(JSON.stringify(expected))
  }
})
