// node scripts/fake-table.mjs [--port N] [--scenes N] [--rounds N] [--delay MS]: serves a Messages API on loopback that plays only with the offered
// tools, so that you can try seats with models without a key.
import { pathToFileURL } from 'node:url'
import { bundle, ensureModules } from './setup.mjs'

await ensureModules((line) => process.stderr.write(`${line}\n`))
const served = await bundle('fake', 'fake-table', 'src/main/agents/anthropic/fake-table.serve.fixture.ts')
await import(pathToFileURL(served).href)
