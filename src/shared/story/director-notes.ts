import { z } from 'zod'
import { Commit } from '../contract/calls'

/** The longest director's note, in characters. */
export const MAX_NOTE_CHARACTERS = 10_000
/** The longest quoted passage, in characters. */
export const MAX_QUOTE_CHARACTERS = 2000

/**
 * A director's note on a beat. It is kept beside the story, so it changes no beat, and no agent ever reads it. `line`: the entry of the beat that it is
 * about, counted from 0 (absent: the whole beat), and `quote` the words of that entry. `at`: when it was last written, in ms since 1970.
 */
export const DirectorNote = z.looseObject({
  id: z.string().regex(/^[0-9a-z-]{1,40}$/),
  text: z.string().min(1),
  line: z.int().min(0).optional(),
  quote: z.string().optional(),
  done: z.literal(true).optional(),
  by: z.string().optional(),
  at: z.number()
})
export type DirectorNote = z.infer<typeof DirectorNote>

/** A note with its beat. `n` is -1 and the subject empty if the repository has lost the beat's commit. */
export interface NoteOnBeat extends DirectorNote {
  commit: string
  n: number
  subject: string
}

/** Every director's note, in the order of the beats, and a sentence for each beat whose notes can't be read. */
export interface DirectorNotes {
  notes: NoteOnBeat[]
  problems: string[]
}

/** A new note, or with `id` another version of one. `was`: the text that it replaces; if the note has another one by now, nothing is written. */
export const NoteWritten = z.object({
  commit: Commit,
  id: DirectorNote.shape.id.optional(),
  was: z.string().optional(),
  text: z.string(),
  line: DirectorNote.shape.line,
  quote: DirectorNote.shape.quote,
  done: z.boolean().optional()
})
export type NoteWritten = z.infer<typeof NoteWritten>
