import { setImmediate } from 'node:timers/promises'
import type { AbortSignalLike } from '../../shared/base/abort'
import { own } from '../../shared/base/json'
import { Problem } from '../../shared/base/problem'
import { LabPlan } from '../../shared/lab/plan'
import type { Share } from '../../shared/lab/report'
import type { ExactGoal } from '../../shared/lab/solution'
import { evaluate, isTruthy } from '../../shared/predicate/evaluate'
import { parse } from '../../shared/predicate/parse'
import { partsOf } from '../../shared/predicate/parts'
import type { Game } from '../../shared/story/game'
import type { GameState } from '../../shared/story/state'
import { listed } from '../../shared/words/labels'
import { execute } from '../engine/actions'
import { checkParams } from '../engine/params'
import { party } from '../engine/people'
import { chanceOf, counts } from '../odds/count'
import { worseOff } from '../odds/harm'
import { travelling } from '../odds/journeys'
import { between as whileYielding } from '../odds/outcomes'
import { numberOf } from '../odds/ratio'
import { callsOf, atJourneyStart } from '../odds/suppose'
import type { LabMaterial } from './material'
import { rowChance } from './results/report-rolls'
import { Sessions } from './session'

/** What there are exact odds of: the chance, or why it can't be counted. */
type Odds = Generator<undefined, number | { why: string }>

/** The exact odds of a goal that one call decides. Throws Problem `not-found`, `bad-input`, `refused` if the rules can't be counted, or when stopped. */
export async function exactShare(material: LabMaterial, goal: ExactGoal, stop: AbortSignalLike): Promise<Share> {
  const sessions = await Sessions.load(material, LabPlan.parse({}))
  try {
    const { state, game } = sessions.story('1').snapshot
    const odds = await whileYielding(
      'table' in goal ? rowOdds(game, goal) : 'action' in goal ? actionOdds(state, game, goal) : journeyOdds(state, game, goal),
      setImmediate,
      stop
    )
    if (typeof odds !== 'number')
      throw new Problem('refused', `This goal has no exact odds: ${odds.why.replace(/\.$/, '')}. Name a goal of sessions.`)
    return { count: 0, of: 0, share: odds, low: odds, high: odds }
  } finally {
    sessions.dispose()
  }
}

// oxlint-disable-next-line require-yield -- a table's roll is counted at once
function* rowOdds({ tables }: Game, { table, row }: Extract<ExactGoal, { table: string }>): Odds {
  const found = own(tables, table)
  if (!found) throw new Problem('not-found', `There is no table ${table}. Choose one of ${listed(Object.keys(tables))}.`)
  if (!Object.hasOwn(found.rows, row))
    throw new Problem('not-found', `The table ${table} has no row ${row}. Choose one of ${listed(Object.keys(found.rows))}.`)
  const chance = rowChance(found, row)
  return chance ? numberOf(chance) : { why: `the dice of ${table} can’t be counted.` }
}

function* actionOdds(state: GameState, game: Game, { action, by, with: params, holds }: Extract<ExactGoal, { action: string }>): Odds {
  const expression = parse(holds).root
  const [offer] = game.offers(state, by, [action])
  if (!offer) return { why: game.whyNot(state, by, action) ?? `${by} can’t ${action} now.` }
  const checked = checkParams(offer, params)
  const counted = yield* counts((dice) => isTruthy(evaluate(expression, partsOf(execute(state, game, dice, by, action, checked).state))))
  return 'leaves' in counted ? chanceOf(counted.leaves, (isHolding) => isHolding).value : counted
}

function* journeyOdds(state: GameState, game: Game, { journey, who, need }: Extract<ExactGoal, { journey: string }>): Odds {
  const players = party(state)
  const unknown = who.find((one) => !players.includes(one))
  if (unknown !== undefined) throw new Problem('not-found', `There is no player ${unknown}. Choose one of ${listed([...players])}.`)
  const { to } = own(state.journeys, journey) ?? {}
  if (to === undefined) throw new Problem('not-found', `There is no journey ${journey}. Name one of a file journeys.yaml.`)
  const [first = '', ...others] = who
  if (others.length === 0) {
    const { counted, why } = yield* travelling(state, game, first, journey)
    return counted ? counted.success.value : { why: why ?? 'the rules can’t be counted.' }
  }
  const action = game.manifest.odds.travel ?? ''
  const supposed = atJourneyStart(state, who, journey)
  const [call] = callsOf(game, supposed, first, action, journey, true)
  if (!call) return { why: game.whyNot(supposed, first, action) ?? 'this journey isn’t offered.' }
  const counted = yield* counts((dice) => {
    const { state: after } = execute(supposed, game, dice, call.by, action, call.params)
    const succeeds = (one: string): boolean => own(after.actors, one)?.location === to && !worseOff(supposed, after, game, one)
    return need === 'all' ? who.every(succeeds) : who.some(succeeds)
  })
  return 'leaves' in counted ? chanceOf(counted.leaves, (isReached) => isReached).value : counted
}
