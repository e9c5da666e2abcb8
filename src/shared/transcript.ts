import { z } from 'zod'
import { Commit } from './calls'

/** Forms in which a stretch of the story can be written down; also how their files end. */
export const TranscriptFormat = z.enum(['md', 'html', 'pdf'])
export type TranscriptFormat = z.infer<typeof TranscriptFormat>

/** What a transcript is to hold: the beats of a line from one commit to another, both included; from the beginning, up to now when they are not named. */
export const TranscriptAsked = z.object({
  from: Commit.optional(),
  to: Commit.optional(),
  format: TranscriptFormat,
  /** With what players and DM said to each other privately. */
  private: z.boolean().default(false),
  /** With a picture of the map at the end of each session, of what the party has seen. */
  stills: z.boolean().default(true)
})
export type TranscriptAsked = z.infer<typeof TranscriptAsked>

/** A transcript as a file: its content is a text, or bytes in base64. */
export interface TranscriptFile {
  name: string
  /** Media type. */
  type: string
  text?: string
  base64?: string
  /** Sentences on what a reader of the file has to know. */
  notes: string[]
}

/** News of a transcript: how far the reading of its scenes or the setting of its passages is, at last the file. */
export type TranscriptNews = { kind: 'progress'; what: 'reading' | 'setting'; done: number; of: number } | { kind: 'file'; file: TranscriptFile }
