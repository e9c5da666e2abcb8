import { z } from 'zod'
import { ParamValue } from '../story/play'
import { Commit } from '../contract/calls'
import { Expression, LabEnd, LabParty } from './plan'
import { MAX_SESSIONS, OWN_PARTY } from './limits'
import { COVERAGE_KINDS } from '../analysis/coverage'
import type { Share } from './report'
import { SESSION_ENDS } from './rows'

/** The most sessions that a file of tests plays. */
const MAX_TEST_SESSIONS = 10_000

/** How many sessions something must hold in: `60%` or `at least 60%`, `at most 5%`, `all` or `none`. */
const Portion = z
  .string()
  .regex(
    /^(?:all|none|(?:at (?:least|most) )?\d{1,3}(?:\.\d+)? ?%)$/,
    'must be a share of sessions such as 60%, at least 60%, at most 5%, all or none'
  )
  .default('all')

/** A bound of a part of a session: `3 scenes` or `100 beats`. */
const Within = z.string().regex(/^[1-9]\d{0,5} (?:scenes?|beats?)$/, 'must be a number of scenes or beats, such as 3 scenes')

const Limits = z.preprocess(
  (value) => (typeof value === 'number' ? { most: value } : value),
  z.strictObject({ least: z.number().min(0).optional(), most: z.number().min(0).optional() })
)

const common = { name: z.string().trim().min(1).max(200).optional(), in: Portion }
/** The kinds of things that `every` can name. */
export const EVERY = COVERAGE_KINDS.filter((kind) => kind !== 'statement' && kind !== 'word')

/** The numbers of a session that a test can limit; a single number is the most. */
export const LIMITED = ['stuck', 'beats', 'scenes', 'minutes', 'refused', 'failures', 'repeated', 'dead', 'down'] as const

/** One thing that must hold over all sessions of a file: exactly one of its kinds. */
export const Expectation = z.union([
  /** An expression of the predicate language holds after some beat of a session. */
  z.strictObject({ ...common, holds: Expression, within: Within.optional() }),
  /** An expression holds at the end of a session. */
  z.strictObject({ ...common, ends: Expression }),
  /** Each thing of a kind was exercised, in so many sessions each. */
  z.strictObject({ ...common, every: z.enum(EVERY), except: z.array(z.string()).default([]) }),
  z.strictObject({ ...common, number: z.enum(LIMITED), is: Limits }),
  /** A session ended this way. */
  z.strictObject({ ...common, ending: z.enum(SESSION_ENDS) })
])
export type Expectation = z.infer<typeof Expectation>

/** A call of a script. */
const ScriptedCall = z.strictObject({
  call: z.string().min(1),
  by: z.string().min(1),
  as: z.string().optional(),
  with: z.record(z.string(), ParamValue).default({}),
  /** The rules must refuse it. */
  refused: z.literal(true).optional()
})
/** A step of a script: a call, or an expression that must hold now. */
export const ScriptStep = z.union([ScriptedCall, z.strictObject({ expect: Expression })], {
  error: 'a step is a call with by, and with for its parameters, or expect with an expression'
})
export type ScriptStep = z.infer<typeof ScriptStep>

/** When sessions end, as in a plan, with the keys of a file. */
const TestEnd = z
  .strictObject({ story_sessions: LabEnd.shape.storySessions, beats: LabEnd.shape.beats, until: LabEnd.shape.when })
  .transform(({ story_sessions: storySessions, beats, until: when }): LabEnd => ({ storySessions, beats, ...(when === undefined ? {} : { when }) }))

/** A file in tests/: what must hold over many sessions, and sessions that are played call by call. */
export const StoryTests = z.strictObject({
  sessions: z.int().min(1).max(MAX_TEST_SESSIONS).default(100),
  seed: z.int().min(0).max(1_000_000_000).default(1),
  end: TestEnd.prefault({}),
  parties: z.array(LabParty).min(1).max(20).default([OWN_PARTY]),
  over_all: z.array(Expectation).max(200).default([]),
  scripts: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(200),
        seed: z.string().min(1).max(200).default('1'),
        steps: z.array(ScriptStep).min(1).max(2000)
      })
    )
    .max(200)
    .default([])
})
export type StoryTests = z.infer<typeof StoryTests>

/** The files of tests to run at a commit, by default all, and another number of sessions than theirs. */
export const WantedTests = z.strictObject({
  at: Commit,
  files: z.array(z.string().min(1).max(400)).max(100).optional(),
  sessions: z.int().min(1).max(MAX_SESSIONS).optional()
})
export type WantedTests = z.infer<typeof WantedTests>

/** The result of one test. */
export interface TestResult {
  file: string
  name: string
  ok: boolean
  /** What was found, in sentences: the share with its interval and what was wanted, or the step that failed and why. */
  words: string[]
  /** For tests over all sessions: the share of sessions in which it held, and whether more sessions could decide otherwise. */
  share?: Share
  close?: boolean
  /** Sessions of the file's run that are against it, at most twenty, each with the beat to look at. */
  failing: { session: number; beat: number }[]
  ms: number
}

/** The results of a campaign's tests, as far as they were run. `runs`: the run of each file that plays sessions. */
export interface TestReport {
  commit: string
  tests: TestResult[]
  runs: Record<string, string>
  /** Files that can't be read, in a sentence each, with the line of the fault where it is known. */
  problems: { file: string; message: string; line?: number }[]
}

/** The progress of tests, in sessions and scripts. */
export interface TestProgress {
  file: string
  done: number
  of: number
  /** What there is to say about workers that play, in sentences. */
  news?: string
}
