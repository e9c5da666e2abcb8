// What start, test and the command line share: dependencies, a fresh build, child processes. Node's own modules only.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** The checkout. */
export const ROOT = join(import.meta.dirname, '..')

/** What the bundles are made from. */
const SOURCES = ['src', 'electron.vite.config.ts', 'tsconfig.base.json', 'package.json', 'package-lock.json']

/** Runs a program; its words go to stderr. Resolves with the exit code, 127 when it cannot be started. */
export function run(command, args, { env = {}, timeout = 0, quiet = false } = {}) {
  return new Promise((done) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'ignore' : 2, quiet ? 'ignore' : 2],
      timeout
    })
    child.once('error', () => done(127))
    child.once('exit', (code, signal) => done(signal ? 1 : (code ?? 1)))
  })
}

/** Runs a JavaScript tool of node_modules with this Node. */
export const runTool = (script, args, options) => run(process.execPath, [join(ROOT, 'node_modules', script), ...args], options)

/** Newest change of a file or of anything below a folder, in ms. A removed file shows in its folder's own time. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((most, name) => (name.endsWith('.test.ts') ? most : Math.max(most, newest(join(path, name)))), stat.mtimeMs)
}

/** Whether out/ is missing or older than what it is made from. */
export function isStale() {
  const built = statSync(join(ROOT, 'out/.built'), { throwIfNoEntry: false })
  return !built || SOURCES.some((path) => newest(join(ROOT, path)) > built.mtimeMs)
}

/** Written by npm when it has installed everything. */
const STAMP = join(ROOT, 'node_modules/.package-lock.json')

/** Installs the packages of the lock file when they are missing or belong to another lock file. Throws a sentence. */
export async function ensureModules(say) {
  // A linked folder belongs to another checkout: npm would empty it under that one's feet.
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const stamp = statSync(STAMP, { throwIfNoEntry: false })
  const lock = statSync(join(ROOT, 'package-lock.json'))
  if (stamp && stamp.mtimeMs >= lock.mtimeMs) return
  // A checkout gives every file a new time; only packages that do not fit the lock file are a reason to install again.
  if (stamp && (await run('npm', ['ls', '--all', '--silent'], { quiet: true })) === 0) return utimesSync(STAMP, new Date(), new Date())
  say('Installing packages (npm ci)…')
  if ((await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])) !== 0)
    throw new Error('The packages could not be installed: run "npm ci" in this folder and look at what it says.')
}

/** Builds when out/ is stale. Throws a sentence. */
export async function ensureBuild(say) {
  if (!isStale()) return
  say('Building…')
  if ((await run(process.execPath, [join(ROOT, 'scripts/build.mjs')])) !== 0 || !existsSync(join(ROOT, 'out/.built')))
    throw new Error('The app could not be built: run "npm run build" and correct what it names.')
}

/** Bundles a TypeScript entry of src for Node as out/<folder>/<name>.js and gives the bundle's path. */
export async function bundle(folder, name, entry) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: `out/${folder}`,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { [name]: join(ROOT, 'src', entry) },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
      }
    }
  })
  return join(ROOT, 'out', folder, `${name}.js`)
}
