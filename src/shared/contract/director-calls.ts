import { z } from 'zod'
import { DirectorNote, NoteWritten, type DirectorNotes } from '../story/director-notes'
import type { SceneWriters, SourceNow } from '../story/writers'
import { Commit, mutation, query, type Methods } from './calls'

const Source = z.object({
  path: z.string().min(1).max(1000),
  keys: z.array(z.union([z.string().max(1000), z.int()])).max(40),
  node: z.int().optional(),
  text: z.string().max(200_000)
})

/** The calls for who directs the story: notes on beats and lines, and who wrote which text. */
export const directorCalls = {
  /** Every director's note of the campaign, whatever branch has its beat. */
  directorNotes: query().returns<DirectorNotes>(),
  /**
   * Writes a note on a beat or one of its lines, and returns its id. It changes no beat, no branch and no file, and no agent reads it. Throws Problem
   * `bad-input` (empty, too long), `conflict` if the note has another text than `was`, `not-found`, `bad-file` if the beat's notes are damaged.
   */
  writeDirectorNote: mutation(NoteWritten).returns<string>(),
  /** Removes a note. Throws Problem `not-found`. */
  removeDirectorNote: mutation(z.object({ commit: Commit, id: DirectorNote.shape.id })).returns<void>(),
  /** Who wrote each line of a scene's log as of a commit, by default of the active scene; undefined if there is no such scene. */
  writers: query(z.object({ commit: Commit, scene: z.string().max(300).optional() })).returns<SceneWriters | undefined>(),
  /** Whether a source has the same text at the present. */
  sourceNow: query(Source).returns<SourceNow>()
}
export type DirectorCalls = Methods<typeof directorCalls>
