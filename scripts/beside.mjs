// Compares the CPU time of a beat in this checkout with another one: `npm run bench -- --beside DIR`; see src/main/bench/README.md.
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ROOT } from './setup.mjs'

const FILES = 1000
const BEATS = 200
const PAIRS = 16

/**
 * The code that runs in either checkout. It creates a campaign on request and answers with its folder, or plays a round in one and answers with the
 * CPU time of a beat in ms. The contender measures with `performance.now`, so that clock is replaced by the CPU time of the process, user and system.
 */
const ENTRY = `
import { makeCampaign } from '/src/main/bench/beats'
import { ruledBeats } from '/src/main/bench/ruled-beats'
performance.now = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
process.on('message', async ({ make, play }) => {
  process.send(make ? await makeCampaign(make, 'story', ${FILES}) : (await ruledBeats.make(play, ${BEATS})) / ${BEATS})
})
`

/** Bundles the entry for one checkout and returns the bundle's path. The checkout needs its dependencies and its build (npm run build). */
async function bundleIn(root) {
  const { build } = await import('vite')
  const name = 'virtual:cost'
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [
      {
        name: 'cost',
        resolveId: (id) => (id === name ? id : id.startsWith('/src/') ? join(root, `${id}.ts`) : undefined),
        load: (id) => (id === name ? ENTRY : undefined)
      }
    ],
    build: {
      ssr: true,
      outDir: 'out/bench',
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { cost: name },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
      }
    }
  })
  return join(root, 'out/bench/cost.js')
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1]

/** The answer of a process to a message. */
async function ask(side, message) {
  const answer = once(side, 'message')
  side.send(message)
  return (await answer)[0]
}

/**
 * Gives a campaign the engine number of one that this checkout created. Otherwise this checkout would begin with a beat that raises the number, and
 * every later beat would have other dice than in the older checkout.
 */
function useOwnEngine(dir, own) {
  const version = 'narrative-version'
  const engine = /^engine: .*$/m
  const [line] = engine.exec(readFileSync(join(own, version), 'utf8'))
  writeFileSync(join(dir, version), readFileSync(join(dir, version), 'utf8').replace(engine, line))
  execFileSync('git', ['-c', 'user.name=Bench', '-c', 'user.email=bench@proscenium.invalid', 'commit', '-qam', 'Engine'], { cwd: dir })
}

/**
 * Prints the CPU time of a beat in both checkouts, pair by pair, and the median of the ratios. Both play the same campaign, created by the other
 * checkout, which has to be the older one. `say` reports progress.
 */
export async function compareWith(other, say) {
  const home = mkdtempSync(join(tmpdir(), 'proscenium-beside-'))
  const sides = []
  try {
    for (const root of [resolve(other), ROOT]) sides.push(fork(await bundleIn(root), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }))
    const [there, here] = sides
    const theirs = await ask(there, { make: home })
    const ours = join(home, 'copy')
    cpSync(theirs, ours, { recursive: true })
    useOwnEngine(ours, await ask(here, { make: join(home, 'own') }))
    const ratios = []
    for (let pair = 0; pair < PAIRS; pair++) {
      const old = pair % 2 === 0 ? await ask(there, { play: theirs }) : undefined
      const now = await ask(here, { play: ours })
      const before = old ?? (await ask(there, { play: theirs }))
      ratios.push(now / before)
      say(`${before.toFixed(3)} ms there, ${now.toFixed(3)} ms here: ${(now / before).toFixed(3)}`)
    }
    process.stdout.write(
      `CPU time of a beat at ${FILES} files, this checkout against ${other}: ${median(ratios).toFixed(3)} (median of ${PAIRS} pairs)\n`
    )
  } finally {
    for (const side of sides) side.kill()
    rmSync(home, { recursive: true, force: true })
  }
}
