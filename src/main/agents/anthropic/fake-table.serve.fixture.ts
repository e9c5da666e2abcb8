import { parseArgs } from 'node:util'
import { startFakeMessages } from './fake-messages.fixture'
import { fakeTable } from './fake-table.fixture'

/** The program of `scripts/fake-table.mjs`: serves the fake until the process ends. */
const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '8787' },
    scenes: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    delay: { type: 'string', default: '15' }
  }
})
const fake = await startFakeMessages(fakeTable({ scenes: Number(values.scenes), rounds: Number(values.rounds) }), {
  port: Number(values.port),
  delay: Number(values.delay)
})
process.stderr.write(`A table that needs no model answers at ${fake.url}; any key will do.\nPROSCENIUM_BASE_URL=${fake.url} PROSCENIUM_API_KEY=any\n`)
