import { Actor, Place } from '../../shared/state'
import type { Game, Offer } from '../../shared/game'
import { diff, mergePatch } from '../../shared/json'
import { Problem } from '../../shared/problem'
import type { Dice, FollowUp, Params } from '../../shared/play'
import type { GameState } from '../../shared/state'
import { settle } from './durations'
import { checkParams } from './params'

/** One action that was executed, in the order it happened. */
export interface Executed {
  actor: string
  action: string
  narrative: string
  /** What the rule answers to whoever called it. */
  result?: Record<string, unknown>
}

const ROOTS = ['actors', 'places', 'facts', 'clock', 'combat']
const MAX_FOLLOW_UPS = 16

/**
 * Runs an action and everything that follows from it, each on the state the one before left.
 * One refusal refuses the whole: the caller's state is never touched. Throws Problem `refused` or `rule-failed`.
 */
export function execute(
  state: GameState,
  game: Game,
  dice: Dice,
  actor: string,
  action: string,
  params: Params
): { state: GameState; done: Executed[] } {
  const done: Executed[] = []
  const queue: { actor: string; action: string; params: Params; checked: boolean }[] = [{ actor, action, params, checked: true }]
  let now = state
  for (let turn = queue.shift(); turn !== undefined; turn = queue.shift()) {
    if (done.length > MAX_FOLLOW_UPS)
      throw new Problem('rule-failed', `The action ${action} set off more than ${MAX_FOLLOW_UPS} further actions; end the chain in its rule.`, {
        action
      })
    const ready = turn.checked ? turn.params : checkParams(followUpOffer(now, game, turn.actor, turn.action), turn.params)
    const result = game.execute(now, turn.actor, turn.action, ready, dice)
    now = exercised(patched(now, result.stateDelta, game.actions[turn.action]?.file ?? turn.action), turn.action)
    done.push({
      actor: turn.actor,
      action: turn.action,
      narrative: result.narrative.trim(),
      ...(result.result === undefined ? {} : { result: result.result })
    })
    const settled = settle(now, game)
    now = settled.state
    queue.push(...settled.follow.map(({ actor, action }) => ({ actor, action, params: {}, checked: false })))
    queue.push(...(result.followUp ?? []).map((next) => ({ ...follow(next, turn.actor), checked: false })))
  }
  return { state: now, done }
}

/** Counts what was played, what followed from it included, in this scene and session. */
export function exercised(state: GameState, action: string): GameState {
  const add = (counts: Record<string, number>): Record<string, number> => ({ ...counts, [action]: (counts[action] ?? 0) + 1 })
  const { scene, session } = state.next.exercised
  return { ...state, next: { ...state.next, exercised: { scene: add(scene), session: add(session) } } }
}

function follow(next: FollowUp, actor: string): { actor: string; action: string; params: Params } {
  return typeof next === 'string'
    ? { actor, action: next, params: {} }
    : { actor: next.actor ?? actor, action: next.action, params: next.params ?? {} }
}

function followUpOffer(state: GameState, game: Game, actor: string, action: string): Offer {
  const offer = game.offers(state, actor, [action])[0]
  if (!offer)
    throw new Problem('refused', `What should follow, ${action}, is not possible now, so nothing happened. Try something else.`, { action, actor })
  return offer
}

/** The state with a rule's merge patch, checked: rules write actors, places, facts, clock and combat, and leave them well formed. */
export function patched(state: GameState, delta: Record<string, unknown>, file: string): GameState {
  const failed = (what: string, path: string): Problem =>
    new Problem('rule-failed', `${file} ${what} (${path || 'whole result'}); correct the rule. Nothing was changed.`, { file, path })
  for (const root of Object.keys(delta)) if (!ROOTS.includes(root)) throw failed('may not write there', `/${root}`)
  const after = mergePatch(state, delta)
  const changes = diff(state, after)
  const touched = new Set<string>()
  for (const change of changes) {
    const [, root = '', id = ''] = change.path.split('/')
    touched.add(`${root}/${id.replaceAll('~1', '/').replaceAll('~0', '~')}`)
    if (typeof change.to === 'number' && !Number.isFinite(change.to)) throw failed('wrote a number that is not finite', change.path)
  }
  for (const path of touched) {
    const [root = '', ...rest] = path.split('/')
    checkWhole(after, root, rest.join('/'), failed)
  }
  if (after.clock.minutes < state.clock.minutes) throw failed('turned the clock back', '/clock/minutes')
  return after
}

function checkWhole(state: GameState, root: string, id: string, failed: (what: string, path: string) => Problem): void {
  if (root === 'actors') {
    const actor = state.actors[id]
    if (actor === undefined) throw failed('removed an actor; set a condition instead', `/actors/${id}`)
    const fits = Actor.safeParse(actor)
    if (!fits.success)
      throw failed(
        `left an actor that does not fit: ${fits.error.issues[0]?.message ?? ''}`,
        `/actors/${id}/${fits.error.issues[0]?.path.join('/') ?? ''}`
      )
    if (!(actor.location in state.places)) throw failed(`sent an actor to "${actor.location}", which is no place`, `/actors/${id}/location`)
  } else if (root === 'places') {
    const fits = Place.safeParse(state.places[id])
    if (!fits.success) throw failed('left a place that does not fit', `/places/${id}`)
  } else if (root === 'facts') {
    const value = state.facts[id]
    if (value !== undefined && typeof value === 'object') throw failed('wrote a fact that is neither text, number nor true or false', `/facts/${id}`)
  } else if (root === 'combat' && state.combat) {
    for (const [who, score] of Object.entries(state.combat.initiative ?? {}))
      if (!(who in state.actors) || typeof score !== 'number')
        throw failed('put somebody into the fight who does not exist', `/combat/initiative/${who}`)
  } else if (root === 'clock' && typeof state.clock.minutes !== 'number') throw failed('broke the clock', '/clock')
}
