import type { Context, ContextPiece, Tier } from '../../../shared/turns'

/** A line of one text or the other, or of both. */
export interface DiffLine {
  op: 'same' | 'added' | 'removed'
  text: string
}
/** How a piece of a context differs from the same piece of another. `new` and `gone` count what was told, so a dropped piece is gone. */
export interface PieceDiff {
  id: string
  title: string
  tier: Tier | 'tools'
  change: 'new' | 'gone' | 'changed'
  /** Tokens more (or less) than before. */
  tokens: number
  /** Why it is in now, or why it was left out, where that is known. */
  why?: string
  lines: DiffLine[]
}
/** Everything that differs between two contexts, and how much of them is the same. */
export interface ContextDiff {
  pieces: PieceDiff[]
  same: number
  tokens: number
}

/** Above this many cells the middle of two texts is not compared line by line but given as a whole, to stay quick. */
const CELLS = 1_000_000

/** The lines of two texts with the fewest added and removed. */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const line = (op: DiffLine['op']) => (text: string) => ({ op, text })
  return [
    ...a.slice(0, start).map(line('same')),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(line('same'))
  ]
}

/** Longest common subsequence, by table; removed lines come before the added ones that take their place. */
function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const whole = (): DiffLine[] => [...a.map((text) => ({ op: 'removed' as const, text })), ...b.map((text) => ({ op: 'added' as const, text }))]
  if (a.length === 0 || b.length === 0 || a.length * b.length > CELLS) return whole()
  const width = b.length + 1
  const best = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number): number => best[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--) best[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const out: DiffLine[] = []
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      out.push({ op: 'same', text: a[i++] ?? '' })
      j++
    } else if (i < a.length && (j === b.length || at(i + 1, j) >= at(i, j + 1))) out.push({ op: 'removed', text: a[i++] ?? '' })
    else out.push({ op: 'added', text: b[j++] ?? '' })
  }
  return out
}

/** A stretch of lines to show, or how many equal lines are passed over. */
export type Hunk = { lines: DiffLine[] } | { skipped: number }

/** Lines around what changed, `around` on each side; longer stretches of equal lines are passed over. */
export function hunks(lines: readonly DiffLine[], around = 2): Hunk[] {
  const near = lines.map(() => false)
  lines.forEach(({ op }, i) => {
    if (op !== 'same') near.fill(true, Math.max(0, i - around), i + around + 1)
  })
  const out: Hunk[] = []
  lines.forEach((line, i) => {
    const last = out.at(-1)
    if (near[i]) {
      if (last && 'lines' in last) last.lines.push(line)
      else out.push({ lines: [line] })
    } else if (last && 'skipped' in last) last.skipped++
    else out.push({ skipped: 1 })
  })
  return out
}

type Part = Pick<ContextPiece, 'id' | 'title' | 'text' | 'tokens' | 'kept' | 'why'> & { tier: PieceDiff['tier'] }

/** Pieces of a context, and its tools as pieces of their own. */
const parts = ({ pieces, tools }: Context): Part[] => [
  ...pieces,
  ...tools.map(({ name, description, input_schema }) => ({
    id: `tool:${name}`,
    title: name,
    tier: 'tools' as const,
    text: `${description}\n${JSON.stringify(input_schema, null, 2)}`,
    tokens: 0,
    kept: true,
    why: ''
  }))
]

/** What one context told that the other did not, in the order of the later one; what is gone stands at the end. */
export function diffContexts(before: Context, after: Context): ContextDiff {
  const old = new Map(parts(before).map((part) => [part.id, part]))
  const now = new Map(parts(after).map((part) => [part.id, part]))
  const pieces: PieceDiff[] = []
  let same = 0
  for (const id of new Set([...now.keys(), ...old.keys()])) {
    const [a, b] = [old.get(id), now.get(id)]
    const [had, has] = [a?.kept ? a : undefined, b?.kept ? b : undefined]
    if (had && has && had.text === has.text) same++
    else if (had || has) pieces.push(differing(had, has, b))
  }
  return { pieces, same, tokens: after.tokens - before.tokens }
}

function differing(had: Part | undefined, has: Part | undefined, now: Part | undefined): PieceDiff {
  const shown = has ?? had
  if (!shown) throw new Error('a difference needs one side at least')
  const change = had === undefined ? 'new' : has === undefined ? 'gone' : 'changed'
  const why = now?.why ? { why: now.why } : {}
  const lines =
    had && has ? diffLines(had.text, has.text) : shown.text.split('\n').map((text) => ({ op: has ? ('added' as const) : ('removed' as const), text }))
  return { id: shown.id, title: shown.title, tier: shown.tier, change, tokens: (has?.tokens ?? 0) - (had?.tokens ?? 0), ...why, lines }
}
