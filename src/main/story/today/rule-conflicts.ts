import { own } from '../../../shared/base/json'
import type { GameState, Item } from '../../../shared/story/state'
import { listed } from '../../../shared/words/labels'
import { locate } from '../../campaign/layout'
import type { OpenConflict, FileDraft } from './conflict'
import { entryIn, type MergeInput } from './merge-input'

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
  const { state, game, newGame, files } = input
  if (!game || !newGame || game === newGame) return []
  const isStillThere = ({ path, key, item }: Held): boolean => {
    const file = locate(state, path)?.file ?? ''
    return entryIn(files.bytes(file), file, 'inventory', key, 'item') === item
  }
  const inside = (kind: 'actors' | 'places', all: GameState['actors'] | GameState['places']): Held[] =>
    Object.entries(all).flatMap(([id, { name, inventory }]) =>
      Object.entries<Item>(inventory).map(([key, { item }]) => ({ path: `/${kind}/${id}`, name, key, item }))
    )
  const holders = [...inside('actors', state.actors), ...inside('places', state.places)]
  const isLost = ({ item }: Held): boolean => own(game.equipment, item) !== undefined && own(newGame.equipment, item) === undefined
  const lost = [...new Set(holders.filter((one) => isLost(one) && isStillThere(one)).map(({ item }) => item))]
  return lost.map((item) => {
    const held = holders.filter((one) => one.item === item && isStillThere(one))
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
export function conditionConflicts({ state, game, newGame, files: draft }: MergeInput): OpenConflict[] {
  if (!game || !newGame || game === newGame) return []
  return Object.entries(state.actors).flatMap(([id, { name, conditions }]) => {
    const file = locate(state, `/actors/${id}`)?.file ?? ''
    return Object.keys(conditions)
      .filter((one) => own(game.conditions, one) && !own(newGame.conditions, one))
      .filter((one) => entryIn(draft.bytes(file), file, 'conditions', one) !== undefined)
      .map((condition) => {
        const called = own(game.conditions, condition)?.name ?? condition
        const twin = Object.entries(newGame.conditions).find(([other, { name: same }]) => same === called && !own(game.conditions, other))?.[0]
        const become = (files: FileDraft): void => {
          const has = entryIn(files.bytes(file), file, 'conditions', condition)
          if (twin !== undefined && has !== undefined)
            files.splice(file, { keys: ['conditions', condition], to: undefined }, { keys: ['conditions', twin], to: has })
        }
        return {
          id: `condition ${id} ${condition}`,
          words: `${name} has the condition “${called}”, which the rules no longer have.`,
          choices: [
            ...(twin === undefined ? [] : [{ id: `as ${twin}`, words: `It is now called ${twin}`, apply: become }]),
            { id: 'end', words: 'End it', apply: (files: FileDraft) => files.splice(file, { keys: ['conditions', condition], to: undefined }) },
            { id: 'keep', words: 'Keep it without rules' }
          ],
          preselected: twin === undefined ? 'end' : `as ${twin}`
        }
      })
  })
}

/** The names of the first of some characters, and the number of the others. */
function namesOf(all: readonly { name: string }[]): string {
  const names = all.map(({ name }) => name)
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : listed(names)
}

/** Stats that sheets have and the game doesn't, and stats that the game has and sheets don't. One that has its label as before was renamed. */
export function statConflicts(input: MergeInput): OpenConflict[] {
  const { state, game, newGame, where, files } = input
  if (!game || !newGame || game === newGame) return []
  const [before, now] = [game.manifest.stats, newGame.manifest.stats]
  const has = (id: string, stat: string): boolean => {
    const path = locate(state, `/actors/${id}`)?.file ?? ''
    return entryIn(files.bytes(path), path, 'stats', stat) !== undefined
  }
  const lost = Object.entries(before).flatMap(([stat, { label }]): { conflict: OpenConflict; twin: string | undefined }[] => {
    const having = own(now, stat) ? [] : Object.entries(state.actors).filter(([id]) => has(id, stat))
    if (having.length === 0) return []
    const twin = Object.entries(now).find(([other, { label: same }]) => same === label && !own(before, other))?.[0]
    const change = (to: string | undefined) => (draft: FileDraft) => {
      for (const [id, { stats, max }] of having) {
        const file = locate(state, `/actors/${id}`)?.file ?? ''
        const most = own(max, stat)
        draft.splice(file, { keys: ['stats', stat], to: undefined }, ...(most === undefined ? [] : [{ keys: ['max', stat], to: undefined }]))
        if (to === undefined) continue
        draft.splice(file, { keys: ['stats', to], to: stats[stat] ?? 0 }, ...(most === undefined ? [] : [{ keys: ['max', to], to: most }]))
      }
    }
    const conflict: OpenConflict = {
      id: `no stat ${stat}`,
      words: `The ${having.length === 1 ? 'sheet' : 'sheets'} of ${namesOf(having.map(([, actor]) => actor))} ${having.length === 1 ? 'has' : 'have'} the stat ${label}, which the rules no longer have.`,
      choices: [
        ...(twin === undefined ? [] : [{ id: `as ${twin}`, words: `It is now called ${twin}`, apply: change(twin) }]),
        { id: 'drop', words: 'Take it away', apply: change(undefined) },
        { id: 'keep', words: 'Keep it without rules' }
      ],
      preselected: twin === undefined ? 'drop' : `as ${twin}`
    }
    return [{ conflict, twin }]
  })
  const renamed = new Set(lost.map(({ twin }) => twin))
  const added = Object.entries(now)
    .filter(([stat]) => !own(before, stat) && !renamed.has(stat))
    .flatMap(([stat, { label, min, has_max }]): OpenConflict[] => {
      const without = Object.entries(state.actors).filter(([id]) => !has(id, stat))
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
      return [
        {
          id: `stat ${stat}`,
          words: `The rules have the stat ${label}, which ${without.length === 1 ? 'the sheet' : 'the sheets'} of ${namesOf(without.map(([, actor]) => actor))} ${without.length === 1 ? "doesn't" : "don't"} have ${where.here}.`,
          choices: [
            { id: 'give', words: `Give each ${value}`, apply: give },
            { id: 'leave', words: 'Leave the sheets as they are' }
          ],
          preselected: 'give'
        }
      ]
    })
  return [...lost.map(({ conflict }) => conflict), ...added]
}
