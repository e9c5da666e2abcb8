import { z } from 'zod'
import { Commit, mutation, query, Who, type Methods } from './calls'
import type { HeldBelief } from './belief-words'
import type { Json } from './json'
import type { MutationFault } from './narrator/check-mutations'
import { MAX_OUTPUT_CHARACTERS } from './narrator/json-text'
import type { NarrativeType } from './narrator/mutations'
import type { NarrativeWeight } from './narrator/weights'
import type { PlanViolation } from './plans/check'
import type { PlanEvent } from './plans/events'
import type { Beat } from './play'

/** What became of a batch of mutations: the positions of those applied, why the others weren't, and the beat; no beat if none was applied. */
export interface AppliedMutations {
  applied: number[]
  refused: (MutationFault & { item: Json })[]
  beat?: Beat
}

/** What became of a plan: what is wrong with it, or what happened while it was done; its last beat, if it made one. */
export interface PlanReport {
  violations: PlanViolation[]
  events: PlanEvent[]
  beat?: Beat
}

/** A narrative with how much it matters now, without its text. */
export interface WeighedNarrative extends NarrativeWeight {
  id: string
  name: string
  type: NarrativeType
  focus: number
}

/** What one character believes. */
export interface WhoBelieves {
  id: string
  name: string
  beliefs: HeldBelief[]
}

/** The calls about what narrators answer. */
export const narratorCalls = {
  /**
   * Applies the mutations of a narrator's output, or a list of mutations, as one beat by the designer. Items that can't be applied are reported one by one.
   * Throws Problem: `bad-input` for a text that holds no mutations, `dirty` if a file was changed outside.
   */
  applyMutations: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<AppliedMutations>(),
  /**
   * Has a plan checked and done in the DM's turn, and narrated; Pause cancels it. A plan with violations changes nothing. Throws Problem: `refused` if it isn't
   * the DM's turn, `dirty` if a file was changed outside.
   */
  runPlan: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<PlanReport>(),
  /** Every narrative, the weightiest first; now if no commit is named. */
  narratives: query(z.object({ at: Commit.optional() })).returns<WeighedNarrative[]>(),
  /** What everybody believes, or one character; who has no beliefs is left out. Now if no commit is named. Throws Problem `not-found`. */
  beliefs: query(z.object({ of: Who.optional(), at: Commit.optional() })).returns<WhoBelieves[]>()
}
export type NarratorCalls = Methods<typeof narratorCalls>
