import { z } from 'zod'
import type { Branch } from '../table/present'
import { Commit, query, type Methods, mutation } from './calls'

const MAX_EDITS = 500

/** One way to decide a conflict. */
export interface TodayChoice {
  id: string
  words: string
}

/** Something on which the story's state and the world differ, and the ways to decide it. `preselected`: the id of the sensible choice. */
export interface TodayConflict {
  id: string
  words: string
  choices: TodayChoice[]
  preselected: string
}

/** An edit in words. */
export interface EditNamed {
  commit: string
  n: number
  label: string
}

/** What a beat or branch would get: the edits, and the conflicts to decide first. */
export interface TodayWorld {
  /** The commit that gets them: the beat, or the branch's last one. */
  at: string
  edits: EditNamed[]
  /** Edits of the beat's own branch that today's world doesn't have. They are taken back. */
  takenBack: EditNamed[]
  conflicts: TodayConflict[]
}

/** Edits on one branch that another lacks. */
export interface MissingEdits {
  from: string
  to: string
  edits: EditNamed[]
}

const BranchName = z.string().min(1).max(200)
/** The ids of choices by the ids of conflicts. */
const Choices = z
  .record(z.string().max(1000), z.string().max(300))
  .refine((all) => Object.keys(all).length <= 2000)
  .default({})
export type Choices = z.infer<typeof Choices>

/** A beat, and the commit whose world it gets. */
const Restart = z.object({ at: Commit, today: Commit, choices: Choices })
/** Edits of other branches by their commits, and the branch that gets them. */
const Bring = z.object({ edits: z.array(Commit).min(1).max(MAX_EDITS), to: BranchName, choices: Choices })

/** The calls that bring what was edited to other beats and branches. */
export const todayCalls = {
  /** The edits that a branch from a beat with today's world would get, and their conflicts. Throws Problem `refused`. */
  todayAt: query(Restart).returns<TodayWorld>(),
  /**
   * Makes that branch in one commit and switches to it. Throws Problem `refused` while a turn is played or if a conflict is undecided (data.conflicts);
   * `conflict` if today's world has changed since; `dirty`. Then nothing has changed.
   */
  restartToday: mutation(Restart.extend({ name: BranchName.optional() })).returns<Branch>(),
  /** What a branch would get from these edits. Throws Problem `not-found`, `refused`. */
  bringing: query(Bring).returns<TodayWorld>(),
  /** Makes these edits on a branch as one beat and switches to it. Throws as `restartToday` does; then nothing has changed. */
  bringEdits: mutation(Bring).returns<Branch>(),
  /** The edits that the current branch lacks and another has, and those that another lacks, by branch. */
  missingEdits: query().returns<MissingEdits[]>()
}
export type TodayCalls = Methods<typeof todayCalls>
