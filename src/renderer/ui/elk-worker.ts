import ELK from 'elkjs/lib/elk-api.js'
import ElkWorker from 'elkjs/lib/elk-worker.min.js?worker'

/** ELK in a worker of its own. `broken` rejects if the worker fails; end the worker with `elk.terminateWorker`. */
export function elkInWorker(): { elk: InstanceType<typeof ELK>; broken: Promise<never> } {
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
  return { elk, broken }
}
