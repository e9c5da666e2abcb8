import { availableParallelism } from 'node:os'
import type { AbortSignalLike } from '../../shared/base/abort'
import type { Json } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { LabPlan } from '../../shared/lab/plan'
import type { SessionRows } from '../../shared/lab/rows'
import type { CurvePoint, LabSolution, LabTarget, NumberPath, SolveProgress } from '../../shared/lab/solution'
import { shareOf } from '../../shared/lab/statistics'
import { parseYaml, splice } from '../campaign/yaml-splice'
import type { LabMaterial } from './material'
import { type Player, startPlayer } from './player'

const MAX_PLAYERS = 8
/** The name of the value that tells whether the goal holds. */
const GOAL = 'goal'

/** The number at a path. Throws Problem `bad-input`. */
export function numberAt({ files }: Pick<LabMaterial, 'files'>, { path, keys }: NumberPath): number {
  const bytes = files.get(path)
  if (!bytes) throw new Problem('bad-input', `There is no file ${path} in this campaign. Name a YAML file of the rules or the world.`)
  let value: Json | undefined = parseYaml(Buffer.from(bytes).toString('utf8'), path)
  for (const key of keys)
    value = typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, Json>)[key] : undefined
  if (typeof value !== 'number') throw new Problem('bad-input', `${path} has no number at ${keys.join(' → ')}. Name the keys that lead to one.`)
  return value
}

/** The text of a file with another number at a path; all other bytes stay. */
export const withNumber = (text: string, { keys }: NumberPath, value: number): string => splice(text, [{ keys: [...keys], to: value }])

/**
 * Looks for the value of a number with which a goal is reached in a share of sessions: tries both ends, then always the middle of those between which
 * the share passes the target, each with the same seeds. Throws Problem `bad-input`, `refused` when stopped.
 */
export async function solve(
  material: LabMaterial,
  target: LabTarget,
  tell: (at: SolveProgress) => void,
  stop?: AbortSignalLike
): Promise<LabSolution> {
  const now = numberAt(material, target.of)
  const steps = Math.floor((target.most - target.least) / target.step + 1e-9)
  if (steps < 1) throw new Problem('bad-input', 'The largest value must be at least one step above the least one.')
  const valueOf = (i: number): number => Number((target.least + i * target.step).toFixed(9))
  const points = new Map<number, CurvePoint>()
  const shareAt = async (i: number): Promise<number> => {
    const known = points.get(i)
    if (known) return known.share.share
    const value = valueOf(i)
    const point = { value, share: await shareWith(material, target, value, (done) => tell({ value, done, of: target.plan.sessions }), stop) }
    points.set(i, point)
    return point.share.share
  }
  let [low, high] = [0, steps]
  const rises = (await shareAt(high)) > (await shareAt(low))
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((await shareAt(middle)) < target.target === rises) low = middle
    else high = middle
  }
  const tried = [...points.entries()].toSorted(([a], [b]) => a - b).map(([, point]) => point)
  const best = tried.toSorted((a, b) => Math.abs(a.share.share - target.target) - Math.abs(b.share.share - target.target))[0]
  if (!best) throw new Error('No value was tried.')
  return {
    now,
    best,
    isReached: best.share.low <= target.target && target.target <= best.share.high,
    points: tried,
    sessions: tried.length * target.plan.sessions
  }
}

/** The share of a plan's sessions that reach the goal with a value. */
async function shareWith(
  material: LabMaterial,
  target: LabTarget,
  value: number,
  tell: (done: number) => void,
  stop?: AbortSignalLike
): Promise<CurvePoint['share']> {
  const { goal, of, plan } = target
  const text = Buffer.from(material.files.get(of.path) ?? []).toString('utf8')
  const files = new Map(material.files).set(of.path, Buffer.from(withNumber(text, of, value)))
  const watched = LabPlan.parse({ ...plan, watch: 'holds' in goal ? [{ name: GOAL, expression: goal.holds }] : [] })
  const isReached = ({ session, value: values }: SessionRows): boolean =>
    'holds' in goal ? values.some((row) => row.name === GOAL && row.value !== 0) : session.ending === goal.ending
  let [next, done, reached] = [0, 0, 0]
  const players: Player[] = []
  const playInTurn = async (): Promise<void> => {
    const player = await startPlayer({ material: { ...material, files }, plan: watched })
    players.push(player)
    for (let session = next++; session < plan.sessions; session = next++) {
      if (isReached(await player.play(session))) reached++
      tell(++done)
      if (stop?.aborted) throw new Problem('refused', 'The search was stopped. Nothing was changed.')
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(MAX_PLAYERS, availableParallelism(), plan.sessions) }, playInTurn))
  } finally {
    for (const player of players) player.close()
  }
  return shareOf(reached, plan.sessions)
}
