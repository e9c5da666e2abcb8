import ELK from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'
import type { Spots, World } from '../../../shared/map/drawing'
import { cut, elkGraph, laidOut, placedBy, stepsOf } from '../../../shared/map/layout/groups'

/** Told after every step of a layout: how many are done, of how many. */
export type OnStep = (done: number, of: number) => void

/** A layout that is being worked out in a worker. */
export interface Job {
  spots: Promise<Spots>
  /** Ends the worker; the promise is then never settled. */
  stop: () => void
}

/** Lays a world out by elk, in a worker of its own, so that the page stays free. Rejects when the worker fails. */
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
