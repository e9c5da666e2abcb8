import type { View } from '../../shared/agents'
import { own } from '../../shared/json'
import { EXITS, openWords, type OpenWords } from '../../shared/narrator/open-words'
import type { LogEntry } from '../../shared/play'
import type { GameState } from '../../shared/state'

/** Whether a scene tree can be clicked now. */
export const hasTree = ({ scene, next }: GameState): boolean => scene?.tree !== undefined && next.mode === 'story'

/** Words of the scene's tree that nobody has clicked yet, and the waiting that it offers. */
export function unclicked({ scene }: Pick<GameState, 'scene'>): OpenWords[] {
  if (!scene?.tree) return []
  const { tree, clicked = {} } = scene
  const wait = tree.exits?.wait
  return [
    ...openWords(tree, clicked).filter(({ id }) => own(clicked, id) === undefined),
    ...(wait ? [{ id: EXITS.wait, words: 'wait', clickable: { speaks: wait.speaks, intent: 'wait' }, at: EXITS.wait }] : [])
  ]
}

/** The open scene tree as the DM follows it: what can be clicked, and the clicks that wait for an answer. */
export function treeSeen({ scene }: GameState, log: readonly LogEntry[]): NonNullable<View['tree']> | undefined {
  if (!scene?.tree) return undefined
  const { tree, clicked = {} } = scene
  const told = log.findLast(({ kind, action }) => kind === 'narration' && action === undefined)?.beat ?? 0
  const all = openWords(tree, clicked)
  return {
    place: tree.location.place,
    open: all.flatMap(({ id, words }) => (own(clicked, id) === undefined ? [words] : [])),
    waits: all.flatMap(({ id, words, clickable: { speaks, intent, response } }) => {
      const beat = own(clicked, id) ?? 0
      const who = log.find((entry) => entry.beat === beat && entry.action === 'click' && entry.kind === 'speech')?.by
      return response || beat <= told || who === undefined ? [] : [{ who, words, speaks, intent }]
    })
  }
}
