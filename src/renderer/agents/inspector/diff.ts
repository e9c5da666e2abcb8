import type { DiffLine } from '../../../shared/analysis/compare'
import { diffLines } from '../../../shared/base/diff-lines'
import type { Context, ContextPiece, Tier } from '../../../shared/table/turns'

/** The difference between two versions of a context's piece. A piece that the budget dropped counts as `gone`. */
export interface PieceDiff {
  id: string
  title: string
  tier: Tier | 'tools'
  change: 'new' | 'gone' | 'changed'
  /** The increase in tokens; negative for a decrease. */
  tokens: number
  why?: string
  lines: DiffLine[]
}
/** All differences between two contexts, and the size of their common part. */
interface ContextDiff {
  pieces: PieceDiff[]
  same: number
  tokens: number
}

type Part = Pick<ContextPiece, 'id' | 'title' | 'text' | 'tokens' | 'kept' | 'why'> & { tier: PieceDiff['tier'] }

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

/** The differences of two contexts, in the order of the later one. Removed pieces come last. */
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
