import type { View } from '../../shared/table/agents'
import { own } from '../../shared/base/json'
import { EXITS, openWords, type OpenWords } from '../../shared/narrator/open-words'
import type { SceneTree } from '../../shared/narrator/output'
import type { LogEntry } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'

/** Whether a scene tree can be clicked now. */
export const hasTree = ({ scene, next }: GameState): boolean => scene?.tree !== undefined && next.mode === 'story'

/** The words of the scene's tree that nobody has clicked yet, and its exits. The travel exit can be clicked once, the wait exit always. */
export function unclicked({ scene }: Pick<GameState, 'scene'>): OpenWords[] {
  if (!scene?.tree) return []
  const { clicked = {} } = scene
  const isOpen = ({ id }: OpenWords): boolean => own(clicked, id) === undefined
  return [...openWords(scene.tree, clicked).filter(isOpen), ...exitsOf(scene.tree).filter((exit) => exit.id === EXITS.wait || isOpen(exit))]
}

const exitsOf = ({ exits = {} }: SceneTree): OpenWords[] =>
  (['travel', 'wait'] as const).flatMap((exit) => {
    const speaks = exits[exit]?.speaks
    return speaks === undefined ? [] : [{ id: EXITS[exit], words: exit, clickable: { speaks, intent: exit }, at: EXITS[exit] }]
  })

/** The open scene tree as the DM sees it: the words that can be clicked, and the clicks that wait for an answer. */
export function treeSeen({ scene }: GameState, log: readonly LogEntry[]): NonNullable<View['tree']> | undefined {
  if (!scene?.tree) return undefined
  const { tree, clicked = {} } = scene
  const narratedAt = log.findLast(({ kind, action }) => kind === 'narration' && action === undefined)?.beat ?? 0
  const all = openWords(tree, clicked)
  return {
    place: tree.location.place,
    open: all.flatMap(({ id, words }) => (own(clicked, id) === undefined ? [words] : [])),
    waits: [...all, ...exitsOf(tree)].flatMap(({ id, words, clickable: { speaks, intent, response } }) => {
      const beat = own(clicked, id) ?? 0
      const who = log.find((entry) => entry.beat === beat && entry.action === 'click' && entry.kind === 'speech')?.by
      if (response || beat <= narratedAt || who === undefined) return []
      const exit = id === EXITS.travel ? tree.exits?.travel : id === EXITS.wait ? tree.exits?.wait : undefined
      const next = exit?.next_scene
      return [{ who, words, speaks, intent, ...(exit ? { exit: next === undefined ? {} : { next } } : {}) }]
    })
  }
}
