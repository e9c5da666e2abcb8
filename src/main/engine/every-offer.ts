import type { Forms, Game, PossibleOffer } from '../../shared/story/game'
import type { StoryEvent } from '../../shared/story/lore'
import type { Actor, GameState, Place } from '../../shared/story/state'
import { CLICK } from './narrator-offers'
import { DM, party } from './people'
import { PLAYER_SCENE_TOOLS, SCENE_TOOLS, verbsOf } from './verbs'

/**
 * Every tool that a seat may be offered in this game, available now or not: the table's verbs of every phase, then the game's actions. Includes the
 * tools for Arrow documents if a story event has one, and `click` for players if the DM narrates as scene trees.
 */
export function everyOffer(state: GameState, game: Game, who: string, documents: readonly StoryEvent[] = []): PossibleOffer[] {
  const offers = new Map<string, PossibleOffer>()
  const add = (offer: PossibleOffer): void => {
    const before = offers.get(offer.name)
    const cost = before === undefined || before.cost === offer.cost ? offer.cost : 'free'
    const through = before?.through === true || offer.through === true
    offers.set(offer.name, { ...offer, ...before, cost, forms: [...(before?.forms ?? []), ...offer.forms], ...(through ? { through } : {}) })
  }
  for (const { name, description, cost, params } of everyVerb(state, game, who)) add({ name, description, cost, forms: [params] })
  for (const verb of documents.length === 0 ? [] : who === DM ? SCENE_TOOLS : PLAYER_SCENE_TOOLS) add(verb)
  if (state.narration === 'scene-tree' && who !== DM) add(CLICK)
  const actions = (actor: string, names: readonly string[], through?: true): void => {
    const forms = game.forms(state, actor, names)
    for (const name of names) {
      const action = game.actions[name]
      if (action)
        add({
          name,
          description: action.description,
          cost: who === DM ? 'free' : 'turn',
          forms: formsIn(forms, name),
          ...(through ? { through } : {})
        })
    }
  }
  const { dm_actions, npc_actions } = game.manifest
  if (who !== DM) actions(who, playerActions(game))
  else {
    actions(DM, dm_actions)
    actions(Object.keys(state.actors).find((id) => state.actors[id]?.kind === 'npc') ?? '', npc_actions, true)
  }
  return [...offers.values()]
}

const formsIn = (all: ReadonlyMap<string, Forms>, name: string): Forms => all.get(name) ?? []

/** The names of the actions that a player may ever have: those in the manifest's lists, and those that items and conditions grant. */
function playerActions({ manifest: { entry_actions, combat_actions }, equipment, conditions }: Game): string[] {
  const granted = [...Object.values(equipment), ...Object.values(conditions)].flatMap(({ grants }) => grants ?? [])
  return [...new Set([...entry_actions, ...combat_actions, ...granted])]
}

/** The verbs of every phase, in two states that have one of everything and no id in common but the party's. */
function everyVerb(state: GameState, game: Game, who: string) {
  const [player] = party(state)
  const phases: Partial<GameState['next']>[] =
    who === DM
      ? [
          { phase: 'done' },
          { phase: 'open', scene: 0 },
          { phase: 'close' },
          { phase: 'dm', mode: 'story', turns: 0 },
          { phase: 'dm', mode: 'combat', turns: 0 },
          ...(player === undefined ? [] : [{ phase: 'dm' as const, answering: player }])
        ]
      : [{ phase: 'player' }]
  return [ample(state, 'one'), ample(state, 'other')].flatMap((at) => {
    const { answering: _, ...next } = at.next
    return phases.flatMap((phase) => verbsOf({ ...at, next: { ...next, spent: {}, ...phase, actor: who } }, game, who))
  })
}

/** The state with one of everything that verbs can be about: somebody beside the party, two places, a thread, quests. `id` begins all their ids. */
function ample(state: GameState, id: string): GameState {
  const [first] = party(state)
  const at = (who: string): string => `${id}-${who === first ? 'here' : 'there'}`
  const players = party(state).flatMap((who): [string, Actor][] => {
    const actor = state.actors[who]
    return actor ? [[who, { ...actor, location: at(who), conditions: {} }]] : []
  })
  const somebody: Actor = { kind: 'npc', name: id, location: `${id}-here`, stats: {}, max: {}, conditions: {}, inventory: {}, tags: {} }
  const place: Place = { name: id, region: id, inventory: {}, tags: {}, features: {} }
  return {
    ...state,
    actors: { ...Object.fromEntries(players), [`${id}-npc`]: somebody },
    places: { [`${id}-here`]: place, [`${id}-there`]: place },
    threads: { [id]: { text: id } },
    quests: { [`${id}-next`]: { status: 'inactive' }, [id]: { status: 'active', objectives: { [id]: { text: id } } } }
  }
}
