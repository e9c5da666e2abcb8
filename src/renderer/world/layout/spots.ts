import { create } from 'zustand'
import type { Spots, World } from '../../../shared/map/drawing'
import { problemOf } from '../../problem-of'
import type { ProblemData } from '../../../shared/problem'
import { atOnce, isSmall } from '../../../shared/map/layout/at-once'
import { layOut, type Job } from './elk'
import { saveLayout, savedLayout } from './saved-layout'
import { shapeOf } from '../../../shared/map/layout/links'
import { madeByHand, settled, unknown } from '../../../shared/map/layout/settle'

/** What is known of the layout of the world that is open. */
export interface LayoutState {
  /** Campaign and epoch it is for. */
  of: string
  /** The layout that is kept while the map is open; new places are put beside it. */
  base: Spots
  /** A better layout is being worked out: steps done, of so many. */
  working?: { done: number; of: number }
  /** Why the last layout did not come about. */
  problem?: ProblemData
}

const NONE: Spots = new Map()

/** The layout of the open campaign: of this window, worked out again for the next. */
export const useLayoutState = create<LayoutState>()(() => ({ of: '', base: NONE }))

let job: Job | undefined

/** Sees to it that there is a layout for a world: at once for a small one, by and by for a big one. Called whenever the world changes. */
export function ensureLayout(of: string, world: World, hand: Spots): void {
  const state = useLayoutState.getState()
  if (state.of !== of) {
    job?.stop()
    job = undefined
    useLayoutState.setState({ of, base: NONE, working: undefined, problem: undefined })
  }
  const { base } = useLayoutState.getState()
  if (job || madeByHand(world, hand)) return
  if (unknown(world, base)) return startLayout(world)
  // What was put beside others stays there.
  const spots = settled(world, NONE, base)
  if ([...spots.keys()].some((id) => !base.has(id))) useLayoutState.setState({ base: new Map([...base, ...spots]) })
}

/** Lays a world out anew, whatever stands; spots made by hand are not touched. */
export function startLayout(world: World): void {
  job?.stop()
  job = undefined
  const shape = shapeOf(world)
  const known = isSmall(world) ? atOnce(world) : savedLayout(localStorage, shape)
  if (known) {
    useLayoutState.setState({ base: known, working: undefined, problem: undefined })
    return
  }
  if (unknown(world, useLayoutState.getState().base)) useLayoutState.setState({ base: atOnce(world) })
  useLayoutState.setState({ working: { done: 0, of: 1 }, problem: undefined })
  const own = layOut(world, (done, all) => job === own && useLayoutState.setState({ working: { done, of: all } }))
  job = own
  own.spots.then(
    (spots) => {
      if (job !== own) return
      job = undefined
      saveLayout(localStorage, shape, spots)
      useLayoutState.setState({ base: spots, working: undefined })
    },
    (error: unknown) => {
      if (job !== own) return
      job = undefined
      useLayoutState.setState({ working: undefined, problem: problemOf(error) })
    }
  )
}

/** Ends the layout that is being worked out; what stands stays. */
export function stopLayout(): void {
  job?.stop()
  job = undefined
  useLayoutState.setState({ working: undefined })
}
