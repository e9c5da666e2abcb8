import type { Spots, World } from '../../../shared/map/drawing'
import { cut, elkGraph, laidOut, placedBy, stepsOf } from '../../../shared/map/layout/groups'
import { elkInWorker } from '../../ui/elk-worker'

/** Called after each step of a layout with the steps done and their total. */
export type OnStep = (done: number, of: number) => void

/** A layout that runs in a worker. */
export interface Job {
  spots: Promise<Spots>
  /** Ends the worker. The promise then never settles. */
  stop: () => void
}

/** Lays out a world with ELK in a worker, so that the page stays responsive. Rejects if the worker fails. */
export function layOut(world: World, onStep: OnStep): Job {
  const { elk, broken } = elkInWorker()
  const of = stepsOf(cut(world))
  let done = 0
  const spots = laidOut(world, async (group) => {
    const answer = await elk.layout(elkGraph(group))
    onStep(++done, of)
    return placedBy(answer)
  })
  return { spots: Promise.race([spots, broken]).finally(() => elk.terminateWorker()), stop: () => elk.terminateWorker() }
}
