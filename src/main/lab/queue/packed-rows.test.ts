import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { LabPlan } from '../../../shared/lab/plan'
import { sessionRows } from '../results/sessions.fixture'
import { packRows, unpackRows } from './packed-rows'

const plan = LabPlan.parse({ sessions: 50 })
const rows = sessionRows(7)
type Columns = Record<string, Record<string, unknown[]>>

/** The packed rows of session 7 after a change. */
function changed(change: (columns: Columns) => void): string {
  const columns = JSON.parse(inflateRawSync(Buffer.from(packRows(rows), 'base64')).toString('utf8')) as Columns
  change(columns)
  return deflateRawSync(JSON.stringify(columns)).toString('base64')
}

it('rows arrive as they were sent', () => {
  expect(unpackRows(packRows(rows), 7, plan)).toEqual(rows)
  const empty = { ...rows, session: { ...rows.session, beats: 0 }, beat: [], action: [], visit: [], roll: [], outcome: [], value: [] }
  expect(unpackRows(packRows(empty), 7, plan)).toEqual(empty)
})

it.each<[string, (columns: Columns) => void]>([
  ['of another session', (all) => (all['session']!['seed'] = ['9'])],
  ['of another party', (all) => (all['session']!['party'] = ['Bold'])],
  ['with two sessions', (all) => Object.values(all['session']!).forEach((one) => one.push(one[0]))],
  ['with a number for a text', (all) => (all['beat']!['actor']![3] = 7)],
  ['with a fraction for a count', (all) => (all['roll']!['beat']![0] = 0.5)],
  ['with a negative count', (all) => (all['beat']!['scene']![0] = -1)],
  ['with an ending that isn’t one', (all) => (all['session']!['ending'] = ['won'])],
  ['with nothing where there is always a value', (all) => (all['roll']!['total']![0] = null)],
  ['with a column too short', (all) => all['beat']!['place']!.pop()],
  ['with a column too many', (all) => (all['beat']!['extra'] = [])],
  ['without a table', (all) => delete all['visit']],
  ['with a table too many', (all) => (all['meta'] = { version: [1] })],
  ['with a very long text', (all) => (all['beat']!['actor']![0] = 'x'.repeat(100_000))],
  ['with fewer beats than the session says', (all) => (all['session']!['beats'] = [3])]
])('rows %s are refused', (_, change) => {
  expect(() => unpackRows(changed(change), 7, plan)).toThrow('A worker sent rows of session 7 that can’t be read.')
})

it('what is no packed text is refused, and one that grows without end is not unpacked', () => {
  const bomb = deflateRawSync(Buffer.alloc(70 << 20, ' ')).toString('base64')
  for (const packed of [undefined, 7, {}, '', 'nonsense', packRows(rows).slice(0, 100), deflateRawSync('[]').toString('base64'), bomb])
    expect(() => unpackRows(packed, 7, plan)).toThrow('A worker sent rows of session 7 that can’t be read.')
})
