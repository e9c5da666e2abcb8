import { diffArrays } from 'diff'
import type { DiffLine, Hunk } from './compare'

/** Line comparisons that one difference may take, so that hostile texts stay fast. */
const MAX_COMPARISONS = 4_000_000
/** Removed and added lines of one difference at most: the memory needed grows with their square. */
const MAX_EDITS = 1000

/** The line difference of two texts with the fewest added and removed lines. Beyond the limits, the middle is replaced as a whole. */
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

/** Removed lines come before the added lines that replace them. */
function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  const maxEditLength = Math.min(MAX_EDITS, Math.floor(MAX_COMPARISONS / (a.length + b.length + 1)))
  const runs = diffArrays([...a], [...b], { maxEditLength })
  if (!runs) return [...linesOf('removed', a), ...linesOf('added', b)]
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
