import { own } from '../../../shared/base/json'
import type { GameState, Item } from '../../../shared/story/state'
import { listed } from '../../../shared/words/labels'
import { locate } from '../../campaign/layout'
import type { OpenConflict, FileDraft } from './conflict'
import type { MergeInput } from './merge-input'

/** The name of an item at the beat. */
export const itemCalled = ({ game }: Pick<MergeInput, 'game'>, item: string): string => own(game?.equipment, item)?.name ?? item

/** An item in somebody's or a place's inventory. */
interface Held {
  path: string
  name: string
  key: string
  item: string
}

/** Items that somebody carries or that lie in a place, and that the game no longer has. */
export function itemConflicts(input: MergeInput): OpenConflict[] {
  const { state, game, newGame } = input
  if (!game || !newGame || game === newGame) return []
  const inside = (kind: 'actors' | 'places', all: GameState['actors'] | GameState['places']): Held[] =>
    Object.entries(all).flatMap(([id, { name, inventory }]) =>
      Object.entries<Item>(inventory).map(([key, { item }]) => ({ path: `/${kind}/${id}`, name, key, item }))
    )
  const holders = [...inside('actors', state.actors), ...inside('places', state.places)]
  const lost = [...new Set(holders.map(({ item }) => item))].filter((item) => own(game.equipment, item) && !own(newGame.equipment, item))
  return lost.map((item) => {
    const held = holders.filter((one) => one.item === item)
    const change = (to: string | undefined) => (files: FileDraft) => {
      for (const { path, key } of held) {
        const at = locate(state, path)
        if (at) files.splice(at.file, to === undefined ? { keys: ['inventory', key], to } : { keys: ['inventory', key, 'item'], to })
      }
    }
    const others = Object.entries(newGame.equipment)
    const twin = others.find(([id, { name }]) => name === itemCalled(input, item) && !own(game.equipment, id))?.[0]
    return {
      id: `item ${item}`,
      words: `${listed([...new Set(held.map(({ name }) => name))].slice(0, 4))} ${held.length === 1 ? 'has' : 'have'} “${itemCalled(input, item)}”, which the rules no longer have.`,
      choices: [
        { id: 'keep', words: 'Keep it as a thing without rules' },
        { id: 'drop', words: 'Take it away', apply: change(undefined) },
        ...others.map(([id, { name }]) => ({ id: `as ${id}`, words: `Replace it with ${name}`, apply: change(id) }))
      ],
      preselected: twin === undefined ? 'keep' : `as ${twin}`
    }
  })
}

/** Conditions that somebody has and that the game no longer has. */
export function conditionConflicts({ state, game, newGame }: MergeInput): OpenConflict[] {
  if (!game || !newGame || game === newGame) return []
  return Object.entries(state.actors).flatMap(([id, { name, conditions }]) =>
    Object.keys(conditions)
      .filter((one) => own(game.conditions, one) && !own(newGame.conditions, one))
      .map((condition) => {
        const called = own(game.conditions, condition)?.name ?? condition
        const file = locate(state, `/actors/${id}`)?.file ?? ''
        return {
          id: `condition ${id} ${condition}`,
          words: `${name} has the condition “${called}”, which the rules no longer have.`,
          choices: [
            { id: 'end', words: 'End it', apply: (files: FileDraft) => files.splice(file, { keys: ['conditions', condition], to: undefined }) },
            { id: 'keep', words: 'Keep it without rules' }
          ],
          preselected: 'end'
        }
      })
  )
}

/** Stats that the game has now and that no sheet of the beat has. */
export function statConflicts({ state, game, newGame, where }: MergeInput): OpenConflict[] {
  if (!game || !newGame || game === newGame) return []
  return Object.entries(newGame.manifest.stats)
    .filter(([stat]) => !own(game.manifest.stats, stat))
    .flatMap(([stat, { label, min, has_max }]): OpenConflict[] => {
      const without = Object.entries(state.actors).filter(([, { stats }]) => !Object.hasOwn(stats, stat))
      if (without.length === 0) return []
      const { newcomer } = newGame.manifest
      const value = own(newcomer.stats, stat) ?? min
      const give = (files: FileDraft): void => {
        for (const [id] of without) {
          const file = locate(state, `/actors/${id}`)?.file ?? ''
          files.splice(file, { keys: ['stats', stat], to: value })
          if (has_max) files.splice(file, { keys: ['max', stat], to: own(newcomer.max, stat) ?? value })
        }
      }
      const names = without.map(([, { name }]) => name)
      const more = names.length > 3 ? ` and ${names.length - 3} more` : ''
      return [
        {
          id: `stat ${stat}`,
          words: `The rules have the stat ${label}, which the sheets of ${more === '' ? listed(names) : names.slice(0, 3).join(', ')}${more} don't have ${where.here}.`,
          choices: [
            { id: 'give', words: `Give each ${value}`, apply: give },
            { id: 'leave', words: 'Leave the sheets as they are' }
          ],
          preselected: 'give'
        }
      ]
    })
}
