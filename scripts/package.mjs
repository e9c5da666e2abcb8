// npm run package: builds and packs the desktop app of this system into release/. "npm run package -- deb" makes one kind of package, "-- dir" only the
// unpacked app. --check packs, opens what was packed, runs the desktop's tests on it, and says what that proved. --icons draws the icons again.
import './supported-node.mjs'
import { cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ensureBuild, ensureModules, npm, ROOT, runTool } from './setup.mjs'

const PACKAGING = join(ROOT, 'packaging')
const RELEASE = join(ROOT, 'release')
const say = (line) => process.stderr.write(`${line}\n`)
const fromPackaging = createRequire(join(PACKAGING, 'package.json'))
const load = (name) => import(pathToFileURL(fromPackaging.resolve(name)).href)

/** Installs the tools of packaging/ if they are missing or older than their lock file. */
async function ensureTools() {
  const stamp = statSync(join(PACKAGING, 'node_modules/.package-lock.json'), { throwIfNoEntry: false })
  if (stamp && stamp.mtimeMs >= statSync(join(PACKAGING, 'package-lock.json')).mtimeMs) return
  say('Installing the packaging tools (npm ci)…')
  if ((await npm(['ci', '--prefix', PACKAGING, '--no-audit', '--no-fund', '--loglevel=error'])) !== 0)
    throw new Error('Couldn’t install the packaging tools. Run "npm ci" in packaging/ to see why.')
}

/** Packs the staged app for this system. `electronDist`: an unpacked runtime instead of a download. */
async function pack(targets, electronDist) {
  const { build, Platform } = await load('electron-builder')
  const { stage } = await import('../packaging/contents.mjs')
  const { configuration } = await import('../packaging/electron-builder.mjs')
  const staged = join(RELEASE, 'stage')
  rmSync(staged, { recursive: true, force: true })
  stage(staged)
  const config = configuration(staged, electronDist)
  return build({ projectDir: PACKAGING, config, targets: Platform.current().createTarget(targets), publish: 'never' })
}

/**
 * A folder that is laid out as Electron's runtime for Linux, where the real one is missing. Its program can't run. It has a fuse wire with Electron's
 * defaults, so that what the configuration sets can be read back.
 */
async function standinRuntime(version) {
  const folder = join(RELEASE, 'standin-runtime')
  rmSync(folder, { recursive: true, force: true })
  for (const name of ['resources', 'locales']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'version'), version)
  writeFileSync(join(folder, 'locales/en-US.pak'), '')
  const { createPackage } = await load('@electron/asar')
  await createPackage(join(folder, 'locales'), join(folder, 'resources/default_app.asar'))
  const wire = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\u0001\u0009101100011', 'latin1')
  writeFileSync(join(folder, 'electron'), Buffer.concat([Buffer.from('\x7fELF'), Buffer.alloc(60), wire]), { mode: 0o755 })
  return folder
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** Packs for Linux and checks the unpacked app. Throws an Error with what is wrong. */
async function check() {
  if (process.platform !== 'linux') throw new Error('"--check" packs for Linux, and runs on Linux only.')
  const { findRuntime } = await import('./runtime.mjs')
  const { packedFiles, sizesBelow, isNative, MAX_NATIVE_BYTES, MAX_OWN_BYTES } = await import('../packaging/contents.mjs')
  const { configuration } = await import('../packaging/electron-builder.mjs')
  const program = findRuntime()
  const version = configuration('').electronVersion
  await pack(['dir'], program ? join(program, '..') : await standinRuntime(version))
  const unpacked = join(RELEASE, 'linux-unpacked')
  const resources = join(unpacked, 'resources')

  // Laid out as Electron shows it: the archive is a folder.
  const app = join(RELEASE, 'opened')
  const archive = join(resources, 'app.asar')
  rmSync(app, { recursive: true, force: true })
  const { extractAll } = await load('@electron/asar')
  extractAll(archive, join(app, 'app.asar'))
  const { beside, archive: inArchive } = packedFiles()
  for (const file of beside) cpSync(join(resources, file), join(app, file))
  const packed = sizesBelow(app)
  const wanted = [...inArchive, 'package.json'].map((file) => `app.asar/${file}`).concat(beside)
  const missing = wanted.filter((file) => !packed.has(file))
  const strange = [...packed.keys()].filter((file) => !wanted.includes(file))
  if (missing.length + strange.length > 0)
    throw new Error(`The package lacks ${missing.join(', ') || 'nothing'} and has ${strange.join(', ') || 'nothing'} too many.`)
  const bytes = [...packed.values()].reduce((sum, size) => sum + size, 0)
  const compressedSize = (files) => gzipSync(Buffer.concat(files.map((file) => readFileSync(file))), { level: 9 }).length
  const compressed = compressedSize([archive, ...beside.filter((file) => !isNative(file)).map((file) => join(app, file))])
  const native = compressedSize(beside.filter(isNative).map((file) => join(app, file)))
  for (const [file, size] of [...packed].toSorted((a, b) => b[1] - a[1])) process.stdout.write(`${String(size).padStart(9)} ${file}\n`)
  say(
    `Packed: ${packed.size} files, ${megabytes(bytes)}, compressed ${megabytes(compressed)} of at most ${megabytes(MAX_OWN_BYTES)}, and native code of ${megabytes(native)}.`
  )
  if (compressed > MAX_OWN_BYTES || native > MAX_NATIVE_BYTES) throw new Error('The app is too large.')

  const { getCurrentFuseWire, FuseV1Options, FuseState } = await load('@electron/fuses')
  const wire = await getCurrentFuseWire(join(unpacked, 'proscenium'))
  const wished = {
    RunAsNode: false,
    EnableCookieEncryption: true,
    EnableNodeOptionsEnvironmentVariable: false,
    EnableNodeCliInspectArguments: false,
    EnableEmbeddedAsarIntegrityValidation: true,
    OnlyLoadAppFromAsar: true,
    GrantFileProtocolExtraPrivileges: false
  }
  const wrong = Object.entries(wished).filter(([fuse, isOn]) => wire[FuseV1Options[fuse]] !== (isOn ? FuseState.ENABLE : FuseState.DISABLE))
  if (wrong.length > 0) throw new Error(`These fuses are set wrongly: ${wrong.map(([fuse]) => fuse).join(', ')}.`)
  say(`Fuses read back from ${program ? 'Electron’s program' : 'a stand-in program'}: ${Object.keys(wished).length} as configured.`)

  if ((await runTool('@playwright/test/cli.js', ['test', 'desk.spec.ts', '--project', 'standin'], { env: { PROSCENIUM_PACKED: app } })) !== 0)
    throw new Error('The desktop’s tests fail on the packed files.')
  say('The desktop’s tests pass on the packed files, against the stand-in for Electron.')
  if (!program) say(`Not proved: that Electron ${version} itself runs the app. Its runtime isn’t installed here.`)
}

try {
  const options = { check: { type: 'boolean' }, icons: { type: 'boolean' } }
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  await ensureModules(say)
  if (values.icons) await (await import('../packaging/icons.mjs')).drawIcons()
  else {
    await ensureBuild(say)
    await ensureTools()
    if (values.check) await check()
    else for (const file of await pack(positionals)) process.stdout.write(`${file}\n`)
  }
} catch (error) {
  say(error.message)
  process.exit(1)
}
