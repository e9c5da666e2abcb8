import { z } from 'zod'
import { Problem } from '../../shared/base/problem'
import { type LabComparison, Versus, type VersusProgress } from '../../shared/lab/comparison'
import { CONFIDENCE, isNarrow, looksOf } from '../../shared/lab/statistics'
import { differenceIn } from './compare'
import type { Work } from './experiment'
import type { Lab } from './lab'

/** The runs of both sides. */
const Kept = z.object({ a: z.string().optional(), b: z.string().optional() })
type Kept = z.infer<typeof Kept>

/** The fewest sessions of which a quarter is played by both sides before the rest, so that a comparison that is stopped has pairs. */
const FIRST_QUARTER = 20

/** After how many pairs B follows A, and the confidence of all intervals. Only a comparison that watches something looks, and may end, at each. */
const stepsOf = ({ plan: { sessions }, narrow }: Versus): ReturnType<typeof looksOf> =>
  narrow ? looksOf(sessions) : { pairs: sessions < FIRST_QUARTER ? [sessions] : [Math.ceil(sessions / 4), sessions], confidence: CONFIDENCE }

/**
 * Plays two sides on the same seeds and compares them in pairs, until the interval of what is watched is narrow enough at a look, or all sessions are
 * played. Both runs stay when it is stopped, and it goes on with them.
 */
export const comparisons = (lab: Lab): Work<Versus, VersusProgress, LabComparison, Kept> => ({
  name: 'A comparison',
  input: Versus,
  kept: Kept,
  nothing: {},
  async play(versus, { kept, keep, tell, stop, queue }) {
    const { plan, narrow } = versus
    const steps = stepsOf(versus)
    const ids = { ...kept }
    const played = { a: 0, b: 0 }
    for (const pairs of steps.pairs) {
      for (const side of ['a', 'b'] as const) {
        const { name, commit, parties } = versus[side]
        const run = lab.runs().find(({ id }) => id === ids[side])
        if (run) played[side] = run.done
        if (run && run.done >= pairs) continue
        const { id } = run
          ? await lab.resume(run.id, { until: pairs, queue })
          : await lab.begin({ ...plan, ...(parties ? { parties } : {}), name }, commit, [], { until: pairs, queue })
        ids[side] = id
        keep({ ...ids })
        for await (const { done, beatsPerSecond, news } of lab.watch(id, stop))
          tell({ side, ...played, [side]: done, of: plan.sessions, beatsPerSecond, ...(news === undefined ? {} : { news }) })
        if (stop.aborted) await lab.stop(id)
        const { done, problem } = lab.run(id)
        played[side] = done
        if (done < pairs) throw new Problem('refused', problem?.message ?? 'A side was stopped.', problem ? {} : { stopped: true })
      }
      const isLast = pairs === steps.pairs.at(-1)
      if (narrow && !isLast && isNarrow(differenceIn(await lab.compare(ids.a ?? '', ids.b ?? '', steps.confidence), narrow.on), narrow.width)) return
    }
  },
  async answer(versus, { a, b }) {
    const sides = lab.runs().filter(({ id, done }) => (id === a || id === b) && done > 0)
    if (a === undefined || b === undefined || sides.length < 2) return undefined
    return lab.compare(a, b, stepsOf(versus).confidence)
  }
})
