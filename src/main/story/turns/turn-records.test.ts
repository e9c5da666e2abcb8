import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TurnRecord } from '../../../shared/table/turns'
import { TurnRecords } from './turn-records'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turn-records-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const turn = (n: number, cost: number | undefined): TurnRecord => ({
  parent: `p${n}`,
  who: 'Wren',
  n,
  ordinal: 0,
  seat: { agent: 'anthropic', model: cost === undefined ? 'unknown' : 'known' },
  calls: [{ tool: 'speak', by: 'Wren', agent: 'anthropic', input: { text: 'the well, the rope and the bell '.repeat(1600) }, ms: 1 }],
  exchanges: [],
  ms: 1,
  usage: { input: 10, output: n, cacheRead: 0, cacheWrite: 0, ...(cost === undefined ? {} : { cost }) }
})
const spent = () => new TurnRecords(folder).ledger()

it('reads the usage from the summaries of archived turns, or without them from the turns', () => {
  const records = new TurnRecords(folder)
  for (let n = 1; n <= 50; n++) records.keep(turn(n, n === 3 ? undefined : 0.5))
  const whole = { input: 500, output: 1275, cacheRead: 0, cacheWrite: 0, cost: 24.5 }
  expect(spent()).toEqual(whole)
  expect(records.ledger()).toEqual(spent())
  const sums = readdirSync(folder).filter((name) => name.endsWith('.sum'))
  expect(sums.length).toBeGreaterThan(1)
  for (const name of sums) writeFileSync(join(folder, name), '{"usage":')
  expect(spent()).toEqual(whole)
  for (const name of sums) rmSync(join(folder, name))
  expect(spent()).toEqual(whole)
  // The sum includes a turn recorded after it was first requested.
  const more = new TurnRecords(folder)
  more.ledger()
  more.keep(turn(51, 0.5))
  expect([more.ledger().cost, spent().cost]).toEqual([25, 25])
})

it('reports once that a cost can’t be recorded, and records it once the disk works again', () => {
  const usage = { input: 1, output: 1, cacheRead: 0, cacheWrite: 0, cost: 0.25 }
  const records = new TurnRecords(folder)
  // A folder lies where the lines go.
  mkdirSync(join(folder, 'turns.jsonl'))
  expect(records.charge('known', usage)?.message).toMatch(
    /^The cost of this request could not be recorded \(EISDIR\), so the budget forgets it when the campaign is closed\. Free some space/
  )
  expect([records.charge('known', usage), records.ledger().cost]).toEqual([undefined, 0.5])
  rmSync(join(folder, 'turns.jsonl'), { recursive: true })
  expect([records.charge('known', usage), spent().cost]).toEqual([undefined, 0.75])
})
