import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { applyChanges, diff, type Json } from '../../../shared/base/json'
import { isLog } from '../../../shared/story/layout'
import { chanceStream } from '../../engine/dice'
import { parseYaml } from '../../campaign/yaml-splice'
import { editing, type Editing } from '../world/editing.fixture'

let at: Editing
afterEach(() => at.close())

const PLACES = 'world/regions/underclint/locations'
const RULES = ['rules/conditions/winded.yaml', 'rules/conditions/soaked.yaml']
const TEXTS = ['world/notes.txt', 'world/misc/ledger.md', "player-notes/Wren/the sexton's names.md", 'rules/lib/words.md']
const LINES = ['a line', 'a line', '', '# One', '- item', '---', 'key: value', 'Zeile\twith tab', '“quoted”']

/** Edits drawn from a seed: of rules, notes, places and table.yaml, in files and through the app. */
class Editor {
  readonly #chance: () => number
  #beat = 0

  constructor(seed: number) {
    this.#chance = chanceStream(`${seed}`, 'policy', 'designer', 0)
  }

  number(below: number): number {
    return Math.floor(this.#chance() * below)
  }
  #of<T>(list: readonly T[]): T {
    return list[this.number(list.length)] as T
  }

  /** One edit, which is one beat. */
  async edit(): Promise<void> {
    this.#beat++
    const kind = this.number(5)
    if (kind === 0) return this.#place()
    if (kind === 1) return this.#settings()
    for (let files = 1 + this.number(3); files > 0; files--) this.#file()
    if ((await at.studio.edits()).length > 0) await at.studio.adopt()
  }

  async #place(): Promise<void> {
    const id = this.#of(['clint-top', 'throat-yard', 'ropewalk'])
    await at.edit({ op: 'put-place', id, fields: { description: `Seen ${this.#beat} times.`, senses: [this.#of(LINES), 'wind'] } })
  }

  async #settings(): Promise<void> {
    const settings = await at.studio.tableSettings()
    await at.studio.setTable({ ...settings, tiers: { ...settings.tiers, cold: 100 + this.#beat } })
  }

  #file(): void {
    const kind = this.number(4)
    if (kind === 0) this.#write(this.#of(RULES), `# Edit ${this.#beat}\nname: Wet ${this.#beat}\ndescription: Drips.\n`)
    else if (kind === 1) this.top(this.#of(['table.yaml', `${PLACES}/bell-house.yaml`, `${PLACES}/throat-yard.yaml`]))
    else if (kind === 2) this.#bytes('world/misc/picture.png')
    else this.#text(this.#of(TEXTS))
  }

  /** Writes a comment, and in a place also a value, at the top of a file. */
  top(path: string): void {
    const rest = at.read(path).replace(/^# Edit.*\n(?:moss: .*\n)?/, '')
    this.#write(path, `# Edit ${this.#beat}\n${path.startsWith(PLACES) ? `moss: ${this.#beat}\n` : ''}${rest}`)
  }

  #bytes(path: string): void {
    mkdirSync(dirname(join(at.dir, path)), { recursive: true })
    writeFileSync(join(at.dir, path), Buffer.from([0, 255, this.#beat, this.number(256)]))
  }

  /** Inserts, removes and replaces lines of a text, or creates, moves or removes it. */
  #text(path: string): void {
    const text = this.#textOf(path)
    if (text !== undefined && this.number(8) === 0) return rmSync(join(at.dir, path))
    const other = `${path}.txt`
    if (text !== undefined && this.number(8) === 0) return renameSync(join(at.dir, path), join(at.dir, other))
    const lines = text?.split('\n') ?? []
    for (let changes = 1 + this.number(4); changes > 0; changes--)
      lines.splice(this.number(lines.length + 1), this.number(3), ...Array.from({ length: this.number(3) }, () => this.#of(LINES)))
    this.#write(path, [`Edit ${this.#beat}`, ...lines].join('\n'))
  }

  #textOf(path: string): string | undefined {
    try {
      return at.read(path)
    } catch {
      return undefined
    }
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(join(at.dir, path)), { recursive: true })
    writeFileSync(join(at.dir, path), text)
  }
}

/** Every present file by object id, except those that the table writes with every edit. */
function files(): Map<string, string> {
  const rows = at.git('-c', 'core.quotePath=false', 'ls-tree', '-r', '-z', 'HEAD').split('\0')
  const all = rows.flatMap((row): [string, string][] => {
    const [entry = '', path] = row.split('\t')
    return path === undefined || path === 'next' ? [] : [[path, entry.split(' ')[2] ?? '']]
  })
  return new Map(all)
}

const changedIn = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path))

const blob = (oid: string | undefined): string => (oid === undefined ? '' : at.git('cat-file', 'blob', oid))
const valuesOf = (path: string, oid: string | undefined): Json => parseYaml(blob(oid), path) ?? {}

/** Undoes or redoes all edits; the log and the dice must not change. */
async function all(direction: 'undo' | 'redo'): Promise<number> {
  let count = 0
  while ((await at.studio.editHistory())[direction] !== undefined) {
    const before = files()
    await at.studio[direction]()
    expect(changedIn(before, files()).filter(isLog)).toEqual([])
    count++
  }
  return count
}

it.each([1])('undoing and redoing all random edits (seed %i) restores the files and keeps what was played', async (seed) => {
  at = await editing('sample')
  const editor = new Editor(seed)
  const start = files()
  /** For each file that play changed: the initial values with only play's changes applied. */
  const played = new Map<string, Json>()
  const play = async (): Promise<void> => {
    const before = files()
    await at.studio.step()
    const after = files()
    for (const path of changedIn(before, after)) {
      const changes = path.endsWith('.yaml') && !isLog(path) ? diff(valuesOf(path, before.get(path)), valuesOf(path, after.get(path))) : []
      played.set(path, applyChanges(played.get(path) ?? valuesOf(path, path.endsWith('.yaml') ? start.get(path) : undefined), changes))
    }
  }
  // The first scene marks the place as visited, so that both edits and play change this file.
  editor.top(`${PLACES}/${(await at.state()).actors['Wren']?.location}.yaml`)
  await at.studio.adopt()
  while (!(await at.state()).scene) await play()
  for (let beats = 8; beats > 0; beats--) await play()
  for (let n = 0; n < 7; n++) {
    await editor.edit()
    if (editor.number(4) === 0) await at.studio.undo()
    for (let beats = editor.number(4); beats > 0; beats--) await play()
  }
  await all('redo')
  const end = files()
  expect(await all('undo')).toBeGreaterThan(4)
  const undone = files()
  const edited = changedIn(end, undone)
  expect(changedIn(start, undone).filter((path) => !played.has(path))).toEqual([])
  const both = edited.filter((path) => played.has(path))
  expect(both).not.toEqual([])
  for (const path of both) {
    expect([path, valuesOf(path, undone.get(path))]).toEqual([path, played.get(path)])
    expect([path, blob(undone.get(path)).includes('# Edit')]).toEqual([path, false])
  }
  await all('redo')
  expect(changedIn(end, files())).toEqual([])
  expect([(await at.studio.verify()).mismatches, await at.settled()]).toEqual([[], ''])
})
