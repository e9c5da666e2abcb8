import { z } from 'zod'

/** What a text can be at odds with: see `CONTRADICTIONS` in contradiction-words.ts. */
export const ContradictionKind = z.enum(['voice', 'harm', 'thing', 'player', 'way', 'secret', 'repeat'])
export type ContradictionKind = z.infer<typeof ContradictionKind>

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
  source: FactSource
})
export type Contradiction = z.infer<typeof Contradiction>

/** The contradictions of one beat, with its commit, its number and the scene in which it is told. */
export interface BeatContradictions {
  commit: string
  beat: number
  scene: string
  found: Contradiction[]
}
