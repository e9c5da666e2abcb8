import { own } from '../../shared/base/json'
import type { Game, Availability } from '../../shared/story/game'
import { Problem, toProblem } from '../../shared/base/problem'
import { granted } from '../../shared/story/sheet'
import type { GameState } from '../../shared/story/state'
import { asSentence, listed } from '../../shared/words/labels'
import { canAct, DM, nameOf, party } from './people'
import { actionsOf, npcsNear } from './verbs'

/** The maximum number of items and conditions that a reason names as granting an action. */
const MAX_NAMED_THINGS = 5
const HOOKS: Readonly<Record<string, string>> = {
  combat_start: 'when a fight begins',
  turn_start: 'when a turn begins',
  turn_end: 'when a turn ends',
  round_end: 'when a round ends'
}

/** Everybody whose actions can be listed: the DM, the players in seating order, then the rest by id. */
export function everybody(state: GameState): string[] {
  const players = party(state)
  return [DM, ...players, ...Object.keys(state.actors).filter((id) => !players.includes(id))]
}

/**
 * For every action of the game: whether `who` may do it, as if it were their turn, or the exact reason why not, as one sentence. For the designer
 * only; none of it may reach an agent. `only` restricts the list to one action. Throws Problem `not-found` if `who` doesn't exist. SPEC.md W1–W3.
 */
export function availabilities(state: GameState, game: Game, who: string, only?: string): Availability[] {
  if (who !== DM && !Object.hasOwn(state.actors, who))
    throw new Problem('not-found', `There is nobody called "${who.slice(0, 60)}" here. Choose one of: ${everybody(state).join(', ')}.`)
  const closed = closedTo(state, game, who)
  const isAsked = (name: string): boolean => only === undefined || name === only
  const names = actionsOf(state, game, who).filter(isAsked)
  const offers = new Map((closed === undefined ? offersOf(state, game, who, names) : []).map((offer) => [offer.name, offer]))
  const shut = closed === undefined ? names.filter((name) => !offers.has(name)) : []
  const reasons = game.whyNots(state, who, shut)
  return Object.values(game.actions)
    .filter(({ name }) => isAsked(name))
    .map(({ name, description }): Availability => {
      const base = { action: name, description, from: from(state, game, who, name) }
      const offer = offers.get(name)
      if (offer && 'params' in offer) return { ...base, params: offer.params }
      if (offer) return { ...base, reason: offer.failed }
      const reason = names.includes(name) ? (closed ?? reasons.get(name) ?? "it isn't offered now") : elsewhere(state, game, who, name)
      return { ...base, reason: asSentence(reason) }
    })
    .toSorted((a, b) => Number('reason' in a) - Number('reason' in b) || (a.action < b.action ? -1 : 1))
}

type OfferOrFailure = { name: string; params: NonNullable<Availability['params']> } | { name: string; failed: string }

/** The offers of the rules. If a rule fails, each action is queried by itself, so that the failure hides no other action. */
function offersOf(state: GameState, game: Game, who: string, names: readonly string[]): OfferOrFailure[] {
  try {
    return game.offers(state, who, names)
  } catch {
    return names.flatMap((name): OfferOrFailure[] => {
      try {
        return game.offers(state, who, [name])
      } catch (thrown) {
        return [{ name, failed: toProblem(thrown).message }]
      }
    })
  }
}

/** Why the DM can do nothing now, neither as the DM nor through an NPC. */
function closedToDM(state: GameState, game: Game): string | undefined {
  const { next } = state
  if (next.answering !== undefined) return `${nameOf(state, next.answering)} is waiting for an answer`
  const limit = game.manifest.limits.turns_per_scene
  return next.turns >= limit && next.mode === 'story' ? `the scene has used all its ${limit} turns` : undefined
}

/** Why an actor can't act: "Wren is down". */
export function unable(state: GameState, game: Game, who: string): string {
  const under = Object.keys(state.actors[who]?.conditions ?? {}).flatMap((id) => {
    const condition = own(game.conditions, id)
    return condition?.cannot_act ? [condition.name] : []
  })
  return `${nameOf(state, who)} is ${listed(under).toLowerCase()}`
}

/** Why an actor has no action at all, even in a turn of their own. */
function closedTo(state: GameState, game: Game, who: string): string | undefined {
  const { next } = state
  if (!state.scene || next.phase === 'close') return 'no scene is open'
  if (who === DM) return closedToDM(state, game)
  if (!canAct(state, game, who)) return unable(state, game, who)
  if (own(state.actors, who)?.kind !== 'npc') return undefined
  // Between fights an NPC acts in the DM's turn; in a fight it has a turn of its own.
  if (next.mode === 'story') return npcsNear(state).includes(who) ? closedToDM(state, game) : `no player is where ${nameOf(state, who)} is`
  return Object.hasOwn(state.combat?.initiative ?? {}, who) ? undefined : `${nameOf(state, who)} isn't in the fight`
}

/** Where an actor's action comes from: the list that offers it now, otherwise another list that contains it. */
function from(state: GameState, game: Game, who: string, name: string): Availability['from'] {
  const { entry_actions, combat_actions, dm_actions, npc_actions } = game.manifest
  const lists: [Availability['from'], readonly string[]][] = [
    ['entry', entry_actions],
    ['combat', combat_actions],
    ['npc', npc_actions],
    ['dm', dm_actions]
  ]
  const list: Availability['from'] =
    who === DM ? 'dm' : own(state.actors, who)?.kind === 'npc' ? 'npc' : state.next.mode === 'combat' ? 'combat' : 'entry'
  if (lists.some(([one, actions]) => one === list && actions.includes(name))) return list
  const actor = own(state.actors, who)
  if (actor && Object.hasOwn(granted(actor, game), name)) return 'granted'
  return lists.find(([, actions]) => actions.includes(name))?.[0] ?? (givers(game, name).length > 0 ? 'granted' : 'follows')
}

/** Why an actor can't use an action that is in none of their lists. */
function elsewhere(state: GameState, game: Game, who: string, name: string): string {
  const { entry_actions, combat_actions, dm_actions, npc_actions, hooks } = game.manifest
  const kind = who === DM ? 'dm' : own(state.actors, who)?.kind
  const [entry, combat] = [entry_actions.includes(name), combat_actions.includes(name)]
  if (kind === 'player' && entry) return 'a fight is under way'
  if (kind === 'player' && combat) return 'there is no fight'
  const gives = kind === 'dm' ? [] : givers(game, name)
  if (gives.length > 0) {
    const more = gives.length > MAX_NAMED_THINGS ? [`${gives.length - MAX_NAMED_THINGS} more`] : []
    return `only these grant it: ${[...gives.slice(0, MAX_NAMED_THINGS), ...more].join(', ')}`
  }
  if (entry || combat) return npc_actions.includes(name) ? 'only players and NPCs can do it' : 'only players can do it'
  if (npc_actions.includes(name)) return 'only NPCs can do it'
  if (dm_actions.includes(name)) return 'only the DM can do it'
  if (givers(game, name).length > 0) return 'only characters can do it'
  const hook = Object.entries(hooks).find(([, action]) => action === name)?.[0]
  if (hook !== undefined) return `it only happens automatically, ${own(HOOKS, hook) ?? 'at its moment'}`
  const ending = Object.values(game.conditions).filter(({ ends }) => ends === name)
  return ending.length === 0 ? 'it only follows other actions' : `it only happens automatically, when the condition ${listed(ending.map(lower))} ends`
}

/** What in the game grants an action: items by name, and conditions as the game describes them. */
function givers(game: Game, action: string): string[] {
  const things = Object.values(game.equipment).filter(({ grants }) => grants?.includes(action))
  const conditions = Object.values(game.conditions).filter(({ grants }) => grants?.includes(action))
  return [...things.map(({ name }) => name), ...conditions.map((condition) => `the condition ${lower(condition)}`)]
}
const lower = ({ name }: { name: string }): string => name.toLowerCase()
