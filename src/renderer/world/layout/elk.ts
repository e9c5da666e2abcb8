import ELK from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'
import type { Spots, World } from '../../../shared/map/drawing'
import { cut, elkGraph, laidOut, placedBy, stepsOf } from '../../../shared/map/layout/groups'

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
  let fail: (error: Error) => void = () => undefined
  const broken = new Promise<never>((_, reject) => {
    fail = reject
  })
  const elk = new ELK({
    workerFactory: () => {
      const worker = new ElkWorker()
      worker.addEventListener('error', (event) => fail(new Error(event.message || 'The layout’s worker did not start.')))
      return worker
    }
  })
  const of = stepsOf(cut(world))
  let done = 0
  const spots = laidOut(world, async (group) => {
    const answer = await elk.layout(elkGraph(group))
    onStep(++done, of)
    return placedBy(answer)
  })
  return { spots: Promise.race([spots, broken]).finally(() => elk.terminateWorker()), stop: () => elk.terminateWorker() }
}
