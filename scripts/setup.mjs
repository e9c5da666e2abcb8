// Shared by start, test and the command line: dependencies, an up-to-date build, child processes. Uses only Node's own modules.
import { spawn } from 'node:child_process'
import { existsSync, lstatSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'

/** The checkout's folder. */
export const ROOT = join(import.meta.dirname, '..')

/** The sources of the bundles. */
const SOURCES = ['src', 'electron.vite.config.ts', 'scripts/notices.mjs', 'tsconfig.base.json', 'package.json', 'package-lock.json']

/** Runs a program with its output on stderr. Resolves with the exit code, 127 if it can't be started. */
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

/** Runs npm: the one that runs this script, because Windows starts no npm.cmd without a shell. */
export function npm(args, options) {
  const script = process.env.npm_execpath
  const [program, ...first] = script?.endsWith('.js') ? [process.execPath, script] : ['npm']
  return run(program, [...first, ...args], options)
}

/** The newest change of a file or of anything below a folder, in ms. Removing a file changes its folder's time. */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((most, name) => (name.endsWith('.test.ts') ? most : Math.max(most, newest(join(path, name)))), stat.mtimeMs)
}

/** Returns whether out/ is missing or older than its sources. */
export function isStale() {
  const built = statSync(join(ROOT, 'out/.built'), { throwIfNoEntry: false })
  return !built || SOURCES.some((path) => newest(join(ROOT, path)) > built.mtimeMs)
}

/** npm writes this file after it has installed everything. */
const STAMP = join(ROOT, 'node_modules/.package-lock.json')

/** Installs the lock file's packages if they are missing or belong to another lock file. Throws an Error for users. */
export async function ensureModules(say) {
  // A linked folder belongs to another checkout, and npm would empty it.
  if (lstatSync(join(ROOT, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) return
  const stamp = statSync(STAMP, { throwIfNoEntry: false })
  const lock = statSync(join(ROOT, 'package-lock.json'))
  if (stamp && stamp.mtimeMs >= lock.mtimeMs) return
  // A checkout gives every file a new time, so only packages that don't match the lock file require an installation.
  if (stamp && (await npm(['ls', '--all', '--silent'], { quiet: true })) === 0) return utimesSync(STAMP, new Date(), new Date())
  say('Installing packages (npm ci)…')
  if ((await npm(['ci', '--no-audit', '--no-fund', '--loglevel=error'])) !== 0)
    throw new Error(`Couldn't install the packages. Run "npm ci" in this folder to see why.`)
}

/** Builds if out/ is out of date. Throws an Error for users. */
export async function ensureBuild(say) {
  if (!isStale()) return
  say('Building…')
  if ((await run(process.execPath, [join(ROOT, 'scripts/build.mjs')])) !== 0 || !existsSync(join(ROOT, 'out/.built')))
    throw new Error(`Couldn't build the app. Run "npm run build" to see the errors.`)
}

/** Bundles a TypeScript file of a checkout for Node as out/<folder>/<name>.js there, and returns the bundle's path. */
export async function bundle(folder, name, entry, root = ROOT) {
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      ssr: true,
      outDir: `out/${folder}`,
      emptyOutDir: false,
      target: 'node20',
      rolldownOptions: {
        checks: { bundlerTimings: false },
        input: { [name]: join(root, entry) },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' }
      }
    }
  })
  return join(root, 'out', folder, `${name}.js`)
}
