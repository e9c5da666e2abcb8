import { Problem } from '../../../shared/base/problem'
import { visible } from '../../../shared/base/visible'
import type { Oid } from './oid'

export interface Author {
  name: string
  email: string
}

/** A commit. `time` is the author's, in milliseconds of whole seconds. */
export interface Commit {
  id: Oid
  tree: Oid
  parents: Oid[]
  author: Author
  time: number
  message: string
}

/** Parses a commit object's body. */
export function parseCommit(body: Buffer, id: Oid): Commit {
  const text = body.toString('utf8')
  const gap = text.indexOf('\n\n')
  const head = gap < 0 ? text : text.slice(0, gap)
  const commit: Commit = { id, tree: '', parents: [], author: { name: '', email: '' }, time: 0, message: gap < 0 ? '' : text.slice(gap + 2) }
  // Line by line without splitting: a timeline reads tens of thousands of commits at once.
  for (let from = 0; from < head.length;) {
    const next = head.indexOf('\n', from)
    const line = head.slice(from, next < 0 ? head.length : next)
    from += line.length + 1
    if (line.startsWith('tree ') && commit.tree === '') commit.tree = line.slice(5)
    else if (line.startsWith('parent ')) commit.parents.push(line.slice(7))
    else if (line.startsWith('author ')) {
      const start = line.indexOf('<')
      const end = line.indexOf('>', start)
      const time = /^ (-?\d+)/.exec(line.slice(line.lastIndexOf('>') + 1))?.[1]
      if (start > 0 && end > 0 && time !== undefined) {
        commit.author = { name: line.slice('author '.length, start).trimEnd(), email: line.slice(start + 1, end) }
        commit.time = Number(time) * 1000
      }
    }
  }
  if (commit.tree === '') throw new Problem('bad-repository', `The commit ${id} is damaged. Run git fsck.`, { oid: id })
  return commit
}

/** An author line as git accepts it: no angle brackets, line ends or terminal controls, never empty. */
export function authorLine(author: Author, time: number): string {
  const clean = (text: string): string =>
    visible(text)
      .replace(/[<>\t\n]/g, ' ')
      .replace(/^[\s.,:;"'\\]+|[\s.,:;"'\\]+$/g, '')
  return `${clean(author.name) || 'unknown'} <${clean(author.email).replace(/\s/g, '') || 'unknown'}> ${Math.max(0, Math.floor(time / 1000))} +0000`
}

/** A commit object's body. The message is unchanged except that NULs are removed and it ends with at least one line end. */
export function encodeCommit(commit: Omit<Commit, 'id'>): Buffer {
  const who = authorLine(commit.author, commit.time)
  const message = commit.message.replaceAll('\0', '')
  const parents = commit.parents.map((parent) => `parent ${parent}\n`).join('')
  return Buffer.from(`tree ${commit.tree}\n${parents}author ${who}\ncommitter ${who}\n\n${message.endsWith('\n') ? message : `${message}\n`}`)
}
