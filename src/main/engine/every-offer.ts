import type { Game, PossibleOffer } from '../../shared/story/game'
import type { StoryEvent } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import { CLICK } from './narrator-offers'
import { DM, party } from './people'
import { PLAYER_SCENE_TOOLS, SCENE_TOOLS, verbsOf } from './verbs'

/**
 * Every tool that a seat may be offered in this game, available now or not: the table's verbs of every phase, then the game's actions. Choices within
 * them are those of this state. Includes the tools for Arrow documents if a story event has one, and `click` for players if the DM narrates as scene
 * trees.
 */
export function everyOffer(state: GameState, game: Game, who: string, documents: readonly StoryEvent[] = []): PossibleOffer[] {
  const { answering: _, ...next } = state.next
  const [player] = party(state)
  const phases: Partial<GameState['next']>[] =
    who === DM
      ? [
          { phase: 'done' },
          { phase: 'open' },
          { phase: 'close' },
          { phase: 'dm', mode: 'story', turns: 0 },
          { phase: 'dm', mode: 'combat', turns: 0 },
          ...(player === undefined ? [] : [{ phase: 'dm' as const, answering: player }])
        ]
      : [{ phase: 'player', spent: {} }]
  const offers = new Map<string, PossibleOffer>()
  for (const phase of phases)
    for (const verb of verbsOf({ ...state, next: { ...next, ...phase, actor: who } }, game, who))
      if (!offers.has(verb.name)) offers.set(verb.name, verb)
  for (const verb of documents.length === 0 ? [] : who === DM ? SCENE_TOOLS : PLAYER_SCENE_TOOLS)
    if (!offers.has(verb.name)) offers.set(verb.name, verb)
  if (state.narration === 'scene-tree' && who !== DM && !offers.has(CLICK.name)) offers.set(CLICK.name, CLICK)
  for (const name of actionNames(game, who)) {
    const action = game.actions[name]
    if (action && !offers.has(name)) offers.set(name, { name, description: action.description, cost: who === DM ? 'free' : 'turn' })
  }
  return [...offers.values()]
}

/**
 * The names of the game's actions that a seat may ever have: those in the manifest's lists and, for players, those that items and conditions grant.
 */
function actionNames({ manifest, equipment, conditions }: Game, who: string): string[] {
  const { dm_actions, npc_actions, entry_actions, combat_actions } = manifest
  const granted = [...Object.values(equipment), ...Object.values(conditions)].flatMap(({ grants }) => grants ?? [])
  return [...new Set(who === DM ? [...dm_actions, ...npc_actions] : [...entry_actions, ...combat_actions, ...granted])]
}
