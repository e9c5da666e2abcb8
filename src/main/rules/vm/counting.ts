// Runs inside the sandbox, in a machine that counts coverage; in any other nothing here is ever used. Rules can't reach it: their own files
// know the counters only by a name that is made anew for each machine.
import { bare, isObject } from './plain'

/** How often each statement ran in this call. Instrumented files count here, by the statement's number. */
export const counts: number[] = []

/** The keys of the maps of conditions and effects in YAML, by the map itself. */
const maps = new Map<unknown, string>()
let passed: Record<string, number> = bare({})
let isCounting = false

/** Starts counting with this number of statements, all at 0. */
export function countStatements(statements: number): void {
  isCounting = true
  counts.length = 0
  for (let i = 0; i < statements; i++) counts.push(0)
}

/** Gives every map inside a value a key: `key`, followed by the keys that lead to the map. */
export function nameMaps(value: unknown, key: string): void {
  if (!isCounting || typeof value !== 'object' || value === null) return
  if (isObject(value)) maps.set(value, key)
  for (const [inner, one] of Object.entries(value)) nameMaps(one, `${key}\n${inner}`)
}

/** Counts a run of a word in a named map of conditions or effects, or its result. */
export function pass(map: unknown, word: string, cameTo: '' | 'true' | 'false'): void {
  if (!isCounting) return
  const key = maps.get(map)
  if (key === undefined) return
  const name = `${key}\n${word}\t${cameTo}`
  passed[name] = (passed[name] ?? 0) + 1
}

/** The counts since the last call, as JSON: `[statement, times, …]`, and times by word. Resets them to 0. */
export function counted(): string {
  const ran: number[] = []
  for (let i = 0; i < counts.length; i++) {
    const times = counts[i] ?? 0
    if (times === 0) continue
    ran.push(i, times)
    counts[i] = 0
  }
  const text = JSON.stringify([ran, passed])
  passed = bare({})
  return text
}
