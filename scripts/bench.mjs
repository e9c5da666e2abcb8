// npm run bench [-- --quick]: builds the app and the bench and runs it; see src/main/bench. Exit code 1 when a goal is missed.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from './chromium.mjs'
import { ensureBuild, ensureModules, ROOT } from './setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)
await ensureModules(say)
await ensureBuild(say)
const { build } = await import('vite')
await build({
  configFile: false,
  root: ROOT,
  logLevel: 'warn',
  build: {
    ssr: true,
    outDir: 'out/bench',
    emptyOutDir: false,
    target: 'node20',
    rolldownOptions: {
      input: { bench: join(ROOT, 'src/main/bench/main.ts') },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
    }
  }
})
const chromium = findChromium()
const child = spawn(process.execPath, [join(ROOT, 'out/bench/bench.js'), ...process.argv.slice(2), ...(chromium ? ['--chromium', chromium] : [])], {
  stdio: 'inherit'
})
child.once('exit', (code) => {
  process.exitCode = code ?? 1
})
