import { randomBytes } from 'node:crypto'
import type { Game } from '../../../shared/story/game'
import { Problem } from '../../../shared/base/problem'
import { freshInstance } from '../instance'
import { gameOver, listsOf, programOf, readableGame } from '../load-game'
import type { GameFiles, RuleFiles } from '../read-game'
import { Sandbox } from '../sandbox'
import { readYamlFile } from '../yaml-file'
import { instrument } from './instrument'
import { statementKey, versionOf, wordKey } from './rule-places'

/** How often each place of the rules ran, by its key. The key of a condition continues with a tab and its result. */
export type RunCounts = Map<string, number>

/** A game whose rules count coverage. It plays exactly like the game at a table. */
export interface CountedGame {
  game: Game
  /** The counts since the last call. */
  take: () => RunCounts
}

/** Loads a game with coverage counters, in its own machine. Throws the first problem as a Problem `bad-file`. */
export async function loadCountedGame(files: RuleFiles): Promise<CountedGame> {
  const read = readableGame(files)
  const counter = unusedName(read)
  const names = new WordKeys(read)
  let counted: RunCounts = new Map()
  const add = (key: string, times: number): void => void counted.set(key, (counted.get(key) ?? 0) + times)
  const load = async (plain: ReadonlySet<string>): Promise<Sandbox> => {
    const { modules, keys } = instrumented(read, counter, plain)
    const count = (text: string): void => {
      const [ran, passed] = JSON.parse(text) as [number[], Record<string, number>]
      for (let i = 0; i < ran.length; i += 2) add(keys[ran[i] ?? -1] ?? '', ran[i + 1] ?? 0)
      for (const [name, times] of Object.entries(passed)) add(names.of(name), times)
    }
    const program = { ...programOf(read, read.rules), modules, counting: { statements: keys.length, counter } }
    return new Sandbox(await freshInstance(), program, read.texts, { count })
  }
  const sandbox = await loadable(load, [...read.modules.keys()])
  return {
    game: gameOver(listsOf(read, sandbox), sandbox, read.hash),
    take: () => {
      const all = counted
      counted = new Map()
      return all
    }
  }
}

/** A name that no rule can know. */
function unusedName({ modules }: GameFiles): string {
  for (;;) {
    const name = `counted${randomBytes(9).toString('hex')}`
    if (![...modules.values()].some((code) => code.includes(name))) return name
  }
}

/** The modules of a game, all but `plain` instrumented, and the keys of their statements. */
function instrumented(read: GameFiles, counter: string, plain: ReadonlySet<string>): { modules: Map<string, string>; keys: string[] } {
  const modules = new Map<string, string>()
  const keys: string[] = []
  for (const [file, code] of read.modules) {
    const counting = plain.has(file) ? undefined : instrument(code, keys.length, counter)
    const version = versionOf(read.texts.get(file) ?? '')
    for (const index of counting?.places.keys() ?? []) keys.push(statementKey(file, version, index))
    // On the first line, so that all lines keep their numbers.
    modules.set(file, counting ? `import{counts as ${counter}}from"${counter}";${counting.code}` : code)
  }
  return { modules, keys }
}

/** Loads with every file instrumented; files that then fail to load stay unchanged. */
async function loadable(load: (plain: ReadonlySet<string>) => Promise<Sandbox>, files: readonly string[]): Promise<Sandbox> {
  const plain = new Set<string>()
  for (;;) {
    try {
      return await load(plain)
    } catch (thrown) {
      if (!(thrown instanceof Problem) || plain.size >= files.length) throw thrown
      const file = thrown.data['file']
      for (const one of typeof file === 'string' && files.includes(file) && !plain.has(file) ? [file] : files) plain.add(one)
    }
  }
}

/** Adds the file and its version to the sandbox's keys for the words of YAML files. */
class WordKeys {
  readonly #files = new Map<string, string>()
  readonly #keys = new Map<string, string>()

  constructor(private readonly read: GameFiles) {
    for (const { name, file } of read.yaml) this.#files.set(`actions\n${name}`, file)
    for (const [file, text] of read.texts) {
      const [folder = ''] = file.split('/')
      if (!file.endsWith('.yaml')) continue
      if (folder === 'tables') this.#files.set(`tables\n${(file.split('/').at(-1) ?? '').slice(0, -5)}`, file)
      if (folder !== 'equipment') continue
      for (const item of Object.keys(readYamlFile(text, file).value ?? {})) this.#files.set(`equipment\n${item}`, file)
    }
  }

  of(name: string): string {
    const known = this.#keys.get(name)
    if (known !== undefined) return known
    const file = this.#files.get(name.split('\n', 2).join('\n')) ?? ''
    const key = wordKey(file, versionOf(this.read.texts.get(file) ?? ''), name)
    this.#keys.set(name, key)
    return key
  }
}
