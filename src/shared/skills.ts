import { z } from 'zod'
import type { AbortSignalLike } from './abort'
import type { JsonObject } from './json'
import { Problem } from './problem'

/** Seconds that a skill may take if neither its plan nor its manifest says otherwise. */
export const SKILL_SECONDS = 10

/** What a skill is asked to do, as one JSON object. External skills read it from standard input. */
export interface SkillRequest {
  /** The plan's name for this use. */
  actionId: string
  skill: string
  parameters: JsonObject
  /** The parts of the state that the skill needs and may know, by name. */
  state: JsonObject
  /** The turn or run that it belongs to. */
  sessionId: string
}

/** One change of the state that an external skill asks for; `path` is a JSON Pointer into the state. */
export const SkillChange = z.strictObject({
  path: z.string().max(500),
  operation: z.enum(['Add', 'Update', 'Remove']),
  value: z.json().optional()
})
export type SkillChange = z.infer<typeof SkillChange>

/** The beat in which the changes of a skill were saved. */
export interface SavedSkill {
  /** The commit. */
  beat: string
  n: number
  subject: string
  /** How many values of the state changed, without those that the table counts for itself. */
  changes: number
}

/** What became of one use of a skill. A failed one has at least one error and no changes. */
export interface SkillResult {
  success: boolean
  output: JsonObject
  /** Changes that are still to be made. A skill in-process makes its own, so it has none. */
  stateChanges: SkillChange[]
  errors: string[]
  /** What an external skill wrote to standard error. */
  stderr?: string
  /** The beat that it made, for a skill in-process. */
  saved?: SavedSkill
  /** It failed for a reason that may be gone at once, such as a process that couldn't be started. It is tried again. */
  isTransient?: true
}

/** Something that an action of a plan can use: a tool of the DM, an action of the game, or a program beside the campaign. */
export interface Skill {
  /** Unique among all skills of a campaign. */
  readonly name: string
  readonly description: string
  /** JSON Schema of its parameters: an object. */
  readonly inputSchema: JsonObject
  /** The parts of the state that it is given, such as `quests`. A skill in-process reads the story itself. */
  readonly state: readonly string[]
  /** Seconds. */
  readonly timeoutSeconds: number
  /** External skills may run side by side; those in-process never do. */
  readonly runs: 'in-process' | 'external'
  /** Where it comes from, for people: `the table`, or the folder of a tool. */
  readonly origin: string
  /** It ends the seat's turn, so nothing can wait for it. */
  readonly endsTurn?: true
  /** Why parameters don't fit its schema, in a sentence; undefined if they do. */
  misfit(parameters: JsonObject): string | undefined
  /**
   * Does it. What goes wrong is a failed result, with sentences in `errors`; a Problem is thrown only for what no plan can help, such as a full disk. After
   * the signal an external skill ends itself and everything it started.
   */
  run(request: SkillRequest, signal: AbortSignalLike): Promise<SkillResult>
}

/** A failed use, with its reasons. */
export const failedSkill = (...errors: string[]): SkillResult => ({ success: false, output: {}, stateChanges: [], errors })

/** All skills by name, and what is wrong with those that were left out. */
export interface SkillRegistry {
  readonly skills: ReadonlyMap<string, Skill>
  readonly findings: readonly Problem[]
}

/** Puts skills together. Of two with one name the first stays, so those in-process come first; the other is a finding. */
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
