import { z } from 'zod'
import { Commit } from '../contract/calls'

/** The formats of a transcript, which are also the file extensions. */
export const TranscriptFormat = z.enum(['md', 'html', 'pdf'])
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

/** The content of a transcript: the beats of a line from one commit to another, both included; by default from the beginning to now. */
export const TranscriptAsked = z.object({
  from: Commit.optional(),
  to: Commit.optional(),
  format: TranscriptFormat,
  /** Whether to include private talk between players and the DM. */
  private: z.boolean().default(false),
  /** Whether to show the map at the end of each session, limited to what the party has seen. */
  stills: z.boolean().default(true),
  /** Whether to say who wrote each text. */
  writers: z.boolean().optional(),
  /** Whether to leave out what a model wrote, and what may be a model's because its writer isn't recorded. The transcript says so in place. */
  withoutModels: z.boolean().optional(),
  /** Whether to include the director's notes. */
  notes: z.boolean().optional()
})
export type TranscriptAsked = z.infer<typeof TranscriptAsked>

/** A transcript as a file. Its content is text, or bytes in base64. */
export interface TranscriptFile {
  name: string
  type: string
  text?: string
  base64?: string
  /** Sentences for the reader of the file. */
  notes: string[]
}

/** An event of a transcript: the progress of reading scenes or typesetting, and last the file. */
export type TranscriptNews = { kind: 'progress'; what: 'reading' | 'setting'; done: number; of: number } | { kind: 'file'; file: TranscriptFile }
