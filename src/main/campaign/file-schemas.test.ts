import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { canonical, type Json, type JsonObject, setOwn } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { firstNext, Next } from '../../shared/story/state'
import { checkSchema, checkChanged, PlaceFile, SheetFile, WorldFile } from './file-schemas'

/** A fixed sequence of numbers below `n` for a seed. */
function below(seed: number): (n: number) => number {
  let at = seed
  return (n) => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((at / 0x80000000) * n)
  }
}

const next = {
  ...firstNext('7'),
  waiting: ['Wren', "O'Dell"],
  exercised: { scene: { walk: 2 }, session: { walk: 3, 'item:rope': 1 }, outcomes: { scene: { walk: { success: 2 } }, session: {} } }
}
const sheet = {
  name: "O'Dell",
  location: 'inn',
  stats: { hp: 4 },
  inventory: { rope: { item: 'rope', count: 2 } },
  conditions: { down: { count: 1 } }
}
const place = { name: 'Inn', features: { chest: { name: 'A chest', text: 'Old.', searched: true } }, tags: { dark: true } }
const world = { clock: { start: '1312-03-01T14:00:00Z', minutes: 4 }, facts: { lit: true, toll: 3 }, quests: { bell: { steps: [{ done: false }] } } }

const FILES: readonly (readonly [string, z.ZodObject, object])[] = [
  ['next', Next, next],
  ['STATS.yaml', SheetFile, sheet],
  ['inn.yaml', PlaceFile, place],
  ['STATE.yaml', WorldFile, world]
]
const STRANGE: readonly Json[] = [1, 2, 3, 4, true, null, -1, 1.5, '', 'hp', [], ['Wren'], {}, { walk: 'x' }, { walk: { success: 1 } }]

/** A copy of a value in which one place, at any depth, has something else: nothing, another value, or one more member. */
function altered(value: Json, pick: (n: number) => number): Json | undefined {
  const inner = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (inner.length === 0 || pick(4) === 0) return pick(6) === 0 ? undefined : STRANGE[pick(STRANGE.length)]
  if (Array.isArray(value)) return value.with(pick(value.length), altered(value[pick(value.length)] as Json, pick) ?? 'x')
  const out: JsonObject = { ...(value as JsonObject) }
  if (pick(5) === 0) setOwn(out, ['walk', '__proto__', 'more'][pick(3)] as string, STRANGE[pick(STRANGE.length)] as Json)
  const key = inner[pick(inner.length)] as string
  const now = altered(out[key] as Json, pick)
  if (now === undefined) delete out[key]
  else setOwn(out, key, now)
  return out
}

/** What a check gives, or the sentence with which it refuses. */
function outcome(run: () => unknown): unknown {
  try {
    return canonical(run())
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown
    return thrown.message
  }
}

describe('a file that was valid before', () => {
  it.each(FILES)('%s is checked as if it were new, whatever changed', (file, schema, first) => {
    const before = checkSchema(schema as z.ZodType<object>, first, file)
    let refused = 0
    for (let seed = 1; seed <= 60; seed++) {
      const value = altered(JSON.parse(JSON.stringify(first)) as Json, below(seed))
      const text = JSON.stringify(value) ?? ''
      const whole = outcome(() => checkSchema(schema as z.ZodType<object>, value, file, text))
      expect(outcome(() => checkChanged(schema as z.ZodObject & z.ZodType<object>, value, before, file, text))).toEqual(whole)
      if (typeof whole === 'string') refused++
    }
    expect(refused).toBeGreaterThan(5)
    expect(refused).toBeLessThan(58)
  })

  it('keeps the identity of equal values at every depth', () => {
    const before = checkSchema(Next, next, 'next')
    const text = JSON.stringify({ ...next, exercised: { ...next.exercised, scene: { walk: 3 } } })
    const now = checkChanged(Next, JSON.parse(text), before, 'next', text)
    expect(now.exercised.scene).toEqual({ walk: 3 })
    expect([now.waiting, now.exercised.session, now.exercised.outcomes]).toEqual([
      before.waiting,
      before.exercised.session,
      before.exercised.outcomes
    ])
    expect(now.waiting === before.waiting && now.exercised.session === before.exercised.session).toBe(true)
    expect(now.exercised.outcomes === before.exercised.outcomes).toBe(true)
  })
})
