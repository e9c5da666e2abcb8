// Builds out/: the main, preload and renderer bundles. The build is made beside out/ and moved into place atomically, so that a running app or a
// second build never sees half a build. The app reads rules/ and resources/ from the checkout; nothing else is copied.
import { mkdirSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureModules, ROOT, run, runTool } from './setup.mjs'

const say = (line) => process.stderr.write(`${line}\n`)
const started = new Date()
const workshop = join(ROOT, 'node_modules/.proscenium')
const fresh = join(workshop, `out-${process.pid}`)
const old = join(workshop, `old-${process.pid}`)
const out = join(ROOT, 'out')

function moveIntoPlace() {
  for (let attempt = 0; ; attempt++) {
    try {
      renameSync(out, old)
    } catch (error) {
      if (error.code !== 'ENOENT') throw error
    }
    try {
      return renameSync(fresh, out)
    } catch (error) {
      // Another build finished first; this one replaces it.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) || attempt > 5) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

await ensureModules(say)
mkdirSync(workshop, { recursive: true })
const bundled = await runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn', '--outDir', fresh])
const prebuilt = bundled || (await run(process.execPath, [join(fresh, 'main/prebuild.js'), ROOT]))
const code = prebuilt || (await run(process.execPath, [join(ROOT, 'scripts/page-player.mjs'), join(fresh, 'page-player.json')]))
if (code === 0) {
  // Stamped with the start of the build, so that files edited meanwhile count as newer.
  writeFileSync(join(fresh, '.built'), `${started.toISOString()}\n`)
  utimesSync(join(fresh, '.built'), started, started)
  moveIntoPlace()
} else rmSync(fresh, { recursive: true, force: true })
process.exitCode = code
