import { describe, expect, it } from 'vitest'
import type { SceneLog } from '../../shared/table/present'
import { withEvent, rowsOf, sceneNumbers, spansOf, titleOf } from './story'
import { arrival, beat } from './tiny.fixture'

const ONE = 'sessions/session-1/001-scene'
const TWO = 'sessions/session-1/002-scene'
const at = '1321-09-14T06:00:00Z'
const line = [
  beat('root', 0),
  beat('opens', 1, 'root', { scene: ONE, action: 'open_scene', subject: 'Scene 1: The dry trough, at The green' }),
  beat('tells', 2, 'opens', { scene: ONE }),
  beat('sums', 3, 'tells', { action: 'summarise' }),
  beat('again', 4, 'sums', { scene: TWO, action: 'open_scene' }),
  beat('speaks', 5, 'again', { scene: TWO })
]
const spans = [
  { scene: ONE, from: 1, to: 3 },
  { scene: TWO, from: 4, to: 5 }
]

describe('scenes of a line', () => {
  it('a scene runs from its opening to the beat before the next one', () => {
    expect(spansOf(line)).toEqual(spans)
  })
  it('numbers scenes by folder and takes titles from the opening beat', () => {
    expect(sceneNumbers(TWO)).toEqual({ session: 1, scene: 2 })
    expect(sceneNumbers('elsewhere')).toBeUndefined()
    expect(titleOf(line[1])).toBe('The dry trough')
    expect(titleOf(line[2])).toBe('')
  })
})

const log: SceneLog = {
  scene: ONE,
  title: 'The dry trough',
  entries: [
    { at, beat: 1, by: 'DM', kind: 'scene', text: 'The dry trough. The green.' },
    { at, beat: 2, by: 'DM', kind: 'narration', text: 'Dust lies on the trough.' },
    { at, beat: 2, by: 'DM', kind: 'speech', text: '“Go home.”' }
  ],
  private: { Wren: [{ beat: 2, by: 'Wren', text: 'I palm the key.' }] },
  summary: 'They came, they saw dust.'
}
const first = { scene: ONE, from: 1, to: 3 }
const kinds = (upto: number, open: boolean): string[] => rowsOf(first, log, line, upto, open).map((row) => row.kind)

describe('the rows of a scene', () => {
  it('a scene’s rows begin with its title, end with its summary and link to their beats', () => {
    expect(rowsOf(first, log, line, 5, false)).toEqual([
      { kind: 'scene', key: `${ONE}#`, scene: ONE, title: 'The dry trough', number: 1, beat: 'opens' },
      { kind: 'entry', key: `${ONE}#2.0`, entry: log.entries[1], beat: 'tells', quiet: false, place: 1, line: 0 },
      { kind: 'entry', key: `${ONE}#2.1`, entry: log.entries[2], beat: 'tells', quiet: false, place: 2, line: 1 },
      { kind: 'summary', key: `${ONE}!`, text: log.summary }
    ])
  })
  it('rows end at the cursor', () => {
    expect([kinds(1, false), kinds(2, false), kinds(3, false)]).toEqual([
      ['scene'],
      ['scene', 'entry', 'entry'],
      ['scene', 'entry', 'entry', 'summary']
    ])
  })
  it('shows private talk only if it is switched on', () => {
    expect(kinds(2, true)).toEqual(['scene', 'entry', 'entry', 'private'])
  })
  it('lists a refused call before the result of the same beat', () => {
    const refused = [{ beat: 2, by: 'Wren', action: 'search', reason: 'It is shut.', place: 'trough' }]
    const rows = rowsOf(first, { ...log, refused }, line, 2, true)
    expect(rows.map((row) => row.kind)).toEqual(['scene', 'refused', 'entry', 'entry', 'private'])
    expect(rows[1]).toMatchObject({ refusal: refused[0], beat: 'tells' })
    expect(rowsOf(first, { ...log, refused }, line, 1, true).map((row) => row.kind)).toEqual(['scene'])
  })
  it('keeps the same row objects when the log grows', () => {
    const whole = rowsOf(first, log, line, 5, true)
    for (const upto of [2, 3, 5]) for (const row of rowsOf(first, log, line, upto, true)) expect(whole).toContain(row)
    const longer = { ...log, entries: [...log.entries] }
    expect(rowsOf(first, longer, line, 5, true).every((row) => row.kind === 'summary' || whole.includes(row))).toBe(true)
    const retitled = rowsOf(first, { ...log, title: 'Another' }, line, 5, true)
    expect(retitled[0]).toMatchObject({ kind: 'scene', title: 'Another' })
  })
  it('shows a waiting row while the log is fetched', () => {
    expect(rowsOf(first, undefined, line, 5, false).map((row) => row.kind)).toEqual(['scene', 'waiting'])
  })
})

describe('a log that grows with a beat', () => {
  const entry = { at, beat: 5, by: 'Wren', kind: 'speech' as const, text: 'Then we go.' }
  const spoken = { ...arrival(beat('speaks', 5, 'again', { scene: ONE }), 11), log: [entry] }
  it('adds a refused call with its parameters', () => {
    const call = { by: 'Wren', agent: 'offline' as const, input: {}, ms: 1 }
    const toolCalls = [
      { ...call, tool: 'search', input: { feature: 'chest' }, problem: 'It is shut.', place: 'trough' },
      { ...call, tool: 'pass', result: 'Passed.', beat: 'speaks' },
      { ...call, tool: 'look', problem: 'This turn is over.' }
    ]
    const refused = [{ beat: 5, by: 'Wren', action: 'search', params: { feature: 'chest' }, reason: 'It is shut.', place: 'trough' }]
    expect(withEvent(log, { ...spoken, toolCalls }, ONE)?.refused).toEqual(refused)
    expect(withEvent({ ...log, refused }, spoken, ONE)?.refused).toEqual(refused)
  })
  it('adds entries and private talk', () => {
    const event = { ...spoken, private: [{ player: 'Wren', beat: 5, by: 'DM', text: 'It is warm.' }] }
    const after = withEvent(log, event, ONE)
    expect(after?.entries).toEqual([...log.entries, entry])
    expect(after?.private['Wren']).toEqual([
      { beat: 2, by: 'Wren', text: 'I palm the key.' },
      { beat: 5, by: 'DM', text: 'It is warm.' }
    ])
  })
  it('starts a new log with its title when a beat opens a scene', () => {
    const opens = arrival(beat('again', 4, 'sums', { scene: TWO, action: 'open_scene' }), 11, [
      { path: '/scene', op: 'add', to: { path: TWO, title: 'A rope into the dark' } }
    ])
    expect(withEvent(log, opens, TWO)).toEqual({ scene: TWO, title: 'A rope into the dark', entries: [], private: {} })
  })
  it('refetches an unknown log and one with a new summary', () => {
    expect([withEvent(undefined, spoken, ONE), withEvent(log, { ...spoken, beat: { ...spoken.beat, action: 'summarise' } }, ONE)]).toEqual([
      undefined,
      undefined
    ])
  })
})
