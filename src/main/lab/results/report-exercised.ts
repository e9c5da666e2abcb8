import type { Exercised, LabReport } from '../../../shared/lab/report'
import { LAB_KINDS } from '../../../shared/lab/kinds'
import { OUTCOME_KINDS } from '../../../shared/lab/rows'
import { shareOf } from '../../../shared/lab/statistics'
import { factName } from '../../../shared/story/why-not'
import { questName } from '../../../shared/story/story-state'
import { own } from '../../../shared/base/json'
import type { LabWorld } from '../lab-world'
import type { RunCounts } from './counts'

/** What sessions exercised and facts that they set, by kind; within a kind what the fewest sessions did first. */
export function exercisedOf({ exercised, came }: RunCounts, { subjects }: LabWorld, sessions: number): Exercised[] {
  const facts = came.filter(({ kind }) => kind === 'fact')
  const known = new Map([...exercised, ...facts].map((row) => [`${row.kind} ${row.id}`, row]))
  return subjects
    .flatMap(({ kind, id, label, place }): Exercised[] => {
      const row = known.get(`${kind} ${id}`)
      if (!row) return []
      const mark = { kind: 'exercised' as const, of: kind, id }
      return [{ kind, id, label, place, times: row.times, firstBeat: Math.round(row.first), share: shareOf(row.n, sessions), mark }]
    })
    .toSorted((a, b) => LAB_KINDS.indexOf(a.kind) - LAB_KINDS.indexOf(b.kind) || a.share.count - b.share.count)
}

/** The game's actions that can be offered, and of the table's own those that a seat took or tried: first those never offered, then those never taken, and then by the part of the offers that was taken. */
export function actionsOf(counts: RunCounts, { game }: LabWorld, sessions: number): LabReport['actions'] {
  const [offered, taken, refused] = [counts.offered, counts.taken, counts.refused].map((rows) => new Map(rows.map((one) => [one.action, one])))
  const { entry_actions, combat_actions, dm_actions, npc_actions } = game.manifest
  const granted = [...Object.values(game.equipment), ...Object.values(game.conditions)].flatMap(({ grants = [] }) => grants)
  // Any other action of the game only follows others.
  const offerable = new Set([...entry_actions, ...combat_actions, ...dm_actions, ...npc_actions, ...granted].filter((id) => own(game.actions, id)))
  const part = ({ offered, taken }: { offered: number; taken: number }): number => (offered === 0 ? -1 : taken / offered)
  return [...new Set([...offerable, ...counts.taken.map(({ action }) => action), ...counts.refused.map(({ action }) => action)])]
    .map((action) => {
      const times = (rows: typeof offered): number => rows?.get(action)?.times ?? 0
      const mark = { kind: 'offered' as const, action }
      const share = shareOf(offered?.get(action)?.n ?? 0, sessions)
      return { action, offered: times(offered), taken: times(taken), refused: times(refused), sessions: share, mark }
    })
    .toSorted((a, b) => part(a) - part(b) || (a.action < b.action ? -1 : 1))
}

/** Facts that were set, quests by their statuses, and story events that were over; what the most sessions had first. */
export function outcomesOf({ came }: RunCounts, world: LabWorld, sessions: number): LabReport['outcomes'] {
  return came.toSorted(byCount).map(({ kind, id, status, n, first }) => {
    const share = shareOf(n, sessions)
    const firstBeat = Math.round(first)
    switch (kind) {
      case 'fact':
        return { of: 'fact', id, label: factName(id, world.lore.facts), share, firstBeat, mark: { kind: 'exercised', of: 'fact', id } }
      case 'quest':
        return {
          of: 'quest',
          id,
          label: `${questName(own(world.state.quests, id), id)}: ${status}`,
          share,
          firstBeat,
          mark: { kind: 'outcome', of: 'quest', id, value: status }
        }
      default:
        return { of: 'event', id, label: world.eventName(id), share, firstBeat, mark: { kind: 'outcome', of: 'event-over', id } }
    }
  })
}

type Came = RunCounts['came'][number]
/** What the most sessions had comes first. */
const byCount = (a: Came, b: Came): number =>
  b.n - a.n || OUTCOME_KINDS.indexOf(a.kind) - OUTCOME_KINDS.indexOf(b.kind) || (`${a.id}\n${a.status}` < `${b.id}\n${b.status}` ? -1 : 1)

/** Failures of rules by their places, those of the most sessions first, each with the first session that met it. */
export const failuresOf = ({ failures }: RunCounts, sessions: number): LabReport['failures'] =>
  failures.map(({ n, ...first }) => ({ label: first.where, ...first, share: shareOf(n, sessions), mark: { kind: 'failure', where: first.where } }))
