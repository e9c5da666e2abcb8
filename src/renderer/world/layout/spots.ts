import { create } from 'zustand'
import type { Spots, World } from '../../../shared/map/drawing'
import { problemOf } from '../../problem-of'
import type { ProblemData } from '../../../shared/base/problem'
import { atOnce, isSmall } from '../../../shared/map/layout/at-once'
import { saveLayout, savedLayout } from './saved-layout'
import { shapeOf } from '../../../shared/map/layout/links'
import { isManualMap, settled, unknown } from '../../../shared/map/layout/settle'
import { cut, elkGraph, laidOut, placedBy, stepsOf } from '../../../shared/map/layout/groups'
import { elkInWorker } from '../../ui/elk-worker'

interface LayoutState {
  /** The campaign and epoch of the layout. */
  of: string
  /** The layout for as long as the map is open. New places are added beside it. */
  base: Spots
  /** How often the whole map has been laid out. */
  layouts: number
  /** The progress of a better layout, in steps. */
  working?: { done: number; of: number }
  problem?: ProblemData
}

const NONE: Spots = new Map()

/** The layout of the open campaign in this window. */
export const useLayoutState = create<LayoutState>()(() => ({ of: '', base: NONE, layouts: 0 }))

let job: Job | undefined

/** Makes sure that a world has a layout: immediately for a small world, in the background for a large one. Called whenever the world changes. */
export function ensureLayout(of: string, world: World, hand: Spots): void {
  const state = useLayoutState.getState()
  if (state.of !== of) {
    job?.stop()
    job = undefined
    useLayoutState.setState({ of, base: NONE, working: undefined, problem: undefined })
  }
  const { base } = useLayoutState.getState()
  if (job) return
  if (unknown(world, hand, base)) {
    const saved = savedLayout(localStorage, shapeOf(world))
    return saved ? useLayoutState.setState(withLayout(saved)) : startLayout(world, hand)
  }
  // Places that were added beside others keep their positions, also when the map is opened again.
  const added = [...settled(world, hand, base)].filter(([id]) => !hand.has(id) && !base.has(id))
  if (added.length === 0) return
  const spots = new Map([...base, ...added])
  saveLayout(localStorage, shapeOf(world), spots)
  useLayoutState.setState({ base: spots })
}

const withLayout = (base: Spots): Pick<LayoutState, 'base' | 'layouts'> => ({ base, layouts: useLayoutState.getState().layouts + 1 })

/** Lays out a world again. Positions that the user has set stay; if most are, the other places stand beside them. */
export function startLayout(world: World, hand: Spots): void {
  job?.stop()
  job = undefined
  if (isManualMap(world, hand)) {
    const spots = [...settled(world, hand, NONE)].filter(([id]) => !hand.has(id))
    useLayoutState.setState({ ...withLayout(new Map(spots)), working: undefined, problem: undefined })
    return
  }
  const shape = shapeOf(world)
  if (isSmall(world)) {
    const known = atOnce(world)
    saveLayout(localStorage, shape, known)
    useLayoutState.setState({ ...withLayout(known), working: undefined, problem: undefined })
    return
  }
  if (unknown(world, hand, useLayoutState.getState().base)) useLayoutState.setState(withLayout(atOnce(world)))
  useLayoutState.setState({ working: { done: 0, of: 1 }, problem: undefined })
  const own = layOut(world, (done, all) => job === own && useLayoutState.setState({ working: { done, of: all } }))
  job = own
  own.spots.then(
    (spots) => {
      if (job !== own) return
      job = undefined
      saveLayout(localStorage, shape, spots)
      useLayoutState.setState({ ...withLayout(spots), working: undefined })
    },
    (error: unknown) => {
      if (job !== own) return
      job = undefined
      useLayoutState.setState({ working: undefined, problem: problemOf(error) })
    }
  )
}

/** Stops the running layout. Positions stay as they are. */
export function stopLayout(): void {
  job?.stop()
  job = undefined
  useLayoutState.setState({ working: undefined })
}

type OnStep = (done: number, of: number) => void

interface Job {
  spots: Promise<Spots>
  /** Ends the worker. The promise then never settles. */
  stop: () => void
}

/** Lays out a world with ELK in a worker, so that the page stays responsive. Rejects if the worker fails. */
function layOut(world: World, onStep: OnStep): Job {
  const elk = elkInWorker()
  const of = stepsOf(cut(world))
  let done = 0
  const spots = laidOut(world, async (group) => {
    const answer = await elk.layout(elkGraph(group))
    onStep(++done, of)
    return placedBy(answer)
  })
  return { spots: spots.finally(elk.stop), stop: elk.stop }
}
