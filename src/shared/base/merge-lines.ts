import { diffLines } from './diff-lines'

/** A replacement for the lines from `start` up to, but not including, `end` of the common text. */
interface Change {
  start: number
  end: number
  lines: string[]
}

/** A part of a merged text: its lines, or both versions of lines that both sides changed. */
export type MergedPart = { lines: readonly string[] } | { ours: readonly string[]; theirs: readonly string[] }

/** The text of `ours` with the changes from `from` to `to`; undefined if both changed the same lines in different ways. */
export function mergeLines(from: string, to: string, ours: string): string | undefined {
  const parts = mergeParts(from, to, ours)
  const lines = parts.flatMap((part) => ('lines' in part ? [part.lines] : []))
  return lines.length < parts.length ? undefined : lines.flat().join('\n')
}

/** Merges two edits of a text, `ours` and `to`, line by line: the changes of one side, and the conflicting changes of both. */
export function mergeParts(from: string, to: string, ours: string): MergedPart[] {
  const ourChanges = changesOf(from, ours)
  const newChanges = changesOf(from, to).filter((one) => !ourChanges.some((other) => equals(one, other)))
  // Two changes can start at the same line if one only adds lines there. It comes first.
  const changes = [...newChanges.map((change) => ({ change, isOurs: false })), ...ourChanges.map((change) => ({ change, isOurs: true }))].toSorted(
    (a, b) => a.change.start - b.change.start || a.change.end - b.change.end
  )
  const lines = from.split('\n')
  const parts: MergedPart[] = []
  let position = 0
  for (let i = 0; i < changes.length;) {
    const group = [changes[i++]!]
    // A change that collides with one of a group belongs to the group, however long the chain.
    while (i < changes.length && group.some(({ change, isOurs }) => isOurs !== changes[i]!.isOurs && collide(change, changes[i]!.change)))
      group.push(changes[i++]!)
    const start = group[0]!.change.start
    const end = Math.max(...group.map(({ change }) => change.end))
    if (start > position) parts.push({ lines: lines.slice(position, start) })
    const sideOf = (wanted: boolean): string[] =>
      applied(
        lines,
        start,
        end,
        group.flatMap(({ change, isOurs }) => (isOurs === wanted ? [change] : []))
      )
    parts.push(group.length === 1 ? { lines: group[0]!.change.lines } : { ours: sideOf(true), theirs: sideOf(false) })
    position = end
  }
  if (position < lines.length) parts.push({ lines: lines.slice(position) })
  return parts
}

/** The lines from `start` up to `end` with some changes. */
function applied(lines: readonly string[], start: number, end: number, changes: readonly Change[]): string[] {
  const out: string[] = []
  let position = start
  for (const change of changes) {
    out.push(...lines.slice(position, change.start), ...change.lines)
    position = change.end
  }
  return [...out, ...lines.slice(position, end)]
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

/** Whether two changes both replace a line, or add lines at the same position. */
const collide = (a: Change, b: Change): boolean => (a.start === b.start && a.end === b.end) || (a.start < b.end && b.start < a.end)
