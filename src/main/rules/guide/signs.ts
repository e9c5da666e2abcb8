import type { ActionKind } from '../../../shared/story/guide'
import type { Condition, Game, Manifest } from '../../../shared/story/game'
import { isObject, own } from '../../../shared/base/json'
import type { Actor, GameState } from '../../../shared/story/state'

type Change =
  | 'moved'
  | 'hurt'
  | 'healed'
  | 'worse'
  | 'held'
  | 'better'
  | 'cured'
  | 'freed'
  | 'gained'
  | 'lost'
  | 'raised'
  | 'tagged'
  | 'liked'
  | 'left the fight'
/** An effect of an action, or a choice that it gives. Friends are on the actor's side, foes are all others; the DM's friends are the players. */
export type Sign =
  | `${'self' | 'friend' | 'foe'} ${Change}`
  | 'chooses a person'
  | 'chooses a carried item'
  | 'item left here'
  | 'item taken from here'
  | 'feature searched'
  | 'place explored'
  | 'time passed'
  | 'fact set'
  | 'fight started'
  | 'fight ended'
export type Signs = ReadonlySet<Sign>
/** The users of an action: characters, or only the DM. */
export type ActionUser = 'character' | 'dm'

interface KindRule {
  kind: ActionKind
  all?: readonly Sign[]
  any?: readonly Sign[]
  none?: readonly Sign[]
}
const FOE_SUFFERS: readonly Sign[] = ['foe hurt', 'foe held', 'foe worse']
const SOMEBODY_GAINS: readonly Sign[] = ['friend healed', 'friend better', 'friend cured', 'friend freed', 'self healed', 'self better', 'self cured']

/** The signs of each kind; the first matching rule counts. */
const RULES: Readonly<Record<ActionUser, readonly KindRule[]>> = {
  character: [
    { kind: 'give', all: ['chooses a carried item', 'self lost', 'friend gained'] },
    { kind: 'drop', all: ['chooses a carried item', 'self lost', 'item left here'] },
    { kind: 'use', all: ['chooses a carried item', 'self lost'] },
    { kind: 'cast', all: ['chooses a carried item'], any: [...FOE_SUFFERS, ...SOMEBODY_GAINS, 'place explored'] },
    { kind: 'attack', any: ['foe hurt'], none: ['self moved'] },
    { kind: 'flee', any: ['self left the fight'], none: ['self held'] },
    { kind: 'move', any: ['self moved'] },
    { kind: 'hold', any: ['foe held'] },
    { kind: 'attack', any: ['foe worse'] },
    { kind: 'search', any: ['feature searched'] },
    { kind: 'explore', any: ['place explored'] },
    { kind: 'take', any: ['self gained', 'item taken from here'] },
    { kind: 'break_free', any: ['self freed'] },
    { kind: 'rest', all: ['time passed'], any: ['self healed', 'friend healed'], none: ['chooses a person'] },
    { kind: 'help', any: ['friend freed'], none: ['friend healed'] },
    { kind: 'heal', any: ['friend healed', 'friend cured'] },
    { kind: 'heal', any: ['self healed'] },
    { kind: 'recover', any: ['self cured'] },
    { kind: 'protect', any: ['friend better', 'self better'] },
    { kind: 'attack', any: ['fight started'] },
    { kind: 'talk', any: ['friend liked', 'foe liked', 'chooses a person'] }
  ],
  dm: [
    { kind: 'start_combat', any: ['fight started'] },
    { kind: 'end_combat', any: ['fight ended'] },
    { kind: 'endanger', any: ['friend hurt', 'friend worse'] },
    { kind: 'prepare', all: ['friend tagged', 'friend raised'] },
    { kind: 'give', any: ['friend gained'] },
    { kind: 'take', any: ['friend lost'] },
    { kind: 'send', all: ['foe moved', 'chooses a person'] },
    { kind: 'encounter', any: ['foe moved'] },
    { kind: 'reward', any: ['friend raised', 'friend tagged'] },
    { kind: 'heal', any: ['friend healed', 'foe healed'] },
    { kind: 'pass_time', any: ['time passed'] },
    { kind: 'set_fact', any: ['fact set'] }
  ]
}

/** The kind of an action with these signs; undefined if none matches. */
export function kindFrom(signs: Signs, role: ActionUser): ActionKind | undefined {
  const fits = ({ all = [], any, none = [] }: KindRule): boolean =>
    all.every((sign) => signs.has(sign)) && (any === undefined || any.some((sign) => signs.has(sign))) && !none.some((sign) => signs.has(sign))
  return RULES[role].find(fits)?.kind
}

/** The users of an action, by the lists of the manifest. */
export const roleOf = (manifest: Manifest, action: string): ActionUser =>
  manifest.dm_actions.includes(action) &&
  ![manifest.entry_actions, manifest.combat_actions, manifest.npc_actions].some((list) => list.includes(action))
    ? 'dm'
    : 'character'

type Conditions = Game['conditions']
const isHold = (condition: Condition | undefined): boolean => condition?.cannot_act === true || (condition?.forbids ?? []).length > 0
const isBad = (condition: Condition | undefined): boolean =>
  isHold(condition) || condition?.care !== undefined || Object.values(condition?.stats ?? {}).some((change) => change < 0)
/** Whether getting or losing a condition is good or bad for a character. */
const onGetting = (condition: Condition | undefined): Change => (isHold(condition) ? 'held' : isBad(condition) ? 'worse' : 'better')
const onLosing = (condition: Condition | undefined): Change => (isHold(condition) ? 'freed' : 'cured')

const mapIn = (value: unknown, key: string): Record<string, unknown> => {
  const inner = isObject(value) ? own(value, key) : undefined
  return isObject(inner) ? inner : {}
}
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [value])

/** The signs of an action's or item's YAML effects, under any condition. Good effects on others count as well meant, bad ones as hostile. */
export function signsOfEffects(effects: unknown, conditions: Conditions): Set<Sign> {
  const signs = new Set<Sign>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (!isObject(value)) return
    for (const [word, argument] of Object.entries(value)) {
      for (const sign of signsOfEffect(word, argument, conditions)) signs.add(sign)
      if (['then', 'else', 'apply_effect'].includes(word)) visit(argument)
      if (isObject(argument)) for (const inner of ['success', 'failure', 'effect']) visit(own(argument, inner))
    }
  }
  visit(effects)
  return signs
}

function signsOfEffect(word: string, argument: unknown, conditions: Conditions): Sign[] {
  const target = isObject(argument) ? own(argument, 'target') : undefined
  const self = target === undefined || target === '{actor}'
  const friend = self ? 'self' : 'friend'
  const foe = self ? 'self' : 'foe'
  const named = isObject(argument) ? own(argument, 'condition') : argument
  const changed = listOf(named).map((id) => own(conditions, String(id)))
  switch (word) {
    case 'damage':
      return [`${foe} hurt`]
    case 'heal':
      return [`${friend} healed`]
    case 'add_condition':
      return changed.map((condition) => `${isBad(condition) ? foe : friend} ${onGetting(condition)}` as const)
    case 'remove_condition':
      return changed.map((condition) => `${friend} ${onLosing(condition)}` as const)
    case 'set_attitude':
      return [`${friend} liked`]
    case 'move':
      return [`${foe} moved`]
    case 'add_item':
      return isObject(argument) && argument['place'] !== undefined ? ['item left here'] : [`${friend} gained`]
    case 'remove_item':
      return [`${friend} lost`]
    case 'set_tag':
      return isObject(argument) && argument['place'] !== undefined ? (argument['tag'] === 'explored' ? ['place explored'] : []) : [`${friend} tagged`]
    case 'set_fact':
      return ['fact set']
    case 'pass_time':
      return ['time passed']
    case 'start_combat':
      return ['fight started']
    case 'end_combat':
      return ['fight ended']
    default:
      return []
  }
}

/** The signs of a rule's effect in a state, from the patch that it returned. `friends` are those on the side of `actor`. */
export function signsOfDelta(
  delta: unknown,
  state: GameState,
  actor: string,
  friends: readonly string[],
  game: Pick<Game, 'conditions' | 'manifest'>
): Sign[] {
  const people = Object.entries(mapIn(delta, 'actors')).flatMap(([id, patch]): Sign[] => {
    const before = own(state.actors, id)
    const who = id === actor ? 'self' : friends.includes(id) ? 'friend' : 'foe'
    return before && isObject(patch) ? changesOf(before, patch, state, game).map((change) => `${who} ${change}` as const) : []
  })
  const fight = isObject(delta) ? own(delta, 'combat') : undefined
  const left = Object.entries(mapIn(fight, 'initiative')).flatMap(([id, score]): Sign[] =>
    score === null && id === actor ? ['self left the fight'] : []
  )
  return [
    ...people,
    ...left,
    ...(fight === null ? (['fight ended'] as const) : isObject(fight) && left.length === 0 ? (['fight started'] as const) : []),
    ...signsOfPlaces(delta, state),
    ...(Object.keys(mapIn(delta, 'facts')).length > 0 ? (['fact set'] as const) : []),
    ...(own(mapIn(delta, 'clock'), 'minutes') === undefined ? [] : (['time passed'] as const))
  ]
}

function changesOf(before: Actor, patch: Record<string, unknown>, state: GameState, game: Pick<Game, 'conditions' | 'manifest'>): Change[] {
  const out: Change[] = []
  if (patch['location'] !== undefined && patch['location'] !== before.location)
    out.push('moved', ...(state.combat ? (['left the fight'] as const) : []))
  for (const [stat, now] of Object.entries(mapIn(patch, 'stats'))) {
    const by = Number(now) - (own(before.stats, stat) ?? 0)
    if (by > 0) out.push(own(game.manifest.stats, stat)?.has_max && own(before.max, stat) !== undefined ? 'healed' : 'raised')
    else if (by < 0 && own(game.manifest.stats, stat)?.has_max) out.push('hurt')
  }
  for (const [id, now] of Object.entries(mapIn(patch, 'conditions'))) {
    const condition = own(game.conditions, id)
    out.push(now === null ? onLosing(condition) : onGetting(condition))
  }
  for (const [key, now] of Object.entries(mapIn(patch, 'inventory'))) {
    const count = (entry: unknown): number => (isObject(entry) ? (typeof entry['count'] === 'number' ? entry['count'] : 1) : 0)
    const previousCount = count(own(before.inventory, key))
    if (now === null || count(now) < previousCount) out.push('lost')
    else if (previousCount === 0 || count(now) > previousCount) out.push('gained')
  }
  if (Object.keys(mapIn(patch, 'max')).length > 0) out.push('raised')
  if (Object.keys(mapIn(patch, 'tags')).length > 0) out.push('tagged')
  if (patch['attitude'] !== undefined && patch['attitude'] !== 'hostile') out.push('liked')
  return out
}

function signsOfPlaces(delta: unknown, state: GameState): Sign[] {
  return Object.entries(mapIn(delta, 'places')).flatMap(([id, patch]): Sign[] => {
    const before = own(state.places, id)
    const lying = Object.entries(mapIn(patch, 'inventory')).map(([key, now]): Sign =>
      now === null || (own(before?.inventory, key) && isObject(now) && now['count'] !== undefined) ? 'item taken from here' : 'item left here'
    )
    const searched = Object.values(mapIn(patch, 'features')).some((feature) => isObject(feature) && feature['searched'] === true)
    const explored = own(mapIn(patch, 'tags'), 'explored') === true
    return [...lying, ...(searched ? (['feature searched'] as const) : []), ...(explored ? (['place explored'] as const) : [])]
  })
}
