// npm run bench [-- --quick] [--only NAMES] [--pair DIR]: builds the app and the bench, then runs it; see bench/README.md. Exits with code 1 if a
// goal is missed.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium } from './chromium.mjs'
import { bundle, ensureBuild, ensureModules, ROOT } from './setup.mjs'

const PAIRS = 5
const say = (line) => process.stderr.write(`${line}\n`)
const { values: flags } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, pair: { type: 'string' }, beside: { type: 'string' } }
})
const only = flags.only === undefined ? [] : ['--only', flags.only]

await ensureModules(say)
await ensureBuild(say)
if (flags.pair === undefined) {
  const chromium = findChromium()
  process.exitCode = await run(await bundle('bench', 'bench', 'bench/main.ts'), [
    ...only,
    ...(flags.quick ? ['--quick'] : []),
    ...(flags.beside === undefined ? [] : ['--beside', resolve(flags.beside)]),
    ...(chromium ? ['--chromium', chromium] : [])
  ])
} else await compareWith(resolve(flags.pair))

/** Runs a bundle of the bench; resolves with its exit code. `stdout` is where its table goes. */
async function run(file, args, stdout = 'inherit') {
  const [code] = await once(spawn(process.execPath, [file, ...args], { stdio: ['ignore', stdout, 'inherit'] }), 'exit')
  return code ?? 1
}

/**
 * Measures another checkout, which needs its dependencies and its build, and this one in turns: short runs without a window, in processor time, which
 * says the same on a busy machine. Prints for each measure the median of each side and of the ratios.
 */
async function compareWith(other) {
  const sides = []
  for (const root of [other, ROOT]) sides.push({ root, file: await bundle('bench', 'bench', 'bench/main.ts', root), runs: [] })
  for (let pair = 0; pair < PAIRS; pair++)
    for (const side of pair % 2 === 0 ? sides : sides.toReversed()) {
      say(`Pair ${pair + 1} of ${PAIRS}: ${side.root}`)
      await run(side.file, ['--quick', '--cpu', ...only], 'ignore')
      side.runs.push(new Map(JSON.parse(readFileSync(join(side.root, 'out/bench/results.json'), 'utf8')).rows.map((row) => [row.measure, row])))
    }
  const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]
  const [there, here] = sides.map(({ runs }) => runs)
  process.stdout.write(`measure\tunit\tthere\there\thalf of the ratios below\n`)
  for (const [measure, { unit }] of here[0]) {
    if (!there.every((rows) => rows.has(measure))) continue
    const [before, after] = [there, here].map((runs) => runs.map((rows) => rows.get(measure).value))
    const ratio = median(after.map((value, i) => value / before[i]))
    process.stdout.write(`${measure}\t${unit}\t${median(before).toFixed(3)}\t${median(after).toFixed(3)}\t${ratio.toFixed(3)}\n`)
  }
}
