import { diffArrays } from 'diff'
import type { DiffLine, Hunk } from '../analysis/compare'

/** The most line comparisons for one difference, so that hostile texts stay fast. */
const MAX_COMPARISONS = 4_000_000
/** The most removed and added lines of one difference: memory grows with their square. */
const MAX_EDITS = 1000

/** So many lines in a row that stand only once in each of two texts are the same lines. */
const ANCHOR_LINES = 3

/**
 * The line difference of two texts with the fewest added and removed lines. Beyond the limits, each part between lines that stand only once in both texts
 * is compared alone; a part that is still too different is replaced as a whole.
 */
export function diffLines(before: string, after: string): DiffLine[] {
  const [a, b] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  return [
    ...linesOf('same', a.slice(0, start)),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...linesOf('same', a.slice(a.length - end))
  ]
}

const linesOf = (op: DiffLine['op'], texts: readonly string[]): DiffLine[] => texts.map((text) => ({ op, text }))

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const most = Math.min(MAX_EDITS, Math.floor(MAX_COMPARISONS / (a.length + b.length + 1)))
  const whole = compared(a, b, most)
  if (whole) return whole
  const out: DiffLine[][] = []
  let [from, other] = [0, 0]
  const part = (to: number, otherTo: number): void => {
    const [mine, theirs] = [a.slice(from, to), b.slice(other, otherTo)]
    out.push(compared(mine, theirs, most) ?? [...linesOf('removed', mine), ...linesOf('added', theirs)])
  }
  for (const [i, j] of anchors(a, b)) {
    part(i, j)
    out.push(linesOf('same', a.slice(i, i + 1)))
    ;[from, other] = [i + 1, j + 1]
  }
  part(a.length, b.length)
  return out.flat()
}

/** The difference of two lists of lines; undefined if it takes more edits than these. Removed lines come before the added lines that replace them. */
function compared(a: readonly string[], b: readonly string[], maxEditLength: number): DiffLine[] | undefined {
  const runs = diffArrays([...a], [...b], { maxEditLength })
  if (!runs) return undefined
  const out: DiffLine[][] = []
  let added: DiffLine[] = []
  for (const { added: isAdded, removed: isRemoved, value } of runs) {
    if (isAdded) added = added.concat(linesOf('added', value))
    else if (isRemoved) out.push(linesOf('removed', value))
    else {
      out.push(added, linesOf('same', value))
      added = []
    }
  }
  return [...out, added].flat()
}

/** The positions in two lists of lines that begin the same lines, which stand only once in each: the longest series of them that ascends in both. */
function anchors(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const [mine, theirs] = [onlyOnce(a), onlyOnce(b)]
  const pairs = [...mine].flatMap(([lines, i]) => {
    const j = theirs.get(lines)
    return j === undefined ? [] : [[i, j] as const]
  })
  // Patience sorting: `lasts[n]` ends the series of n + 1 pairs that ends earliest in `b`, and `before` leads back along it.
  const lasts: number[] = []
  const before: number[] = []
  pairs.forEach(([, j], at) => {
    let [low, high] = [0, lasts.length]
    while (low < high) {
      const half = (low + high) >> 1
      if (pairs[lasts[half]!]![1] < j) low = half + 1
      else high = half
    }
    before.push(low > 0 ? lasts[low - 1]! : -1)
    lasts[low] = at
  })
  const series: (readonly [number, number])[] = []
  for (let at = lasts.at(-1) ?? -1; at >= 0; at = before[at]!) series.push(pairs[at]!)
  return series.toReversed()
}

/** Where lines in a row begin that stand only once, by their text, in order. */
function onlyOnce(lines: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (let i = 0; i + ANCHOR_LINES <= lines.length; i++) {
    const key = lines.slice(i, i + ANCHOR_LINES).join('\n')
    found.set(key, found.has(key) ? -1 : i)
  }
  return new Map([...found].filter(([, i]) => i >= 0))
}

/** The changed lines with `around` lines on each side. Longer runs of equal lines are skipped. */
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
