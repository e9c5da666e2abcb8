import { FOLDER, isOid, PLAIN, type Oid, type TreeEntry } from './oid'
import type { RefMove } from './refs'
import type { Repo } from './repo'

/** The ref with the director's notes. `git log --notes=proscenium` shows them. */
export const NOTES_REF = 'refs/notes/proscenium'

/** New texts of notes by the commit that they are on; undefined removes them. */
export type NotesUpdate = ReadonlyMap<Oid, string | undefined>

/** The texts of git notes by the commit that they annotate, and the blobs and paths that hold them. Notes may be in folders of two digits, as git makes them. */
export function readCommitNotes(repo: Repo, tip = repo.refs.read(NOTES_REF)): Map<Oid, { path: string; oid: Oid }> {
  if (tip === undefined) return new Map()
  const notes = [...repo.files(repo.treeOf(tip))].map(([path, { oid, mode }]) => ({ commit: path.replaceAll('/', ''), path, oid, mode }))
  return new Map(notes.flatMap(({ commit, path, oid, mode }) => (isOid(commit) && mode !== FOLDER ? [[commit, { path, oid }] as const] : [])))
}

/** Replaces the notes of commits; undefined removes them. One commit on the notes' own history, which no branch contains. */
export function writeCommitNotes(repo: Repo, notes: NotesUpdate, why: string, self: Omit<RefMove, 'why'>): void {
  const tip = repo.refs.read(NOTES_REF)
  moveNotes(repo, tip, tip === undefined ? [] : [tip], notes, why, self)
}

/** Moves the notes from `tip` to a new commit with these parents, which has other notes on some commits. */
function moveNotes(repo: Repo, tip: Oid | undefined, parents: Oid[], notes: NotesUpdate, why: string, self: Omit<RefMove, 'why'>): void {
  const known = readCommitNotes(repo, tip)
  try {
    const entries = new Map<string, TreeEntry | null>()
    for (const [commit, text] of notes) {
      const path = known.get(commit)?.path ?? commit
      if (text !== undefined) entries.set(path, { mode: PLAIN, oid: repo.writeBlob(Buffer.from(text)) })
      else if (known.has(commit)) entries.set(path, null)
    }
    const tree = repo.grow(repo.treeOf(tip), entries)
    const { id } = repo.writeCommit({ tree, parents, author: self.who, time: self.time, message: `${why}\n` })
    repo.objects.save()
    repo.refs.move(NOTES_REF, tip, id, { ...self, why: `notes: ${why}` }, false)
  } catch (thrown) {
    repo.objects.forget()
    throw thrown
  }
}

/** Merges the notes of another copy into ours, line by line: each line is one note. What either side has removed stays removed. */
export function mergeCommitNotes(repo: Repo, theirs: Oid, self: Omit<RefMove, 'why'>): void {
  const ours = repo.refs.read(NOTES_REF)
  const before = ours === undefined ? new Set<Oid>() : ancestors(repo, ours)
  if (before.has(theirs)) return
  const others = ancestors(repo, theirs)
  if (ours === undefined || others.has(ours)) return repo.refs.move(NOTES_REF, ours, theirs, { ...self, why: 'notes: fetched' }, false)
  const [base] = [...others].filter((id) => before.has(id))
  const sides = [ours, theirs, base].map((tip) => (tip === undefined ? new Map<Oid, { oid: Oid }>() : readCommitNotes(repo, tip)))
  const linesOf = (side: number, commit: Oid): string[] => {
    const oid = sides[side]?.get(commit)?.oid
    return oid === undefined
      ? []
      : repo
          .blob(oid)
          .toString('utf8')
          .split('\n')
          .filter((line) => line.trim() !== '')
  }
  const merged = new Map<Oid, string | undefined>()
  for (const commit of new Set(sides.flatMap((side) => [...side.keys()]))) {
    if (sides[0]?.get(commit)?.oid === sides[1]?.get(commit)?.oid) continue
    const [mine, other, old] = [linesOf(0, commit), linesOf(1, commit), linesOf(2, commit)]
    const lines = [
      ...mine.filter((line) => other.includes(line) || !old.includes(line)),
      ...other.filter((line) => !mine.includes(line) && !old.includes(line))
    ]
    merged.set(commit, lines.length === 0 ? undefined : `${lines.join('\n')}\n`)
  }
  moveNotes(repo, ours, [ours, theirs], merged, 'Merge notes', self)
}

/** A commit and every one before it, the nearest first. */
function ancestors(repo: Repo, tip: Oid): Set<Oid> {
  const seen = new Set([tip])
  for (const id of seen) for (const parent of repo.commit(id).parents) seen.add(parent)
  return seen
}
