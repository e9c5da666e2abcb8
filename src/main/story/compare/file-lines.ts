import type { FileLines } from '../../../shared/analysis/compare'
import { diffLines, hunks } from '../../../shared/base/diff-lines'
import type { StoryReader } from '../reader'

/** The maximum number of lines in a displayed difference, and of bytes in a compared text. */
const MAX_LINES = 2000
const MAX_BYTES = 2 << 20

/** The difference of a file between two commits, line by line. */
export function compareFile(campaign: StoryReader, a: string, b: string, path: string): FileLines {
  const [was, is] = [a, b].map((id) => campaign.past.bytes(campaign.history.commit(id).tree, path))
  return fileLines(path, was, is)
}

/** The difference of a file from its older version, line by line. Undefined stands for a file that doesn't exist. */
export function fileLines(path: string, was: Buffer | undefined, is: Buffer | undefined): FileLines {
  const change = was ? (is ? (was.equals(is) ? 'same' : 'changed') : 'removed') : is ? 'added' : 'same'
  const none = { path, change, hunks: [], left: 0 } as const
  if ([was, is].some((bytes) => bytes && (bytes.includes(0) || bytes.length > MAX_BYTES))) return { ...none, hunks: [], binary: true }
  const text = (bytes: Buffer | undefined): string => bytes?.toString('utf8').replace(/\n$/, '') ?? ''
  const differing = was && is ? diffLines(text(was), text(is)) : diffOne(text(was ?? is), is ? 'added' : 'removed')
  const all = change === 'same' ? [] : hunks(differing, 3)
  const shown: FileLines['hunks'] = []
  let room = MAX_LINES
  let left = 0
  for (const hunk of all) {
    if ('skipped' in hunk) {
      if (room > 0) shown.push(hunk)
      continue
    }
    if (room > 0) shown.push({ lines: hunk.lines.slice(0, room) })
    left += Math.max(0, hunk.lines.length - Math.max(0, room))
    room -= hunk.lines.length
  }
  return { path, change, hunks: shown, left, binary: false }
}

const diffOne = (text: string, op: 'added' | 'removed'): ReturnType<typeof diffLines> => text.split('\n').map((line) => ({ op, text: line }))
