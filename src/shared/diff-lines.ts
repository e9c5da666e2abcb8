import type { DiffLine, Hunk } from './compare'

/** Above this many cells, the middle of two texts is replaced as a whole instead of compared line by line, to stay fast. */
const CELLS = 1_000_000

/** The line difference of two texts with the fewest added and removed lines. */
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

/** Longest common subsequence by dynamic programming. Removed lines come before the added lines that replace them. */
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
