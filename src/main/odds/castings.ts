import { own } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import type { Preparing, Role } from '../../shared/analysis/odds'
import { Problem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { execute } from '../engine/actions'
import { nextDice } from '../engine/dice'
import { DM, party } from '../engine/people'
import { memoized } from '../../shared/base/memoized'

/** One subject of the odds: an actor as they are, or an actor in a role that they can still get. */
export interface Casting {
  /** The actor's id; the role's id if one actor represents everybody who could get the role. */
  key: string
  name: string
  actor: string
  /** The state in which everybody who waits for a role has the subject's role. */
  state: GameState
}

/** The action by which the DM gives a player a role. One of its parameters selects the player, the other the role. */
const PREPARE = 'update_character'

interface Preparation extends Preparing {
  as: (role: string) => GameState
}

/** The role that players need before they can act, who waits for it, and what it can be. Undefined if nobody waits. SPEC O12. */
export const preparing = (state: GameState, game: Game): Preparing | undefined => {
  const found = preparation(state, game)
  return found && { kind: found.kind, waiting: found.waiting, roles: found.roles }
}

/** The same with names instead of ids. */
export const named = (state: GameState, { waiting, ...rest }: Preparing): Preparing => ({
  ...rest,
  waiting: waiting.map((id) => own(state.actors, id)?.name ?? id)
})

const preparations = memoized((state: GameState) => memoized((game: Game) => ({ found: prepare(state, game) })))
const preparation = (state: GameState, game: Game): Preparation | undefined => preparations(state)(game).found

function prepare(state: GameState, game: Game): Preparation | undefined {
  const choices = choicesOf(state, game)
  if (!choices) return undefined
  const { who, what } = choices
  const roles = (what.enum ?? []).map((id): Role => ({ id, name: withArticle((own(what.labels, id) ?? id).split(':')[0] ?? id) }))
  const states = new Map<string, GameState>()
  try {
    for (const { id } of roles) states.set(id, everybodyAs(state, game, id))
  } catch (thrown) {
    // Computing the odds of the unchanged state reports the same problem.
    if (thrown instanceof Problem) return undefined
    throw thrown
  }
  return { kind: what.name, waiting: who.enum ?? [], roles, as: (role) => states.get(role) ?? state }
}

function choicesOf(state: GameState, game: Game) {
  const [offer] = game.offers(state, DM, [PREPARE])
  const needed = offer?.params.filter(({ required }) => required) ?? []
  const who = needed.find((param) => param.enum?.some((id) => own(state.actors, id)?.kind === 'player'))
  const what = needed.find((param) => param !== who && (param.enum?.length ?? 0) > 0)
  return who && what && needed.length === 2 ? { who, what } : undefined
}

/** The state after the game's own rule has given one role to everybody who waits for one. */
function everybodyAs(state: GameState, game: Game, role: string): GameState {
  let after = state
  for (let left = choicesOf(after, game); left;) {
    const [next = ''] = left.who.enum ?? []
    const dice = nextDice(state.next)
    after = execute(after, game, dice, DM, PREPARE, { [left.who.name]: next, [left.what.name]: role }).state
    const more = choicesOf(after, game)
    if (more?.who.enum?.includes(next)) break
    left = more
  }
  return after
}

const withArticle = (name: string): string => `${/^[aeiou]/i.test(name) ? 'an' : 'a'} ${name.toLowerCase()}`

/**
 * The subjects to count for `as`, an actor's or a role's id; for all actors in `all` if it is undefined. Of the actors who wait for a role, the first
 * represents all in the same place. An actor named by `as` is counted in every role. Throws Problem `not-found`.
 */
export function castings(state: GameState, game: Game, as: string | undefined, all: readonly string[]): Casting[] {
  const before = preparation(state, game)
  const chosenRole = as === undefined || own(state.actors, as) ? undefined : before?.roles.find(({ id }) => id === as)
  if (as !== undefined && !state.actors[as] && !chosenRole) throw nobody(as, Object.keys(state.actors), before)
  const ids = as === undefined ? all : chosenRole ? party(state) : [as]
  const plain = (id: string, within = state): Casting => ({ key: id, actor: id, name: own(state.actors, id)?.name ?? id, state: within })
  if (!before) return ids.map((id) => plain(id))
  const [first] = before.roles
  const ready = chosenRole ? [] : ids.filter((id) => !before.waiting.includes(id)).map((id) => plain(id, first && before.as(first.id)))
  const alike = groups(
    state,
    ids.filter((id) => before.waiting.includes(id))
  )
  const inRole = (role: Role): Casting[] =>
    alike.map((actor) => {
      const name = own(state.actors, actor)?.name ?? actor
      const alone = as === undefined || chosenRole !== undefined
      return {
        key: alike.length === 1 ? role.id : `${role.id} ${actor}`,
        actor,
        name: alone && alike.length === 1 ? role.name : `${name} as ${role.name}`,
        state: before.as(role.id)
      }
    })
  const roles = (chosenRole ? [chosenRole] : before.roles).flatMap(inRole)
  return [...roles, ...ready]
}

/** The first actor in each place. A role gives all of them the same sheet. */
function groups({ actors }: GameState, ids: readonly string[]): string[] {
  const first = new Map<string, string>()
  for (const id of ids) {
    const { location = '' } = own(actors, id) ?? {}
    if (!first.has(location)) first.set(location, id)
  }
  return [...first.values()]
}

const nobody = (as: string, actors: readonly string[], before: Preparing | undefined): Problem =>
  new Problem(
    'not-found',
    `There is nobody called "${as}" here. Choose one of: ${[...actors, ...(before?.roles.map(({ id }) => id) ?? [])].join(', ')}.`
  )
