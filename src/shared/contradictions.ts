import { z } from 'zod'
import type { Usage } from './turns'

/** What a text can be at odds with: see `CONTRADICTIONS` in contradiction-words.ts. */
export const ContradictionKind = z.enum(['voice', 'harm', 'thing', 'player', 'way', 'secret', 'repeat'])
export type ContradictionKind = z.infer<typeof ContradictionKind>
/** The kinds, for a model that judges. */
export const JUDGE_KINDS: readonly string[] = ContradictionKind.options

/** Where a fact stands: a file of the campaign as of the beat, or another beat of the same line, by number. */
export const FactSource = z.union([z.strictObject({ file: z.string() }), z.strictObject({ beat: z.number().int() })])
export type FactSource = z.infer<typeof FactSource>

/** Something that a narration or a speech says and that is not so. `from` and `to` are offsets of the quote in the entry's text. */
export const Contradiction = z.strictObject({
  kind: ContradictionKind,
  quote: z.string(),
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** What is so, in one sentence. */
  fact: z.string(),
  source: FactSource,
  /** The model that judged so; absent where the rules of language and state found it. */
  model: z.string().optional()
})
export type Contradiction = z.infer<typeof Contradiction>

/** The contradictions of one beat, with its commit, its number and the scene in which it is told. */
export interface BeatContradictions {
  commit: string
  beat: number
  scene: string
  contradictions: Contradiction[]
}

/** What judging would take: beats with a narration or speech that the model has not judged yet, and the requests for them. */
export interface JudgePrice {
  model: string
  beats: number
  requests: number
  /** Tokens of all requests, and about as many of the answers. */
  input: number
  output: number
  /** About so many US dollars; absent where the model's price is not known. */
  cost?: number
  /** So many of the beats were judged before, by a version of Proscenium whose judgements don't count any more. */
  outdated?: number
}

/** How far a model has judged. */
export interface JudgeProgress {
  done: number
  of: number
}

/** What a model judged: beats, the contradictions that it found in them, and what it used. `problem`: why it ended early. */
export interface JudgeReport {
  model: string
  beats: number
  contradictions: number
  usage: Usage
  /** Beats that are not judged yet. */
  left: number
  problem?: string
}
