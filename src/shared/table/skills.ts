import { z } from 'zod'
import type { AbortSignalLike } from '../base/abort'
import type { JsonObject } from '../base/json'
import { Problem } from '../base/problem'

/** The default time limit of a skill, in seconds. */
export const SKILL_SECONDS = 10

/** A request to a skill, as one JSON object. External skills read it from standard input. */
export interface SkillRequest {
  /** The plan's name for this use. */
  actionId: string
  skill: string
  parameters: JsonObject
  /** The parts of the state that the skill needs and is allowed to see, by name. */
  state: JsonObject
  /** The turn or run that the request belongs to. */
  sessionId: string
}

/** Who made a change: the tool beside the campaign, and the campaign time of its beat (ISO 8601). Proscenium writes it, whatever the tool says. */
export const Provenance = z.strictObject({ tool: z.string(), timestamp: z.string() })
export type Provenance = z.infer<typeof Provenance>

/** One change of the state that an external skill requests; `path` is a JSON Pointer into the state. */
export const SkillChange = z.strictObject({
  path: z.string().max(500),
  operation: z.enum(['Add', 'Update', 'Remove']),
  value: z.json().optional(),
  provenance: Provenance.optional()
})
export type SkillChange = z.infer<typeof SkillChange>

/** The beat that contains a skill's changes. */
export interface SavedSkill {
  /** The commit. */
  beat: string
  n: number
  subject: string
  /** The number of changed values in the state, without the table's own counters. */
  changes: number
  /** For an external skill, whose changes they are. */
  provenance?: Provenance
}

/** The result of one use of a skill. A failed one has at least one error and no changes. */
export interface SkillResult {
  success: boolean
  output: JsonObject
  /** Changes to apply. An in-process skill applies its own, so it has none. */
  stateChanges: SkillChange[]
  errors: string[]
  /** The standard error of an external skill. */
  stderr?: string
  /** What was understood of an external skill's answer that was nearly right, in sentences. */
  understood?: string
  /** The beat that an in-process skill made. */
  saved?: SavedSkill
  /** The reason for the failure may be temporary, such as a process that couldn't be started. The skill is tried again. */
  isTransient?: true
}

/** A capability that a plan's action can use: a tool of the DM, an action of the game, or a program beside the campaign. */
export interface Skill {
  /** Unique among all skills of a campaign. */
  readonly name: string
  readonly description: string
  /** JSON Schema of its parameters: an object. */
  readonly inputSchema: JsonObject
  /** The parts of the state that it receives, such as `quests`. An in-process skill reads the story itself. */
  readonly state: readonly string[]
  /** The time limit in seconds. */
  readonly timeoutSeconds: number
  /** External skills may run in parallel; in-process ones never do. */
  readonly runs: 'in-process' | 'external'
  /** Its source, as shown to users: `the table`, or the folder of a tool. */
  readonly origin: string
  /** It ends the seat's turn, so nothing can depend on it. */
  readonly endsTurn?: true
  /** Why parameters don't fit its schema, in a sentence; undefined if they do. */
  misfit(parameters: JsonObject): string | undefined
  /**
   * Runs it. A failure is a failed result with sentences in `errors`; a Problem is thrown only when no plan could help, such as for a full disk.
   * After the signal an external skill ends with all its child processes.
   */
  run(request: SkillRequest, signal: AbortSignalLike): Promise<SkillResult>
}

/** A failed use, with its reasons. */
export const failedSkill = (...errors: string[]): SkillResult => ({ success: false, output: {}, stateChanges: [], errors })

/** All skills by name, and the faults of those that were left out. */
export interface SkillRegistry {
  readonly skills: ReadonlyMap<string, Skill>
  readonly findings: readonly Problem[]
}

/** Collects skills. The first of equal names wins, so in-process skills come first; the other becomes a finding. */
export function skillRegistry(all: Iterable<Skill>): SkillRegistry {
  const skills = new Map<string, Skill>()
  const findings: Problem[] = []
  for (const skill of all) {
    const first = skills.get(skill.name)
    if (first) findings.push(clash(skill, first))
    else skills.set(skill.name, skill)
  }
  return { skills, findings }
}

function clash({ name, origin }: Skill, first: Skill): Problem {
  const words = `${origin} has a skill "${name}", but ${first.origin} has a skill of that name already, so it can't be used. Rename the one in ${origin}.`
  return new Problem('bad-file', words, { file: origin, skill: name })
}
