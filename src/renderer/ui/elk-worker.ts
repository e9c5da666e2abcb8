import ELK, { type ElkNode } from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'

/** ELK in a worker of its own. `layout` rejects if the worker fails, or `maxMs` after the worker was started. `stop` ends the worker. */
export function elkInWorker(maxMs?: number): { layout: (graph: ElkNode) => Promise<ElkNode>; stop: () => void } {
  let fail: (error: Error) => void = () => undefined
  const failed = new Promise<never>((_, reject) => {
    fail = reject
  })
  failed.catch(() => undefined)
  const elk = new ELK({
    workerFactory: () => {
      const worker = new ElkWorker()
      worker.addEventListener('error', (event) => fail(new Error(event.message || 'The layout’s worker did not start.')))
      return worker
    }
  })
  const tooLong = maxMs === undefined ? undefined : setTimeout(() => fail(new Error('The layout took too long.')), maxMs)
  const stop = (): void => {
    clearTimeout(tooLong)
    elk.terminateWorker()
  }
  return { layout: (graph) => Promise.race([elk.layout(graph), failed]), stop }
}
