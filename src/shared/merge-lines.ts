import { diffLines } from './diff-lines'

/** A replacement for the lines from `start` up to, but not including, `end` of the common text. */
interface Change {
  start: number
  end: number
  lines: string[]
}

/** The text of `ours` with the changes that lead from `from` to `to`; undefined if both changed the same lines in different ways. */
export function mergeLines(from: string, to: string, ours: string): string | undefined {
  const ourChanges = changesOf(from, ours)
  const newChanges = changesOf(from, to).filter((one) => !ourChanges.some((other) => equals(one, other)))
  if (newChanges.some((one) => ourChanges.some((other) => collide(one, other)))) return undefined
  // Two changes can start at the same line if one only adds lines there. It comes first.
  const changes = [...newChanges, ...ourChanges].toSorted((a, b) => a.start - b.start || a.end - b.end)
  const lines = from.split('\n')
  const merged: string[] = []
  let position = 0
  for (const { start, end, lines: replacement } of changes) {
    merged.push(...lines.slice(position, start), ...replacement)
    position = end
  }
  return [...merged, ...lines.slice(position)].join('\n')
}

function changesOf(from: string, to: string): Change[] {
  const changes: Change[] = []
  let current: Change | undefined
  let line = 0
  for (const { op, text } of diffLines(from, to)) {
    if (op === 'same') {
      current = undefined
      line++
      continue
    }
    if (!current) changes.push((current = { start: line, end: line, lines: [] }))
    if (op === 'added') current.lines.push(text)
    else current.end = ++line
  }
  return changes
}

const equals = (a: Change, b: Change): boolean =>
  a.start === b.start && a.end === b.end && a.lines.length === b.lines.length && a.lines.every((line, i) => line === b.lines[i])

/** Whether two changes replace a line both, or add lines at the same place. */
const collide = (a: Change, b: Change): boolean => (a.start === b.start && a.end === b.end) || (a.start < b.end && b.start < a.end)
