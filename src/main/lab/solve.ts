import { z } from 'zod'
import type { AbortSignalLike } from '../../shared/base/abort'
import { Problem } from '../../shared/base/problem'
import { LabPlan } from '../../shared/lab/plan'
import type { LabProgress } from '../../shared/lab/report'
import type { SessionRows } from '../../shared/lab/rows'
import { CurvePoint, isExact, type LabSolution, type LabTarget, Search, type SolveProgress } from '../../shared/lab/solution'
import { shareOf } from '../../shared/lab/statistics'
import { exactShare } from './exact'
import type { Work } from './experiment'
import type { Lab } from './lab'
import { numberAt, withChange } from './numbers'
import type { Players } from './player'
import { Playing } from './playing'

/** The name of the value that tells whether the goal holds. */
const GOAL = 'goal'

/** The most values whose exact odds are computed. */
const MAX_EXACT = 500

/** The number as it is, and the values that were tried, ascending. */
const Tried = z.object({ now: z.number(), points: z.array(CurvePoint) })
type Tried = z.infer<typeof Tried>

/** The search for a value, among the experiments of a campaign. */
export const searches = (lab: Lab): Work<Search, SolveProgress, LabSolution, Tried> => ({
  name: 'A search',
  input: Search,
  kept: Tried,
  nothing: { now: 0, points: [] },
  play: (search, on) => solve(lab, search, on),
  answer: ({ target }, tried) => Promise.resolve(solutionOf(target, tried))
})

/**
 * Looks for the value of a number with which a goal is reached in a share of sessions: tries both ends and the quarters, each with the same seeds, then
 * always the middle of two neighbours between which the share passes the target. Exact odds are computed for every value. `kept`: the values that were
 * tried before. Throws Problem `bad-input`, `not-found`, and once it is stopped.
 */
async function solve(
  lab: Lab,
  { target, at }: Search,
  { kept, keep, tell, stop, queue }: Parameters<Work<Search, SolveProgress, LabSolution, Tried>['play']>[1]
): Promise<void> {
  const { of, least, most, step, goal, plan } = target
  const material = lab.material(at)
  const now = numberAt(material, of)
  const steps = Math.floor((most - least) / step + 1e-9)
  if (steps < 1) throw new Problem('bad-input', 'The largest value must be at least one step above the least one.')
  const exact = isExact(goal) ? goal : undefined
  if (exact && steps >= MAX_EXACT)
    throw new Problem('bad-input', `These are ${steps + 1} values. Choose a larger step, for at most ${MAX_EXACT} of them.`)
  let { points } = kept
  /** How far the share with a value is above the target. */
  const above = async (i: number): Promise<number> => {
    const value = Number((least + i * step).toFixed(9))
    const known = points.find((point) => point.value === value)
    if (known) return known.share.share - target.target
    const change = { of, value }
    const changed = withChange(material, change)
    const share = exact
      ? await exactShare(changed, exact, stop)
      : await shareWith(
          target,
          (plan) => lab.players(at, { material: changed, plan }, queue, change),
          ({ done, news }) => tell({ value, done, of: plan.sessions, points, ...(news === undefined ? {} : { news }) }),
          stop
        )
    points = [...points, { value, share }].toSorted((a, b) => a.value - b.value)
    keep({ now, points })
    return share.share - target.target
  }
  const first = exact ? [...Array(steps + 1).keys()] : [...new Set([0, 1, 2, 3, 4].map((quarter) => Math.round((quarter * steps) / 4)))]
  for (const i of first) await above(i)
  const passes = async (i: number, next: number): Promise<boolean> => (await above(i)) * (await above(next)) <= 0
  for (const [n, i] of first.slice(0, -1).entries()) {
    let [low, high] = [i, first[n + 1] ?? i]
    if (!(await passes(low, high))) continue
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (await passes(low, middle)) high = middle
      else low = middle
    }
    break
  }
}

/** What values that were tried say; undefined if there are none. */
function solutionOf({ target, goal, plan }: LabTarget, { now, points }: Tried): LabSolution | undefined {
  const best = points.toSorted((a, b) => Math.abs(a.share.share - target) - Math.abs(b.share.share - target))[0]
  if (!best) return undefined
  const isCounted = isExact(goal)
  const isBetween = points.some(({ share }) => share.share <= target) && points.some(({ share }) => share.share >= target)
  return {
    now,
    best,
    isReached: isCounted ? isBetween : best.share.low <= target && target <= best.share.high,
    points,
    sessions: isCounted ? 0 : points.length * plan.sessions
  }
}

/** The share of a plan's sessions that reach the goal. */
async function shareWith(
  { goal, plan }: LabTarget,
  players: (plan: LabPlan) => Promise<Players>,
  tell: (progress: LabProgress) => void,
  stop: AbortSignalLike
): Promise<CurvePoint['share']> {
  const watched = LabPlan.parse({ ...plan, watch: 'holds' in goal ? [{ name: GOAL, expression: goal.holds }] : [] })
  const isReached = ({ session, value: values }: SessionRows): boolean =>
    'holds' in goal ? values.some((row) => row.name === GOAL && row.value !== 0) : 'ending' in goal && session.ending === goal.ending
  let reached = 0
  const add = (all: readonly SessionRows[]): Promise<void> => {
    reached += all.filter(isReached).length
    return Promise.resolve()
  }
  const playing = new Playing('', watched, await players(watched), { add }, [])
  for await (const progress of playing.watch(stop)) tell(progress)
  if (stop.aborted) await playing.stop()
  if ((await playing.over) === 'stopped') throw new Problem('refused', 'The search was stopped.', { stopped: true })
  return shareOf(reached, plan.sessions)
}
