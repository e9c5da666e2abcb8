import { LAYOUT } from '../../shared/story/layout'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { Condition, Equipment, Manifest, ParamDef, Table } from '../../shared/story/game'
import { ActionKind, Power } from '../../shared/story/guide'
import { badName, VERBS } from '../../shared/story/names'
import { type Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import { compileAll, lineOf } from './compile'
import { fileProblem } from './file-problem'
import { nestingProblems, readTable } from './table-files'
import { followedIn, wordingProblems } from './wording'
import { checked, readYamlFile, type YamlFile } from './yaml-file'

/** An action in YAML, in the form of its file. */
export const YamlAction = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  kind: ActionKind.optional(),
  power: Power.optional(),
  params: z.array(ParamDef.extend({ from: z.string().optional() })).default([]),
  available: z.union([z.boolean(), z.record(z.string(), z.unknown())]).default(true),
  execute: z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())])
})
type YamlAction = z.infer<typeof YamlAction>

/** The contents of a game's files before any of its code has run. `problems` is empty if they are fine. */
export interface GameFiles {
  texts: ReadonlyMap<string, string>
  hash: string
  manifest: Manifest
  equipment: Record<string, Equipment>
  conditions: Record<string, Condition>
  tables: Record<string, Table>
  modules: Map<string, string>
  rules: { name: string; file: string }[]
  yaml: (YamlAction & { file: string })[]
  problems: ProblemData[]
}

/** Files by path under rules/, as text with LF line ends. */
export type RuleFiles = ReadonlyMap<string, Uint8Array | string>

/** A game's files as texts with LF line ends, and their hash: SHA-1 in hex over paths and contents, in path order. */
export function textsOf(files: RuleFiles): { texts: ReadonlyMap<string, string>; hash: string } {
  const texts = new Map([...files].map(([path, content]) => [path, text(content)]))
  return { texts, hash: hashOf(texts) }
}

const text = (content: Uint8Array | string): string =>
  (typeof content === 'string' ? content : Buffer.from(content).toString('utf8')).replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')

const SIZE = LAYOUT.otherRule.maxBytes
/** The most files of a game. */
const MAX_FILES = 1000
/** The most characters in all files together. */
const MAX_CHARACTERS = 16 << 20
const isRead = (path: string): boolean => /\.(ts|yaml)$/.test(path) && !path.endsWith('.d.ts')

/** Refuses what isn't text or is too long. Throws Problem `bad-file`. */
function checkText(path: string, source: string): void {
  if (source.length > SIZE) throw fileProblem(path, 1, `${path} is larger than 1 MB. Split it.`)
  if (source.includes('\0')) throw fileProblem(path, 1, `${path} is not a text file. Replace it with a text file or remove it.`)
}

function hashOf(texts: ReadonlyMap<string, string>): string {
  const hash = createHash('sha1')
  for (const path of [...texts.keys()].toSorted()) hash.update(`${path}\0${texts.get(path)}\0`)
  return hash.digest('hex')
}

const baseName = (path: string): string => (path.split('/').at(-1) ?? '').replace(/\.(ts|yaml)$/, '')

/** Reads every file of a game and collects all problems. */
export function readGame(files: RuleFiles): GameFiles {
  const { texts, hash } = textsOf(files)
  const game: GameFiles = {
    texts,
    hash,
    manifest: Manifest.parse({ game: '', version: '0' }),
    equipment: {},
    conditions: {},
    tables: {},
    modules: new Map(),
    rules: [],
    yaml: [],
    problems: []
  }
  const trying = (work: () => void): void => {
    try {
      work()
    } catch (thrown) {
      game.problems.push(toProblem(thrown).toJSON())
    }
  }
  const refused = (message: string): GameFiles => ({ ...game, problems: [fileProblem('manifest.yaml', 1, message).toJSON()] })
  const count = [...texts.keys()].filter(isRead).length
  if (count > MAX_FILES) return refused(`The game has ${count} files, but the maximum is ${MAX_FILES}. Merge some of them.`)
  const size = [...texts].reduce((sum, [path, source]) => sum + (isRead(path) ? source.length : 0), 0)
  if (size > MAX_CHARACTERS) return refused('The files of the game are larger than 16 MB in total. Make them smaller.')
  let manifest: YamlFile | undefined
  const readable: YamlFile[] = []
  const sources = new Map<string, string>()
  game.problems.push(...lookalikes(texts))
  // Files with an ambiguous name are ignored.
  const doubtful = new Set(game.problems.map(({ data }) => data?.['file']))
  for (const path of [...texts.keys()].toSorted()) {
    const source = texts.get(path) ?? ''
    const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
    trying(() => {
      if (!isRead(path) || doubtful.has(path)) return
      checkText(path, source)
      if (path.endsWith('.ts')) {
        if (folder === 'actions') game.rules.push({ name: actionName(path), file: path })
        sources.set(path, source)
      } else if (path === 'manifest.yaml') {
        manifest = readYamlFile(source, path)
        game.manifest = checked(manifest, Manifest)
      } else {
        const yaml = readYamlFile(source, path)
        readList(game, folder, yaml)
        readable.push(yaml)
      }
    })
  }
  for (const [path, code] of compileAll(sources)) {
    if (typeof code === 'string') game.modules.set(path, code)
    else game.problems.push(code.toJSON())
  }
  if (!texts.has('manifest.yaml'))
    game.problems.unshift(fileProblem('manifest.yaml', 1, 'rules/manifest.yaml is missing. Add one that lists the actions of the game.').toJSON())
  const tables = readable.filter(({ file }) => file.startsWith('tables/')).map((yaml) => [baseName(yaml.file), yaml] as const)
  game.problems.push(...nestingProblems(new Map(tables), (id) => texts.has(`tables/${id}.yaml`)))
  if (manifest) game.problems.push(...nameProblems(game, manifest).map((problem) => problem.toJSON()))
  const actions = [...game.rules, ...game.yaml].map(({ name }) => name)
  game.problems.push(...wordingProblems(readable, game.yaml, { ...game, stats: game.manifest.stats, actions }))
  return game
}

function actionName(path: string): string {
  const name = baseName(path)
  const bad = badName(name)
  if (bad) throw fileProblem(path, 1, `"${name}" can't be the name of an action: ${bad}. Rename ${path}.`)
  if ((VERBS as readonly string[]).includes(name))
    throw fileProblem(path, 1, `"${name}" is an action of Proscenium itself. Give the action in ${path} another name.`)
  return name
}

function readList(game: GameFiles, folder: string, yaml: YamlFile): void {
  const id = baseName(yaml.file)
  if (folder === 'actions') {
    const action = checked(yaml, YamlAction)
    if (action.name !== actionName(yaml.file)) {
      const line = yaml.lineOf(['name'])
      const message = `${yaml.file} line ${line} names the action "${action.name}", but the name must be the same as the file's. Change one of them.`
      throw fileProblem(yaml.file, line, message)
    }
    game.yaml.push({ ...action, file: yaml.file })
  } else if (folder === 'conditions') game.conditions[id] = checked(yaml, Condition)
  else if (folder === 'tables') game.tables[id] = readTable(yaml, game.problems)
  else if (folder === 'equipment') {
    const entries = checked(yaml, z.record(z.string(), Equipment))
    for (const [name, entry] of Object.entries(entries)) {
      if (Object.hasOwn(game.equipment, name)) {
        const line = yaml.lineOf([name])
        throw fileProblem(yaml.file, line, `${yaml.file} line ${line} defines "${name}" a second time. Remove one of them.`)
      }
      game.equipment[name] = entry
    }
  }
}

/** For each word, the TypeScript files that contain it as a string literal or import a file of that name. */
function quotedIn(texts: ReadonlyMap<string, string>, words: ReadonlySet<string>): ReadonlyMap<string, ReadonlySet<string>> {
  const mentions = new Map([...words].map((word) => [word, new Set<string>()]))
  for (const [path, source] of texts)
    if (path.endsWith('.ts'))
      for (const piece of source.split(/['"`]/).slice(1, -1)) mentions.get(piece.startsWith('.') ? baseName(piece) : piece)?.add(path)
  return mentions
}

/** Names in the manifest that the game doesn't have, actions that nothing uses, and an action with two files. */
function nameProblems(game: GameFiles, manifest: YamlFile): Problem[] {
  const problems: Problem[] = []
  const known = new Set([...game.rules.map(({ name }) => name), ...game.yaml.map(({ name }) => name)])
  const used = new Set<string>()
  const use = (path: PropertyKey[], name: string): void => {
    used.add(name)
    if (known.has(name) || game.texts.has(`actions/${name}.ts`) || game.texts.has(`actions/${name}.yaml`)) return
    const line = manifest.lineOf(path)
    const message = `manifest.yaml line ${line} names the action "${name}", but there is no actions/${name}.ts or .yaml. Add the file or remove the name.`
    problems.push(fileProblem('manifest.yaml', line, message, { missing: { kind: 'action', name } }))
  }
  for (const list of ['entry_actions', 'combat_actions', 'dm_actions', 'npc_actions'] as const)
    game.manifest[list].forEach((name, i) => use([list, i], name))
  for (const [hook, name] of Object.entries(game.manifest.hooks)) if (name) use(['hooks', hook], name)
  for (const [risk, stat] of Object.entries(game.manifest.risks)) {
    if (Object.hasOwn(game.manifest.stats, stat)) continue
    const line = manifest.lineOf(['risks', risk])
    const message = `manifest.yaml line ${line} uses "${stat}" against the risk "${risk}", but the manifest has no such stat. Use one of its stats.`
    problems.push(fileProblem('manifest.yaml', line, message))
  }
  for (const { grants = [] } of [...Object.values(game.conditions), ...Object.values(game.equipment)]) for (const name of grants) used.add(name)
  for (const name of followedIn([game.yaml, game.equipment, game.tables])) used.add(name)
  for (const { ends } of Object.values(game.conditions)) if (ends !== undefined) used.add(ends)
  const quoting = quotedIn(game.texts, known)
  for (const { name, file } of [...game.rules, ...game.yaml]) {
    if (used.has(name) || [...(quoting.get(name) ?? [])].some((path) => path !== file)) continue
    const message = `The action "${name}" is never used: it is in no list of the manifest, and no other action follows up with it. Add it to a list or delete ${file}.`
    problems.push(fileProblem(file, lineOf(game.texts.get(file) ?? '', name), message, { unused: true }))
  }
  const twice = game.rules.find(({ name }) => game.yaml.some((action) => action.name === name))
  if (twice) problems.push(fileProblem(twice.file, 1, `The action "${twice.name}" is defined in both a .ts and a .yaml file. Remove one of them.`))
  return problems
}

const PLAIN = /^[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*$/
/** The longest line. People don't write longer ones, and parsers may be very slow on them. */
const MAX_LINE_LENGTH = 20_000

/** A text with every letter outside ASCII as its code point, so that lookalikes become visible. */
const spelt = (text: string): string => text.replace(/[^\x20-\x7e]/gu, (letter) => `\\u{${(letter.codePointAt(0) ?? 0).toString(16)}}`)

/** Problems of files before any is parsed: names like other names or with a meaning in JavaScript (`__proto__`), lines that are too long. */
function lookalikes(texts: ReadonlyMap<string, string>): ProblemData[] {
  const problems: ProblemData[] = []
  const complain = (file: string, line: number, message: string): void => void problems.push(fileProblem(file, line, message).toJSON())
  for (const path of [...texts.keys()].toSorted()) {
    if (!/\.(?:ts|yaml)$/.test(path) || path.endsWith('.d.ts')) continue
    const odd = path
      .replace(/\.(?:ts|yaml)$/, '')
      .split('/')
      .find((part) => !PLAIN.test(part))
    if (odd !== undefined) {
      const message = `"${spelt(odd)}" can't be the name of a rule file. Use plain letters, digits and single dashes. Rename ${spelt(path)}.`
      complain(path, 1, message)
    }
    const line = (path.endsWith('.ts') ? (texts.get(path) ?? '') : '').split('\n').findIndex((text) => text.length > MAX_LINE_LENGTH)
    if (line >= 0) complain(path, line + 1, `${path} line ${line + 1} is longer than ${MAX_LINE_LENGTH} characters. Break it up.`)
  }
  return problems
}
