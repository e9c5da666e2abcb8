import { own } from '../../shared/base/json'
import type { Game, Offer } from '../../shared/story/game'
import { Manifest } from '../../shared/story/game'
import { Problem } from '../../shared/base/problem'
import type { ActionResult, Dice, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'

interface TinyAction {
  available?: (state: GameState, actor: string) => boolean
  params?: (state: GameState, actor: string) => Offer['params']
  execute: (state: GameState, actor: string, params: Params, dice: Dice) => ActionResult
}

/**
 * A game without files or sandbox, for tests of the engine alone. It has actions to hit, run away, and begin and end a fight; a test can add others.
 */
export function tinyGame(more: Record<string, TinyAction> = {}, manifest: Record<string, unknown> = {}): Game {
  const actions: Record<string, TinyAction> = {
    walk: {
      execute: (_s, actor) => ({
        stateDelta: { actors: { [actor]: { location: 'cellar' } }, clock: { minutes: 10 } },
        narrative: `${actor} goes down.`
      })
    },
    hit: {
      available: (state) => state.combat !== undefined,
      params: (state, actor) => [
        { name: 'target', type: 'target', description: 'Whom.', required: true, enum: Object.keys(state.actors).filter((id) => id !== actor) }
      ],
      execute: (state, actor, params, dice) => {
        const target = String(params['target'])
        const { total } = dice.roll('d6', { label: 'damage' })
        const hp = Math.max(0, (own(state.actors, target)?.stats['hp'] ?? 0) - total)
        const down = hp === 0 ? { conditions: { down: {} } } : {}
        return {
          stateDelta: { actors: { [target]: { stats: { hp }, ...down } } },
          narrative: `${actor} hits ${target} for ${total}.`,
          ...(hp === 0 ? { followUp: ['peace'] } : {})
        }
      }
    },
    war: { execute: () => ({ stateDelta: { combat: { initiative: { Wren: 2, Ghoul: 1, Oswin: 1 } } }, narrative: 'It comes to blows.' }) },
    peace: { available: (state) => state.combat !== undefined, execute: () => ({ stateDelta: { combat: null }, narrative: 'It is over.' }) },
    ...more
  }
  const of = (name: string): TinyAction => {
    const action = own(actions, name)
    if (!action) throw new Problem('not-found', `No action ${name}.`)
    return action
  }
  return {
    manifest: Manifest.parse({
      game: 'Tiny',
      version: '1',
      entry_actions: ['walk', ...Object.keys(more)],
      combat_actions: ['hit'],
      dm_actions: ['war', 'peace'],
      npc_actions: ['hit'],
      ...manifest
    }),
    hash: 'tiny',
    equipment: {},
    conditions: { down: { name: 'Down', description: '', cannot_act: true, visible: true, stacks: 'refresh' } },
    tables: { omen: { name: 'Omens', dice: 'd6', rows: { '1-3': 'A crow.', '4-6': { text: 'A bell.' } } } },
    actions: Object.fromEntries(Object.keys(actions).map((name) => [name, { name, description: name, file: `actions/${name}.ts` }])),
    guide: () => ({ actions: {}, items: {}, conditions: {} }),
    offers: (state, actor, names) =>
      names
        .filter((name) => of(name).available?.(state, actor) ?? true)
        .map((name) => ({ name, description: name, params: of(name).params?.(state, actor) ?? [], cost: 'turn' as const })),
    forms: (state, actor, names) => new Map(names.map((name) => [name, [of(name).params?.(state, actor) ?? []]])),
    execute: (state, actor, action, params, dice) => of(action).execute(state, actor, params, dice),
    whyNot: (state, actor, action) => ((of(action).available?.(state, actor) ?? true) ? undefined : 'not so'),
    whyNots: (state, actor, names) => new Map(names.filter((name) => !(of(name).available?.(state, actor) ?? true)).map((name) => [name, 'not so'])),
    dispose: () => undefined
  }
}
