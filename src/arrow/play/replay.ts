import type { ArrowDocument, ArrowId } from '../document'
import { Problem } from '../../shared/base/problem'
import type { FreshNode, PauseEvent, PlayEvent } from './events'
import { act, startPlay, type PlayAction, type PlayStep } from './play'
import { htmlText } from './runtime-text'
import { pendingNodes, type PlayState } from './state'
import type { Trace, TraceEvent, TraceLine } from './trace'
import { clipped } from '../../shared/words/clipped'

/** The first difference between a play and its recording: the line of the trace, counted from 1, and both events in words. */
export interface Difference {
  line: number
  node: string
  expected: string
  came: string
}

/** The number of replayed events of a trace, and the first difference. */
export interface Replay {
  events: number
  actions: number
  difference?: Difference
}

/** Replays a recorded trace with its random numbers and actions, and compares all events. */
export function replay(document: ArrowDocument, { header, lines }: Trace): Replay {
  const numbers = lines.flatMap(({ event }) => (event.ev === 'rand' ? [event.r] : []))
  let drawn = 0
  const draw = (): number | undefined => numbers[drawn++]
  const sections = sectionsOf(lines)
  const done: Replay = { events: 0, actions: 0 }
  let step: PlayStep = startPlay(document, { seed: header.seed ?? 0, compat: 'js', draw, from: header.entry })
  for (const [i, { action, follows }] of sections.entries()) {
    if (action) {
      const repeated = repeat(document, step.state, action, draw)
      if ('difference' in repeated) return { ...done, difference: repeated.difference }
      step = repeated
      done.actions++
      done.events++
    }
    const difference = compared(document, step, follows, { line: (follows[0] ?? action ?? { line: 1 }).line, isLast: i === sections.length - 1 })
    if (difference) return { ...done, difference }
    done.events += follows.length
  }
  return done
}

interface Section {
  action: TraceLine | undefined
  follows: TraceLine[]
}

const ACTIONS = new Set(['continue', 'choose', 'input', 'skip_button'])

/** Splits a trace into actions with the events that follow; the first section is the start. */
function sectionsOf(lines: readonly TraceLine[]): Section[] {
  const sections: Section[] = [{ action: undefined, follows: [] }]
  for (const line of lines) {
    if (ACTIONS.has(line.event.ev)) sections.push({ action: line, follows: [] })
    else sections.at(-1)?.follows.push(line)
  }
  return sections
}

function repeat(
  document: ArrowDocument,
  state: PlayState,
  { line, event }: TraceLine,
  draw: () => number | undefined
): PlayStep | { difference: Difference } {
  const id = idOf(event)
  const different = (expected: string, came: string): { difference: Difference } => ({
    difference: { line, node: nameOf(document, id), expected, came }
  })
  const at = pendingNodes(state).findLast((node) => node.id === id) ?? state.open.findLast((node) => node.id === id && !node.played)
  if (!at) return different(`${wordsOf(event)} on a node that waits`, 'the node doesn’t wait')
  if (event.ev === 'choose' && event.text !== undefined) {
    const option = (at.shown.lines ?? at.shown.actions)?.[event.index]
    if (option === undefined || htmlText(option) !== event.text)
      return different(`to choose “${event.text}”`, option === undefined ? 'there is no such choice' : `it reads “${htmlText(option)}”`)
  }
  try {
    const step = act(document, state, { ...actionOf(event), node: at.serial }, { draw })
    const accepted = event.ev !== 'input' || event.accepted !== false
    if ((step.refused === undefined) === accepted) return step
    return different(accepted ? 'the input to be taken' : 'the input to be refused', step.refused ?? 'it was taken')
  } catch (thrown) {
    if (thrown instanceof Problem) return different(wordsOf(event), thrown.message)
    throw thrown
  }
}

function actionOf(event: TraceEvent): PlayAction {
  if (event.ev === 'choose') return { do: 'choose', index: event.index }
  if (event.ev === 'input') return { do: 'input', value: event.value }
  return event.ev === 'skip_button' ? { do: 'skip' } : { do: 'continue' }
}

/** Compares the events of one step with the recorded ones. Events after the end of a trace are not compared. */
function compared(
  document: ArrowDocument,
  { events: came, state }: PlayStep,
  expected: readonly TraceLine[],
  { line: firstLine, isLast }: { line: number; isLast: boolean }
): Difference | undefined {
  let at = 0
  let here = 0
  let line = firstLine
  const difference = (id: ArrowId | null, want: string, got: string): Difference => ({ line, node: nameOf(document, id), expected: want, came: got })
  for (;;) {
    const want = expected[at]
    const got = came[here]
    line = want?.line ?? line
    if (!want && !got) return undefined
    if (got && isSilent(got, want?.event)) here++
    else if (want && isOptional(document, want.event, expected[at + 1]?.event, got)) at++
    // A recording may end anywhere, and it need not record the end of the play.
    else if (!want && (got?.ev === 'pause' || isLast)) return undefined
    else if (!want) return difference(idOf(got), 'nothing more', got ? wordsOf(got) : 'nothing')
    else if (!got) return difference(idOf(want.event), wordsOf(want.event), 'nothing more')
    else {
      const apart = differs(got, want.event, state)
      if (apart) return difference(apart.id ?? idOf(want.event) ?? idOf(got), apart.expected, apart.came)
      at++
      here++
    }
  }
}

/** Our events that a recording may omit: problems, and a node that could not be shown at all. */
const isSilent = (got: PlayEvent, want: TraceEvent | undefined): boolean =>
  got.ev === 'problem' ||
  (got.ev === 'play' && got.failed === true && !(want?.ev === 'play' && want.id === got.id)) ||
  (isEmptyTags(got) && want?.ev !== 'tags')

/** Recorded events that may precede an exception of the runtime and that a play here doesn't report. */
function isOptional(document: ArrowDocument, want: TraceEvent, following: TraceEvent | undefined, got: PlayEvent | undefined): boolean {
  if (isEmptyTags(want)) return got?.ev !== 'tags'
  if (got?.ev !== 'error') return false
  return (want.ev === 'clear' && following?.ev === 'error') || (want.ev === 'play' && !document.resources.nodes.has(want.id ?? -1))
}

const isEmptyTags = (event: PlayEvent | TraceEvent): boolean =>
  event.ev === 'tags' && Object.values(event.update).every((tags) => Object.keys(tags).length === 0)

interface Apart {
  id?: ArrowId
  expected: string
  came: string
}

function differs(got: PlayEvent, want: TraceEvent, state: PlayState): Apart | undefined {
  if (got.ev !== want.ev) return { expected: wordsOf(want), came: wordsOf(got) }
  // The messages of exceptions differ between browsers.
  if (want.ev === 'error') return undefined
  if (got.ev === 'pause' && want.ev === 'pause') return pausesDiffer(got, want, state)
  const members = got as unknown as Record<string, unknown>
  const wrong = Object.entries(want).find(([name, value]) => {
    if (!(name in members) || value === undefined || (value === null && members[name] === '')) return false
    return name === 'r' ? Math.abs(Number(members[name]) - Number(value)) > 1e-9 : !same(members[name], value)
  })
  return wrong && { expected: wordsOf(want), came: wordsOf(got) }
}

function pausesDiffer(got: PauseEvent, want: Extract<TraceEvent, { ev: 'pause' }>, state: PlayState): Apart | undefined {
  // Implementations differ on whether a node that an exception left unplayed waits.
  const unsure = new Set(state.open.filter(({ interrupted, played }) => interrupted && !played).map(({ id }) => id))
  const waiting = (ids: readonly number[] | undefined): number[] | undefined => ids?.filter((id) => !unsure.has(id))
  const apart = (what: string, expected: unknown, came: unknown): Apart | undefined =>
    expected === undefined || same(expected, came) ? undefined : { expected: `${what} ${json(expected)}`, came: json(came) }
  return (
    apart('at the pause, the page', want.open, got.open) ??
    apart('at the pause, the open macro', want.macro, got.macro) ??
    apart('at the pause, waiting nodes', waiting(want.pending), waiting(got.pending)) ??
    freshDiffers(got.fresh, want.fresh) ??
    valuesDiffer('variable', want.vars, got.vars) ??
    valuesDiffer('tags of', want.tags, got.tags) ??
    apart('pause number', want.step, got.step)
  )
}

function valuesDiffer(what: string, want: Readonly<Record<string, unknown>> | undefined, got: Readonly<Record<string, unknown>>): Apart | undefined {
  const name = want && [...new Set([...Object.keys(want), ...Object.keys(got)])].find((key) => !same(want[key], got[key]))
  return name === undefined || !want ? undefined : { expected: `${what} “${name}” ${json(want[name])}`, came: json(got[name]) }
}

function freshDiffers(got: readonly FreshNode[], want: readonly { id: number; [member: string]: unknown }[] | undefined): Apart | undefined {
  if (!want) return undefined
  const ids = (nodes: readonly { id: number }[]): number[] => nodes.map(({ id }) => id)
  if (!same(ids(got), ids(want))) return { expected: `nodes shown since the last pause ${json(ids(want))}`, came: json(ids(got)) }
  for (const [i, wanted] of want.entries()) {
    const actual = got[i]
    const wrong = actual && Object.entries(wanted).find(([member, value]) => value !== undefined && !showsSame(member, value, actual))
    if (wrong) return { id: wanted.id, expected: `its ${wrong[0]} ${json(wrong[1])}`, came: json(memberOf(wrong[0], actual)) }
  }
  return undefined
}

/** Recordings name what was taken of a dialog and of an interaction differently. */
const TAKEN = new Set(['played_line', 'played_action'])

function memberOf(member: string, node: FreshNode): unknown {
  return TAKEN.has(member) ? node.played_line : (node as unknown as Record<string, unknown>)[member]
}

function showsSame(member: string, want: unknown, node: FreshNode): boolean {
  const actual = memberOf(member, node)
  if (actual === undefined && !KNOWN.has(member)) return true
  // The runtime shows the preview of an old document and its text in two boxes, which a recording may join.
  if (member === 'text' && node.brief !== undefined)
    return [node.text ?? '', ...['', '\n'].map((between) => `${node.brief}${between}${node.text ?? ''}`), node.brief].includes(String(want))
  if (member === 'input') return inputSame(want, actual)
  return same(want, actual) || (want === '' && actual === undefined)
}

const KNOWN = new Set([
  'id',
  'type',
  'played',
  'skipped',
  'title',
  'text',
  'brief',
  'character',
  'lines',
  'actions',
  'playable',
  'prompt',
  'input',
  ...TAKEN
])

/** An unset limit reads "" or is absent. */
function inputSame(want: unknown, came: unknown): boolean {
  const [wanted, view] = [want, came].map((one) => (typeof one === 'object' && one !== null ? (one as Record<string, unknown>) : {}))
  return Object.entries(wanted ?? {}).every(([member, value]) => same(value ?? '', view?.[member] ?? ''))
}

function same(a: unknown, b: unknown): boolean {
  if (a === b || (a === null && b === undefined) || (a === undefined && b === null)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return keys.every((key) => same((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]))
}

const json = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return clipped(text, 300)
}

const idOf = (event: PlayEvent | TraceEvent | undefined): ArrowId | null => (event && 'id' in event && typeof event.id === 'number' ? event.id : null)

function nameOf(document: ArrowDocument, id: ArrowId | null): string {
  const node = id === null ? undefined : document.resources.nodes.get(id)
  return id === null ? 'the play' : node ? `node “${node.name}” (${node.type}, ${id})` : `node ${id}`
}

/** An event in words. */
function wordsOf(event: PlayEvent | TraceEvent): string {
  switch (event.ev) {
    case 'play':
      return `node ${event.id} played through input ${event.in_slot ?? 'none'}`
    case 'status':
      return event.status === 'END_EDGE'
        ? `the story line to end at node ${event.id}${event.open_macro == null ? '' : ` in macro ${event.open_macro}`}`
        : `node ${event.id} to do nothing`
    case 'var':
      return `variable “${event.name}” from ${json(event.from)} to ${json(event.to)}`
    case 'tags':
      return `tags changed by ${json(event.update)}`
    case 'clear':
      return `the page cleared up to node ${event.id}`
    case 'rand':
      return `the random number ${event.r}`
    case 'error':
      return `the runtime’s exception “${event.message ?? ''}”`
    case 'problem':
      return event.problem.message
    case 'pause':
      return 'a pause'
    case 'choose':
      return `choice ${event.index + 1}`
    case 'input':
      return `the input ${json(event.value)}`
    case 'skip_button':
      return 'a skip'
    default:
      return 'to continue'
  }
}
