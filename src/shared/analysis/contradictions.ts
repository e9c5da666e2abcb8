import { z } from 'zod'
import type { Usage } from '../table/turns'

/** The kinds of contradictions: see `CONTRADICTIONS` in contradiction-words.ts. */
export const ContradictionKind = z.enum(['voice', 'harm', 'thing', 'player', 'way', 'fact', 'secret', 'repeat', 'decree'])
export type ContradictionKind = z.infer<typeof ContradictionKind>
/** The kinds, for a model that judges. It reads words only, and a decree is a call. */
export const JUDGE_KINDS: readonly string[] = ContradictionKind.options.filter((kind) => kind !== 'decree')

/** The source of a fact: a file of the campaign as of the beat, or another beat of the same line, by number. */
export const FactSource = z.union([z.strictObject({ file: z.string() }), z.strictObject({ beat: z.number().int() })])
export type FactSource = z.infer<typeof FactSource>

/** A false statement in a narration or a speech, or a fact that the DM set although play has to bring it about. `from` and `to` are offsets of the quote in the entry's text. */
export const Contradiction = z.strictObject({
  kind: ContradictionKind,
  quote: z.string(),
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** The truth, in one sentence. */
  fact: z.string(),
  source: FactSource,
  /** The model that found it; absent if the rules of language and state found it. */
  model: z.string().optional()
})
export type Contradiction = z.infer<typeof Contradiction>

/** The contradictions of one beat, with its commit, its number and its scene. */
export interface BeatContradictions {
  commit: string
  beat: number
  scene: string
  contradictions: Contradiction[]
}

/** The extent of judging: the beats with a narration or speech that the model has not judged yet, and the requests for them. */
export interface JudgePrice {
  model: string
  beats: number
  requests: number
  /** Tokens of all requests, and an estimate for the answers. */
  input: number
  output: number
  /** An estimate in US dollars; absent if the model's price is unknown. */
  cost?: number
  /** The number of these beats that an earlier version of Proscenium judged, whose judgements no longer count. */
  outdated?: number
}

/** The progress of judging. */
export interface JudgeProgress {
  done: number
  of: number
}

/** The result of judging: the number of beats, the contradictions in them, and the usage. `problem`: why it ended early. */
export interface JudgeReport {
  model: string
  beats: number
  contradictions: number
  usage: Usage
  /** Beats that are not judged yet. */
  left: number
  /** What was understood of reports that were nearly right, each sentence once. */
  understood: string[]
  problem?: string
}
