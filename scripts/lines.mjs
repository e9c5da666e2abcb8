// Counts the lines of production TypeScript in src by folder: everything except tests, fixtures and what only they use. npm run lint prints it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './setup.mjs'

const TEST_FILE = /\.(?:test|fixture|setup)\.tsx?$/
const TEST_FOLDERS = ['testing', 'fixtures', 'playthroughs', 'attacks']

/** Lines by folder of the first two levels below src, such as "main/story". */
const folders = new Map()
for (const entry of readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })) {
  const folder = entry.parentPath.slice(ROOT.length + '/src/'.length).split(/[\\/]/)
  if (!/\.tsx?$/.test(entry.name) || TEST_FILE.test(entry.name) || folder.some((name) => TEST_FOLDERS.includes(name))) continue
  const name = folder.slice(0, 2).join('/')
  folders.set(name, (folders.get(name) ?? 0) + readFileSync(join(entry.parentPath, entry.name), 'utf8').split('\n').length - 1)
}

const format = (lines) => lines.toLocaleString('en').padStart(8)
for (const [name, lines] of [...folders].toSorted(([a], [b]) => a.localeCompare(b))) console.log(`${format(lines)}  src/${name}`)
console.log(`${format([...folders.values()].reduce((sum, lines) => sum + lines, 0))}  lines of production TypeScript`)
