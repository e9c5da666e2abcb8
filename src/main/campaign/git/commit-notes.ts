import { FOLDER, isOid, PLAIN, type Oid, type TreeEntry } from './oid'
import type { RefMove } from './refs'
import type { Repo } from './repo'

/** The ref with the director's notes. `git log --notes=proscenium` shows them. */
export const NOTES_REF = 'refs/notes/proscenium'

/** New texts of notes by the commit that they are on; undefined removes them. */
export type NotesUpdate = ReadonlyMap<Oid, string | undefined>

/** The texts of git notes by the commit that they annotate, and the blobs and paths that hold them. Notes may be in folders of two digits, as git makes them. */
export function readCommitNotes(repo: Repo, ref = NOTES_REF): Map<Oid, { path: string; oid: Oid }> {
  const tip = repo.refs.read(ref)
  if (tip === undefined) return new Map()
  const notes = [...repo.files(repo.treeOf(tip))].map(([path, { oid, mode }]) => ({ commit: path.replaceAll('/', ''), path, oid, mode }))
  return new Map(notes.flatMap(({ commit, path, oid, mode }) => (isOid(commit) && mode !== FOLDER ? [[commit, { path, oid }] as const] : [])))
}

/** Replaces the notes of commits; undefined removes them. One commit on the notes' own history, which no branch contains. */
export function writeCommitNotes(repo: Repo, notes: NotesUpdate, why: string, self: Omit<RefMove, 'why'>): void {
  const tip = repo.refs.read(NOTES_REF)
  const known = readCommitNotes(repo)
  try {
    const entries = new Map<string, TreeEntry | null>()
    for (const [commit, text] of notes) {
      const path = known.get(commit)?.path ?? commit
      if (text !== undefined) entries.set(path, { mode: PLAIN, oid: repo.writeBlob(Buffer.from(text)) })
      else if (known.has(commit)) entries.set(path, null)
    }
    const tree = repo.grow(repo.treeOf(tip), entries)
    const { id } = repo.writeCommit({ tree, parents: tip === undefined ? [] : [tip], author: self.who, time: self.time, message: `${why}\n` })
    repo.objects.save()
    repo.refs.move(NOTES_REF, tip, id, { ...self, why: `notes: ${why}` }, false)
  } catch (thrown) {
    repo.objects.forget()
    throw thrown
  }
}
