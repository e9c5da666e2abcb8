// node scripts/fake-table.mjs [--port N] [--scenes N] [--rounds N] [--delay MS]: serves a Messages API on loopback that plays by the offered tools alone, so that model seats can be tried without a key.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureModules, ROOT } from './setup.mjs'

await ensureModules((line) => process.stderr.write(`${line}\n`))
const { build } = await import('vite')
await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'out/fake',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: { 'fake-table': join(ROOT, 'src/main/agents/anthropic/fake-table.serve.fixture.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
    }
  }
})
await import(pathToFileURL(join(ROOT, 'out/fake/fake-table.js')).href)
