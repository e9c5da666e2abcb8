import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ArrowDocument } from '../document'
import { documentOf, textOf } from '../documents.fixture'
import { readArrow } from '../read'
import { readAsRecorded } from './as-recorded'
import { nextChance } from './chance'
import { replay } from './replay'
import { readTrace } from './trace'

const TRACES = new URL('../fixtures/traces/', import.meta.url)
const traceOf = (name: string) => readTrace(readFileSync(new URL(name, TRACES), 'utf8'))

it.each(readdirSync(TRACES).filter((name) => name.endsWith('.jsonl')))('the recorded play %s is played again event for event', (name) => {
  const trace = traceOf(name)
  expect(replay(documentOf(trace.header.file ?? ''), trace)).toEqual({ events: trace.lines.length, actions: expect.any(Number) })
})

const header = { trace: 'arrow-html-js', file: 'err.arrow', seed: 1, policy: 'last' }
const trace = (...events: object[]) => readTrace([header, ...events].map((one) => JSON.stringify(one)).join('\n'))
const shown = (id: number, type: string, played: boolean) => ({ id, type, played, skipped: false })
const pause = (open: number[], fresh: object[], pending: number[] = []) => ({
  ev: 'pause',
  step: 0,
  open,
  macro: null,
  pending,
  fresh,
  vars: {},
  tags: {}
})
const start = [
  { ev: 'play', id: 1, in_slot: null, type: 'entry', name: 'entry_1' },
  { ev: 'play', id: 2, in_slot: 0, type: 'jump', name: 'jump_2' }
]
const thrown = { ev: 'error', message: 'Uncaught Error: Unable to get node (999) map: It belongs to no scene!' }
const after = pause([1, 2], [shown(1, 'entry', false), shown(2, 'jump', false)])
const monolog = [
  { ...start[0] },
  { ev: 'play', id: 2, in_slot: 0, type: 'monolog', name: 'monolog_2' },
  { ev: 'error', message: 'ANONYMOUS_CHARACTER is not defined' },
  pause([1], [shown(1, 'entry', false)])
]

it.each<[string, string, object[]]>([
  ['a jump to nowhere, noted before it throws', 'err-jump_missing.arrow', [...start, { ev: 'play', id: 999, in_slot: 0, type: null }, thrown, after]],
  ['the same without that note', 'err-jump_missing.arrow', [...start, thrown, after]],
  ['the same, without a pause', 'err-jump_missing.arrow', [...start, thrown]],
  ['a monolog of nobody', 'err-monolog_anonymous.arrow', monolog],
  ['the same without the node that throws', 'err-monolog_anonymous.arrow', monolog.filter((_, i) => i !== 1)]
])('A12 exceptions of the runtime are replayed: %s', (_name, file, events) => {
  expect(replay(documentOf(file), trace(...events)).difference).toBeUndefined()
})

const conf = documentOf('conf-flow.arrow')
const recorded = traceOf('conf-flow.first.s1.jsonl')
const LINES = readFileSync(new URL('conf-flow.first.s1.jsonl', TRACES), 'utf8').split('\n')
/** The recorded play with one line changed. */
const changed = (line: number, from: string, to: string) =>
  readTrace(LINES.map((one, i) => (i === line - 1 ? one.replace(from, to) : one)).join('\n'))

it.each<[number, string, string, string, string, string]>([
  [3, '"id":6', '"id":7', 'node “content_7” (content, 7)', 'node 7 played through input 0', 'node 6 played through input 0'],
  [4, '"title":"T 0"', '"title":"T 1"', 'node “content_6” (content, 6)', 'its title "T 1"', '"T 0"'],
  [4, '"bo":false', '"bo":true', 'the play', 'variable “bo” true', 'false'],
  [4, '"calm"', '"sad"', 'the play', 'tags of “Ann” {"mood":"sad"}', '{"mood":"calm"}'],
  [10, '"id":10', '"id":8', 'node “content_8” (content, 8)', 'the page cleared up to node 8', 'the page cleared up to node 10'],
  [18, '"one 0"', '"one 1"', 'node “dialog_12” (dialog, 12)', 'to choose “one 1”', 'it reads “one 0”'],
  [21, '0.6270739406', '0.9', 'node “hub_15” (hub, 15)', 'node 15 played through input 1', 'node 15 played through input 2']
])('A12 line %i with %s as %s is the first difference', (line, from, to, node, expected, came) => {
  expect(replay(conf, changed(line, from, to)).difference).toEqual({ line: line === 21 ? 22 : line, node, expected, came })
})

it('A12 an event too few, too many or an action on a node that does not wait is a difference', () => {
  const without = (line: number) => ({ ...recorded, lines: recorded.lines.filter((one) => one.line !== line) })
  const events = recorded.lines.map(({ event }) => event.ev)
  const status = recorded.lines[events.indexOf('status')]?.line ?? 0
  expect(replay(conf, without(status)).difference).toMatchObject({ line: status + 1, came: 'the story line to end at node 43 in macro 48' })
  expect(replay(conf, without(3)).difference).toMatchObject({ line: 4, expected: 'a pause', came: 'node 6 played through input 0' })
  const again = trace(...recorded.lines.slice(0, 3).map(({ event }) => event), { ev: 'continue', id: 9 })
  expect(replay(conf, again).difference).toMatchObject({ line: 5, expected: 'to continue on a node that waits', came: 'the node doesn’t wait' })
  expect(replay(conf, { ...recorded, lines: recorded.lines.slice(0, 7) })).toMatchObject({ events: 7, actions: 1 })
})

it('A6 the seed of a recording draws its numbers again', () => {
  const numbers = recorded.lines.flatMap(({ event }) => (event.ev === 'rand' ? [event.r] : []))
  let state = 1
  for (const number of numbers) {
    const next = nextChance(state)
    expect(next.r).toBeCloseTo(number, 9)
    state = next.state
  }
})

it('a document of Arrow 1 is replayed as the runtime reads it: a dialog that doesn’t say so is not playable', () => {
  const text = textOf('demo.5984437.arrow-project.json')
  const without = text.replaceAll(/,\s*"playable": ?true/g, '')
  expect(without).not.toBe(text)
  const playables = (read: (from: string) => ArrowDocument) =>
    [...read(without).resources.nodes.values()].flatMap(({ type, data }) => (type === 'dialog' ? [data['playable']] : []))
  expect(playables(readAsRecorded)).toEqual(playables((from) => readArrow(from).document).map((one) => (one === true ? undefined : one)))
  expect(playables(readAsRecorded)).toContain(undefined)
})
