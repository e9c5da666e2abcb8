import { createHash } from 'node:crypto'
import type { ObjectReader } from '../campaign/parsed-files'

type Chance = () => number
/** Files of a folder by path. */
export type Folder = ReadonlyMap<string, string>

/** Values that are difficult for YAML readers. */
const ODD = [
  '.nan',
  '.inf',
  '-.inf',
  '1e999',
  '-1',
  '0x1F',
  '99999999999999999999',
  'null',
  '~',
  '[]',
  '{}',
  '""',
  '- -',
  '&a [*a]',
  '*a',
  '!!binary aGk=',
  '!!js/function x',
  '|',
  '"unclosed',
  "'",
  '{a: 1',
  'yes',
  '2026-01-01',
  '__proto__',
  'constructor',
  '{item.effect.heal.dice}',
  '{{{{}}}}',
  '100d1000kh100',
  '\t',
  '\u2028',
  '\u0000',
  '\ud800',
  '# x',
  '<<: *x',
  '---',
  '...',
  '🕯'.repeat(60),
  '[['.repeat(400),
  'x'.repeat(5000)
]

const at = (length: number, chance: Chance): number => Math.floor(chance() * length)
const odd = (chance: Chance): string => ODD[at(ODD.length, chance)] ?? ''

/** Functions that damage a list of lines in place. */
const SPOIL: readonly ((lines: string[], i: number, chance: Chance) => void)[] = [
  (lines, i) => lines.splice(i, 1),
  (lines, i) => lines.splice(i, 0, lines[i] ?? ''),
  (lines, i, chance) => lines.splice(i, 0, odd(chance)),
  (lines, i, chance) => lines.splice(i, 0, `${odd(chance)}: ${odd(chance)}`),
  (lines, i) => (lines[i] = ` ${lines[i]}`),
  (lines, i) => (lines[i] = (lines[i] ?? '').replace(/^ {1,2}/, '')),
  (lines, i, chance) => (lines[i] = (lines[i] ?? '').replace(/:.*$/, `: ${odd(chance)}`)),
  (lines, i, chance) => (lines[i] = (lines[i] ?? '').replace(/[\w-]+:/, `${odd(chance)}:`)),
  (lines, i, chance) => (lines[i] = (lines[i] ?? '').replace(/\d+/, odd(chance))),
  (lines, i, chance) => (lines[i] = (lines[i] ?? '').replace(/[a-z][\w-]+(?=[,\]} ]|$)/, odd(chance))),
  (lines, i, chance) => ([lines[i], lines[at(lines.length, chance)]] = [lines[at(lines.length, chance)] ?? '', lines[i] ?? '']),
  (lines, i, chance) => (lines[i] = (lines[i] ?? '').slice(0, at((lines[i] ?? '').length, chance))),
  (lines, i) => lines.splice(i)
]

/** The folder with one to three of the files accepted by `pick` damaged, and the names of those. */
export function spoilt(folder: Folder, pick: (path: string) => boolean, chance: Chance): { files: Map<string, string>; touched: string[] } {
  const files = new Map(folder)
  const paths = [...folder.keys()].filter(pick)
  const touched: string[] = []
  for (let n = 1 + at(3, chance); n > 0; n--) {
    const path = paths[at(paths.length, chance)] ?? ''
    const text = files.get(path)
    if (text === undefined) continue
    touched.push(path)
    if (chance() < 0.04) {
      files.delete(path)
      continue
    }
    const lines = text.split('\n')
    SPOIL[at(SPOIL.length, chance)]?.(lines, at(lines.length, chance), chance)
    files.set(path, lines.join('\n'))
  }
  return { files, touched }
}

/** A folder as git objects, in memory; the same content has the same id. */
export function objectsOf(folder: ReadonlyMap<string, string | Buffer>): { root: string; objects: ObjectReader } {
  const trees = new Map<string, Map<string, { mode: number; oid: string }>>()
  const blobs = new Map<string, Buffer>()
  const hash = (kind: string, content: string | Buffer): string => createHash('sha1').update(kind).update(content).digest('hex')
  const build = (files: readonly (readonly [string, Buffer])[]): string => {
    const entries = new Map<string, { mode: number; oid: string }>()
    const below = new Map<string, [string, Buffer][]>()
    for (const [path, bytes] of files) {
      const slash = path.indexOf('/')
      if (slash < 0) {
        const oid = hash('blob', bytes)
        blobs.set(oid, bytes)
        entries.set(path, { mode: 0o100644, oid })
      } else {
        const list = below.get(path.slice(0, slash)) ?? []
        list.push([path.slice(slash + 1), bytes])
        below.set(path.slice(0, slash), list)
      }
    }
    for (const [name, list] of below) entries.set(name, { mode: 0o40000, oid: build(list) })
    const oid = hash('tree', JSON.stringify([...entries].toSorted(([a], [b]) => (a < b ? -1 : 1))))
    trees.set(oid, entries)
    return oid
  }
  const root = build([...folder].map(([path, text]) => [path, typeof text === 'string' ? Buffer.from(text) : text] as const))
  return { root, objects: { tree: (id) => trees.get(id) ?? new Map(), blob: (id) => blobs.get(id) ?? Buffer.alloc(0) } }
}
