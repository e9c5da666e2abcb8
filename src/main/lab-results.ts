import { once } from 'node:events'
import { READY, serveResults } from './lab/results/process'

// The process of `lab/results/process.ts`. It ends with its starter, even in the middle of a query: what isn't committed was never in the file.
const server = serveResults((message) => process.send?.(message))
process.on('message', server.receive)
process.send?.(READY)
await once(process, 'disconnect')
if (server.isBusy()) process.kill(process.pid, 'SIGKILL')
await server.close()
