import type { Exercised, LabReport } from '../../../shared/lab/report'
import { LAB_KINDS } from '../../../shared/lab/kinds'
import { shareOf } from '../../../shared/lab/statistics'
import { factName } from '../../../shared/story/why-not'
import { questName } from '../../../shared/story/story-state'
import { own } from '../../../shared/base/json'
import type { LabWorld } from '../lab-world'
import { type ChosenSessions, FACT_SET } from './report-filter'

/** What came about in sessions: facts that were set, quests by their statuses, and story events that were over. `times`: in all of them together. */
interface Came {
  kind: 'fact' | 'quest' | 'event-over'
  id: string
  status: string
  n: number
  times: number
  first: number
}

/** What came about, what the most sessions had first. */
export const cameAbout = (chosen: ChosenSessions): Promise<Came[]> =>
  chosen.ask(
    `SELECT kind, id, status, count(*) AS n, sum(times) AS times, median("first") AS "first" FROM
     (SELECT session, kind, id, if(kind = 'quest', "value", '') AS status, count(*) AS times, min(beat) AS "first" FROM outcome
      WHERE kind IN ('fact', 'quest', 'event-over') AND (kind <> 'fact' OR ${FACT_SET}) AND ${chosen.some} GROUP BY ALL)
     GROUP BY ALL ORDER BY n DESC, kind, id, status`
  )

/** What sessions exercised and facts that they set, by kind; within a kind what the fewest sessions did first. */
export async function exercisedOf(
  chosen: ChosenSessions,
  came: Promise<readonly Came[]>,
  world: Promise<LabWorld>,
  sessions: number
): Promise<Exercised[]> {
  const rows = await chosen.ask<{ kind: string; id: string; n: number; times: number; first: number }>(
    `SELECT kind, id, count(*) AS n, sum(times) AS times, median("first") AS "first" FROM exercise WHERE ${chosen.some} GROUP BY ALL`
  )
  const facts = (await came).filter(({ kind }) => kind === 'fact')
  const known = new Map([...rows, ...facts].map((row) => [`${row.kind} ${row.id}`, row]))
  const { subjects } = await world
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
export async function actionsOf(chosen: ChosenSessions, world: Promise<LabWorld>, sessions: number): Promise<LabReport['actions']> {
  const offers = await chosen.ask<{ action: string; offered: number; taken: number; n: number }>(
    `SELECT action, sum(offered) AS offered, sum(taken) AS taken, count(*) FILTER (offered > 0) AS n FROM offer WHERE ${chosen.some} GROUP BY action`
  )
  const refusals = await chosen.ask<{ action: string; n: number }>(
    `SELECT action, count(*) AS n FROM action WHERE NOT ok AND ${chosen.some} GROUP BY action`
  )
  const [offerOf, refusedOf] = [new Map(offers.map((one) => [one.action, one])), new Map(refusals.map(({ action, n }) => [action, n]))]
  const { game } = await world
  const { entry_actions, combat_actions, dm_actions, npc_actions } = game.manifest
  const granted = [...Object.values(game.equipment), ...Object.values(game.conditions)].flatMap(({ grants = [] }) => grants)
  // Any other action of the game only follows others.
  const offerable = new Set([...entry_actions, ...combat_actions, ...dm_actions, ...npc_actions, ...granted].filter((id) => own(game.actions, id)))
  const part = ({ offered, taken }: { offered: number; taken: number }): number => (offered === 0 ? -1 : taken / offered)
  const tried = [...new Set([...offerOf.keys(), ...refusedOf.keys()])].filter((id) => (offerOf.get(id)?.taken ?? 0) > 0 || refusedOf.has(id))
  return [...new Set([...offerable, ...tried])]
    .map((action) => {
      const { offered = 0, taken = 0, n = 0 } = offerOf.get(action) ?? {}
      const mark = { kind: 'offered' as const, action }
      return { action, offered, taken, refused: refusedOf.get(action) ?? 0, sessions: shareOf(n, sessions), mark }
    })
    .toSorted((a, b) => part(a) - part(b) || (a.action < b.action ? -1 : 1))
}

/** Facts that were set, quests by their statuses, and story events that were over; what the most sessions had first. */
export function outcomesOf(came: readonly Came[], world: LabWorld, sessions: number): LabReport['outcomes'] {
  return came.map(({ kind, id, status, n, first }) => {
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

/** Failures of rules by their places, those of the most sessions first, each with the first session that met it. */
export async function failuresOf(chosen: ChosenSessions, sessions: number): Promise<LabReport['failures']> {
  const rows = await chosen.ask<{ where: string; n: number; problem: string; session: number; beat: number }>(
    `SELECT place_in_rules AS "where", count(DISTINCT session) AS n, arg_min(problem, (session, beat)) AS problem, min(session) AS session,
     arg_min(beat, (session, beat)) AS beat FROM action WHERE NOT ok AND place_in_rules <> '' AND ${chosen.some} GROUP BY place_in_rules ORDER BY n DESC, 1`
  )
  return rows.map(({ where, n, ...first }) => ({ label: where, where, ...first, share: shareOf(n, sessions), mark: { kind: 'failure', where } }))
}
