// npm run bench [-- --quick | --beside DIR]: builds the app and the bench, then runs the bench; see src/main/bench. Exits with code 1 if a goal is missed.
import { spawn } from 'node:child_process'
import { buildBareEditor } from './bare-editor.mjs'
import { compareWith } from './beside.mjs'
import { findChromium } from './chromium.mjs'
import { bundle, ensureBuild, ensureModules } from './setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)
await ensureModules(say)
await ensureBuild(say)
const beside = process.argv.indexOf('--beside')
if (beside > 0) await compareWith(process.argv[beside + 1] ?? '', say)
else await runBench()

async function runBench() {
  const bench = await bundle('bench', 'bench', 'main/bench/main.ts')
  const chromium = findChromium()
  const child = spawn(
    process.execPath,
    [bench, ...process.argv.slice(2), ...(chromium ? ['--chromium', chromium, '--bare', await buildBareEditor()] : [])],
    {
      stdio: 'inherit'
    }
  )
  child.once('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
