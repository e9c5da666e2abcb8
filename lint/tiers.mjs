// Which tests `npm test` (the gate) runs, and which only `npm run test:all` runs. The tiers themselves are data: `tiers.json`.
import { readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const LINT_FOLDER = dirname(fileURLToPath(import.meta.url))

/**
 * @typedef {'gate' | 'all'} Tier
 *
 * @typedef {object} TestFile A file whose tests differ between the tiers, or that takes long. Any other file is in both tiers with all its tests.
 * @property {false | string[]} [gate] False: no test of the file is in the gate. Otherwise the titles of those that are.
 * @property {Record<string, Record<Tier, number>>} [sizes] Numbers that the file's tests use, such as how many seeds they play.
 * @property {Partial<Record<Tier, number>>} [seconds] What the file takes on a machine with two processors and nothing else to do; where `all` is missing, it is about the gate's.
 * @property {string} [reason] Why the gate has less.
 */

/** `seconds` is the sum of all files' seconds, by tier and suite. @type {{ seconds: Record<Tier, Record<string, number>>, files: Record<string, TestFile> }} */
export const TIERS = JSON.parse(readFileSync(join(LINT_FOLDER, 'tiers.json'), 'utf8'))

/** The tier of this run: the gate, unless TIER is "all". @type {Tier} */
export const tier = process.env.TIER === 'all' ? 'all' : 'gate'

/** The files that this run leaves out, as paths from the repository's root. */
export const filesLeftOut = () => (tier === 'all' ? [] : Object.keys(TIERS.files).filter((file) => TIERS.files[file].gate === false))

const escaped = (text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

/** Matches what Playwright's `grep` compares (project, file in e2e/, titles) for the tests that this run leaves out of files with only some in the gate. */
export function testsLeftOut({ files } = TIERS, of = tier) {
  const split = Object.entries(files).filter(([file, { gate }]) => file.startsWith('e2e/') && Array.isArray(gate))
  if (of === 'all') return []
  return split.map(([file, { gate }]) => new RegExp(`^\\S* ${escaped(file.slice('e2e/'.length))} (?!.*(?:${gate.map(escaped).join('|')})(?: @.*)?$)`))
}

/** A number that the tests of a file use in this tier. `file` is the file's absolute path. */
export function sizeOf(file, name) {
  const path = relative(dirname(LINT_FOLDER), file).split(sep).join('/')
  const sizes = TIERS.files[path]?.sizes?.[name]
  if (sizes === undefined) throw new Error(`lint/tiers.json has no size "${name}" for ${path}.`)
  return sizes[tier]
}

/**
 * A file is reported only above this many times its seconds and these seconds more: on a busy machine shares shift, and the first files of a run also wait
 * for what all files share (the transformed modules, the browser's first start).
 */
const MAX_SHARE = 3
const SHARED_START_SECONDS = 20
/** What a file takes at most if the tiers name no seconds for it. */
const SMALL_FILE_SECONDS = 6

/**
 * One sentence for each file that takes more than its share of a suite's time. Only shares are compared, so a slow or busy machine changes nothing.
 * @param {string} suite "unit" or "e2e".
 * @param {{ file: string, seconds: number }[]} files Every file of the run.
 */
export function aboveShare(suite, files, tiers = TIERS) {
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
  const budget = tiers.seconds[tier][suite]
  return files.flatMap(({ file, seconds }) => {
    const { seconds: known } = tiers.files[file] ?? {}
    const own = known?.[tier] ?? known?.gate ?? SMALL_FILE_SECONDS
    const isAbove = seconds / total > (MAX_SHARE * own + SHARED_START_SECONDS) / budget
    const share = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`
    return isAbove
      ? `${file} took ${share(seconds, total)} of the ${suite} tests' time, far more than its ${share(own, budget)}. Make it cheaper, move a part to the tier "all", or raise its seconds in lint/tiers.json.`
      : []
  })
}
