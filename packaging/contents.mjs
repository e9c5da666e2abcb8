// What is packed: app.asar, and the files beside it. `npm run package` stages exactly these files, and a test reads the same list.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { ROOT } from '../scripts/setup.mjs'

/** The app's own code, which only Electron reads. */
const IN_ARCHIVE = ['out/main', 'out/preload', 'out/renderer']

/** What is copied as whole folders or shown by other programs, which an archive can't do: src/main/place.ts finds it beside the archive. */
const BESIDE = ['rules', 'resources', 'out/page-player.json', 'out/licences.txt']

/** Native code of this system, which no bundle can have: DuckDB. An app for macOS runs on both kinds of processors. */
const NATIVE = (process.platform === 'darwin' ? ['arm64', 'x64'] : [process.arch]).map(
  (arch) => `node_modules/@duckdb/node-bindings-${process.platform}-${arch}`
)
export const isNative = (file) => file.startsWith('node_modules/')

/** What the app's own files and its native code may add to an installer, compressed, in bytes. */
export const MAX_OWN_BYTES = 15e6
export const MAX_NATIVE_BYTES = 25e6

/** For those who work on Proscenium, and templates of the command line. */
const LEFT_OUT = ['rules/types', 'rules/tsconfig.json', 'rules/DECISIONS.md', 'resources/new-tool']

function filesBelow(path) {
  if (LEFT_OUT.includes(path)) return []
  if (isNative(path) && !existsSync(join(ROOT, path)))
    throw new Error(`${path} is missing. Run "npm install --no-save --force ${path.slice('node_modules/'.length)}" and pack again.`)
  if (!statSync(join(ROOT, path)).isDirectory()) return [path]
  return readdirSync(join(ROOT, path)).flatMap((name) => filesBelow(`${path}/${name}`))
}

/** All packed files of this checkout, which must be built, as paths from its root. */
export const packedFiles = () => ({ archive: IN_ARCHIVE.flatMap(filesBelow), beside: [...BESIDE, ...NATIVE].flatMap(filesBelow) })

/** The package.json in the archive: what Electron reads at the start. */
function manifest() {
  const { name, version, description, license, author, type, main } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  return { name, productName: 'Proscenium', version, description, license, author, type, main, desktopName: 'proscenium.desktop' }
}

/** Copies what is packed to `<folder>/app` (for the archive) and `<folder>/beside`. */
export function stage(folder) {
  const { archive, beside } = packedFiles()
  const copy = (to) => (file) => {
    mkdirSync(dirname(join(folder, to, file)), { recursive: true })
    cpSync(join(ROOT, file), join(folder, to, file))
  }
  archive.forEach(copy('app'))
  beside.forEach(copy('beside'))
  writeFileSync(join(folder, 'app/package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)
}

/** All files below a folder with their sizes in bytes, by path with slashes. */
export const sizesBelow = (folder) =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((file) => [relative(folder, file).split(sep).join('/'), statSync(file).size])
  )
