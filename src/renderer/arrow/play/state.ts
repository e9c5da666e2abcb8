import { useMemo } from 'react'
import {
  act,
  type ArrowId,
  editPlay,
  pendingNodes,
  type PlayAction,
  type PlayEdit,
  type PlayEvent,
  type PlayState,
  startPlay,
  stepBack
} from '../../../arrow'
import { arrange, showProblem } from '../../session'
import { slice } from '../../slice'
import { showScene } from '../edits'
import { currentOf, useArrow } from '../state'
import { playingAt } from './playing-at'

/** The play of a document beside its graph. */
export interface PlaytestState {
  /** The document in play; undefined before the first play. */
  path?: string | undefined
  state?: PlayState | undefined
  /** Why the last answer was refused. */
  refused?: string | undefined
  /** The problems with broken data in the last step. */
  problems: readonly string[]
  seed: number
  /** Only variables and tags that changed are listed. */
  isWatching: boolean
}

export const usePlay = slice<PlaytestState>('arrow-play', { seed: 1, isWatching: false, problems: [] })

const problemsIn = (events: readonly PlayEvent[]): string[] => events.flatMap((event) => (event.ev === 'problem' ? [event.problem.message] : []))

/** Shows the node that waits, or the last one, in the graph of its scene. */
function follow(state: PlayState): void {
  const one = currentOf(useArrow.get())
  const at = one && playingAt(one.document, state)
  if (!at) return
  if (at.scene !== one.scene) showScene(at.scene)
  useArrow.set({ revealed: [at.node] })
}

/** Runs a step of the play on the document as it is now; a problem is shown, and then nothing changes. */
function step(
  go: (document: NonNullable<ReturnType<typeof currentOf>>['document']) => { state: PlayState; events: readonly PlayEvent[]; refused?: string }
): void {
  const one = currentOf(useArrow.get())
  if (!one) return
  try {
    const { state, events, refused } = go(one.document)
    usePlay.set({ path: one.path, state, refused, problems: problemsIn(events) })
    if (refused === undefined) follow(state)
  } catch (error) {
    showProblem(error)
  }
}

/** Plays the document from a node, or from its start, and shows the play. */
export function playFrom(from: ArrowId | undefined): void {
  arrange({ side: 'arrow-play' })
  const { seed } = usePlay.get()
  step((document) => startPlay(document, { from, seed }))
}

/** Performs the player's action. */
export const doInPlay = (action: PlayAction): void => {
  const { state } = usePlay.get()
  if (state) step((document) => act(document, state, action))
}

/** Undoes the last action. */
export function back(): void {
  const { state } = usePlay.get()
  const before = state && stepBack(state)
  if (!before) return
  usePlay.set({ state: before, refused: undefined, problems: [] })
  follow(before)
}

/** Changes a variable or a tag of the play. */
export const changeInPlay = (change: PlayEdit): void => {
  const { state } = usePlay.get()
  if (state) step((document) => editPlay(document, state, change))
}

const NONE: ReadonlySet<ArrowId> = new Set()

/** The nodes of the document in view that wait in the play, and those that it has passed. */
export function usePlayed(): { playing: ReadonlySet<ArrowId>; played: ReadonlySet<ArrowId> } {
  const path = useArrow((s) => s.path)
  const state = usePlay((s) => (s.path === path ? s.state : undefined))
  return useMemo(() => {
    if (!state) return { playing: NONE, played: NONE }
    const waiting = pendingNodes(state).map(({ id }) => id)
    const last = state.open.at(-1)?.id
    return { playing: new Set(waiting.length > 0 ? waiting : last === undefined ? [] : [last]), played: new Set(state.open.map(({ id }) => id)) }
  }, [state])
}
