import { describe, expect, it } from 'vitest'
import type { Flow, FlowStep, LabReport, LabRun } from './report'
import { flowWords } from './flow-drawing'
import { shareOf } from './statistics'
import { bandMark, mapMarks, partsOf, type Part } from './report-parts'
import { percent } from '../words/percent'
import { csvOf, csvText, shareDetail, shareWords } from './share-words'

const run: LabRun = {
  id: 'one',
  name: '',
  begun: 0,
  commit: '',
  subject: '',
  plan: { name: '', sessions: 20, firstSeed: 1, parties: [], end: { storySessions: 3, beats: 2000 }, drivers: [], watch: [] },
  status: 'done',
  done: 20,
  pinned: false,
  remarks: []
}
const nothing: LabReport = {
  run,
  sessions: 20,
  played: 20,
  beats: 900,
  parties: [{ label: 'As written', share: shareOf(20, 20), mark: { kind: 'party', name: 'As written' } }],
  endings: [],
  survival: [],
  lengths: [],
  bands: [],
  places: [],
  moves: [],
  events: [],
  flows: [],
  never: [],
  exercised: [],
  actions: [],
  outcomes: [],
  rolls: [],
  failures: [],
  stuck: [],
  repeated: []
}
const partsWith = (some: Partial<LabReport>): Part[] => partsOf({ ...nothing, ...some })
const only = (some: Partial<LabReport>): Part => {
  const parts = partsWith(some)
  expect(parts).toHaveLength(1)
  return parts[0]!
}

describe('the parts of a report', () => {
  it('leave out what has nothing to show, and parties if there is only one', () => {
    expect(partsOf(nothing)).toEqual([])
    const two = [
      { label: 'Bold', share: shareOf(10, 20), mark: { kind: 'party', name: 'Bold' } as const },
      { label: 'Careful', share: shareOf(10, 20), mark: { kind: 'party', name: 'Careful' } as const }
    ]
    expect(only({ parties: two }).rows.map(({ words }) => words)).toEqual(['Party: Bold', 'Party: Careful'])
  })

  it('have bins whose marks find each session once: a bin ends before the next one begins', () => {
    const bins = [
      { from: 0, to: 10, count: 4 },
      { from: 10, to: 20, count: 16 }
    ]
    const lengths: LabReport['lengths'] = [{ of: 'beats', bins, low: 3, median: 12.26, high: 18, mean: { value: 11, low: 9.5, high: 12.5 } }]
    const part = only({ lengths })
    expect(part.rows.map(({ label, mark }) => [label, mark])).toEqual([
      ['0–9', { kind: 'number', of: 'beats', least: 0, below: 10 }],
      ['10–19', { kind: 'number', of: 'beats', least: 10, below: 20 }]
    ])
    expect(part.about).toBe('Eight in ten: 3–18. Mean 11 ± 1.5 (95%).')
    expect(part.chart?.middle).toEqual({ at: 12.26, words: 'median 12.3' })
  })

  it('have narrow bins of one number each', () => {
    const bins = [
      { from: 3, to: 4, count: 4 },
      { from: 4, to: 5, count: 2 }
    ]
    const scenes = { of: 'scenes', bins, low: 3, median: 4, high: 4.1, mean: { value: 4, low: 3.8, high: 4.2 } } as const
    const { rows, about } = only({ lengths: [{ ...scenes, bins }] })
    expect(rows.map(({ label, at }) => [label, at?.x, at?.x2])).toEqual([
      ['3', 2.5, 3.5],
      ['4', 3.5, 4.5]
    ])
    expect(about).toBe('Eight in ten: 3–4. Mean 4 ± 0.2 (95%).')
    const always = only({ lengths: [{ ...scenes, bins, low: 4, high: 4, mean: { value: 4, low: 4, high: 4 } }] })
    expect(always.about).toBe('Always 4.')
    const minutes = only({
      lengths: [{ of: 'minutes', bins: [{ from: 0.2, to: 0.4, count: 1 }], low: 0, median: 0, high: 0, mean: { value: 0, low: 0, high: 0 } }]
    })
    expect(minutes.rows.map(({ label, mark }) => [label, mark])).toEqual([['0.2–0.4', { kind: 'number', of: 'minutes', least: 0.2, below: 0.4 }]])
  })

  it('find the sessions within a band, above it and below it', () => {
    const bands = [{ name: "Wren's hp", points: [{ beat: 40, low: 2, median: 4, high: 7, sessions: 18 }] }]
    const [row] = only({ bands }).rows
    const mark = { kind: 'value', name: "Wren's hp", beat: 40 }
    expect(bandMark(row!, 5)).toEqual({ mark: { ...mark, least: 2, most: 7 }, words: "Wren's hp 2–7 at beat 40" })
    expect(bandMark(row!, 9)).toEqual({ mark: { ...mark, least: 7, most: 1e12 }, words: "Wren's hp at least 7 at beat 40" })
    expect(bandMark(row!, 1)).toEqual({ mark: { ...mark, least: -1e12, most: 2 }, words: "Wren's hp at most 2 at beat 40" })
  })

  it('have a mark on the map for each thing that happened in a place', () => {
    const none = shareOf(0, 20)
    const places = [
      { place: 'well', name: 'The Well', visited: shareOf(20, 20), dead: shareOf(3, 20), down: shareOf(5, 20), turnedBack: none },
      { place: 'hill', name: 'The Hill', visited: shareOf(9, 20), dead: none, down: none, turnedBack: shareOf(1, 20) },
      { place: 'mill', name: 'The Mill', visited: none, dead: none, down: none, turnedBack: none }
    ]
    const [fates, visits] = partsWith({ places })
    expect(fates!.rows.map(({ words }) => words)).toEqual([
      'A character died at The Well',
      'A character fell at The Well',
      'A character turned back at The Hill'
    ])
    expect(fates!.rows[2]?.mark).toEqual({ kind: 'outcome', of: 'turned-back', place: 'hill' })
    expect(mapMarks(fates!).map(({ place, ink, share }) => [place, ink, share.count])).toEqual([
      ['well', 'bad', 3],
      ['well', 'heat-3', 5],
      ['hill', 'past', 1]
    ])
    expect(visits!.rows.map(({ to }) => to)).toEqual([{ place: 'well' }, { place: 'hill' }, { place: 'mill' }])
  })

  it('draw moves scene by scene, and have a table of all of them', () => {
    const step = (n: number, label: string, kind: FlowStep['kind'] = 'one'): FlowStep => ({
      kind,
      column: n,
      label,
      share: shareOf(20, 20),
      mark: { kind: 'step', of: 'scenes', n, at: { ids: [label] } }
    })
    const link: Flow['links'][number] = { ...step(1, 'Inn → End'), from: 0, to: 1 }
    const flow: Flow = { of: 'scenes', steps: [step(1, 'Inn'), step(2, 'End', 'end')], links: [link] }
    const part = only({ flows: [flow], moves: [{ from: 'inn', to: 'cave', fromName: 'Inn', toName: 'Cave', sessions: 5, times: 9 }] })
    expect(part.chart).toEqual({ kind: 'flow', flow })
    expect(part.rows.map(({ label, cells, mark }) => [label, cells[0], mark])).toEqual([['Inn', 'Cave', { kind: 'moved', from: 'inn', to: 'cave' }]])
    expect([...flow.steps, link].map((one) => flowWords(flow, one))).toEqual(['Scene 1: Inn', 'Scene 2: End', 'Scene 1: Inn → End'])
    expect(flowWords({ ...flow, of: 'events' }, link)).toBe('Story event 1: Inn → End')
  })

  it('mark actions that were never offered or never taken', () => {
    const action = (name: string, offered: number, taken: number) => ({
      action: name,
      offered,
      taken,
      refused: 0,
      sessions: shareOf(offered > 0 ? 20 : 0, 20),
      mark: { kind: 'offered' as const, action: name }
    })
    const { rows } = only({ actions: [action('barter', 0, 0), action('flee', 30, 0), action('attack', 30, 3)] })
    expect(rows.map(({ cells, tone }) => [cells.at(-1), tone])).toEqual([
      ['never offered', 'bad'],
      ['never taken', 'bad'],
      ['', undefined]
    ])
  })
})

describe('shares in words', () => {
  it('are never rounded to nothing or all, and no rate is told of fewer than three sessions', () => {
    expect([0, 0.004, 0.5, 0.996, 1].map((share) => percent(share))).toEqual(['0%', '<1%', '50%', '>99%', '100%'])
    expect(shareWords(shareOf(1, 2))).toBe('1 of 2')
    expect(shareDetail(shareOf(1, 2))).toBe('1 of 2 sessions')
    expect(shareDetail(shareOf(1080, 2000))).toBe('1,080 of 2,000 sessions; 95% interval 52%–56%')
  })
})

describe('a part as CSV', () => {
  it('has a share as its count, total and interval, and quotes what needs it', () => {
    const [head, first] = csvOf({
      columns: ['Ending', 'Sessions', 'Note'],
      rows: [{ label: 'Lost, "again"', cells: [shareOf(0, 0), 'a\nb'] }]
    }).split('\r\n')
    expect(head).toBe('Ending,Sessions,Sessions of,Sessions share,Sessions low,Sessions high,Note')
    expect(first).toBe('"Lost, ""again""",0,0,0,0,1,"a\nb"')
    expect(csvText([['a', null, true, 1.5]])).toBe('a,,true,1.5\r\n')
  })
})
