// Builds out/: main, preload and renderer bundles. Made beside it and moved into place whole, so that a running app and
// a second build never meet half a build. rules/ and resources/ are read from the checkout; nothing else is copied.
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
      // Another build came first; ours is as good and goes over it.
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(error.code) || attempt > 5) throw error
    } finally {
      rmSync(old, { recursive: true, force: true })
    }
  }
}

await ensureModules(say)
mkdirSync(workshop, { recursive: true })
const bundled = await runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn', '--outDir', fresh])
const code = bundled || (await run(process.execPath, [join(fresh, 'main/bake.js'), ROOT]))
if (code === 0) {
  // Stamped with the time the build began: what was edited meanwhile is newer.
  writeFileSync(join(fresh, '.built'), `${started.toISOString()}\n`)
  utimesSync(join(fresh, '.built'), started, started)
  moveIntoPlace()
} else rmSync(fresh, { recursive: true, force: true })
process.exitCode = code
