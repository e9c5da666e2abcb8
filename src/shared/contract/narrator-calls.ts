import { z } from 'zod'
import { Commit, mutation, query, Who, type Methods } from './calls'
import type { HeldBelief } from '../words/belief-words'
import type { Json } from '../base/json'
import type { MutationFault } from '../narrator/check-mutations'
import { MAX_OUTPUT_CHARACTERS } from '../narrator/json-text'
import type { NarrativeType } from '../narrator/mutations'
import type { NarrativeWeight } from '../narrator/weights'
import type { PlanViolation } from '../plans/check'
import type { PlanEvent } from '../plans/events'
import type { Beat } from '../story/play'

/** The result of a batch of mutations: the positions of the applied ones, the faults of the others, and the beat; no beat if none was applied. */
export interface AppliedMutations {
  applied: number[]
  refused: (MutationFault & { item: Json })[]
  beat?: Beat
}

/** The result of a plan: its violations, or the events of its execution; its last beat, if it made one. */
export interface PlanReport {
  violations: PlanViolation[]
  events: PlanEvent[]
  beat?: Beat
}

/** A narrative with its current weight, without its text. */
export interface WeighedNarrative extends NarrativeWeight {
  id: string
  name: string
  type: NarrativeType
  focus: number
}

/** The beliefs of one character. */
export interface WhoBelieves {
  id: string
  name: string
  beliefs: HeldBelief[]
}

/** The calls about narrators' output. */
export const narratorCalls = {
  /**
   * Applies the mutations of a narrator's output, or a list of mutations, as one beat by the designer. Invalid items are reported one by one. Throws
   * Problem `bad-input` for a text without mutations, and `dirty` if a file was changed outside.
   */
  applyMutations: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<AppliedMutations>(),
  /**
   * Validates, executes and narrates a plan in the DM's turn; Pause cancels it. A plan with violations changes nothing. Throws Problem `refused` if
   * it isn't the DM's turn, and `dirty` if a file was changed outside.
   */
  runPlan: mutation(z.object({ text: z.string().max(MAX_OUTPUT_CHARACTERS) })).returns<PlanReport>(),
  /** Every narrative, the weightiest first, at a commit; by default the current one. */
  narratives: query(z.object({ at: Commit.optional() })).returns<WeighedNarrative[]>(),
  /**
   * The beliefs of all characters, or of one, at a commit; by default the current one. Characters without beliefs are left out. Throws Problem
   * `not-found`.
   */
  beliefs: query(z.object({ of: Who.optional(), at: Commit.optional() })).returns<WhoBelieves[]>()
}
export type NarratorCalls = Methods<typeof narratorCalls>
