import { own } from '../../shared/base/json'
import type { ActionEntry, Game, Offer } from '../../shared/story/game'
import type { Guide } from '../../shared/story/guide'
import type { GameState } from '../../shared/story/state'
import { Problem, type ProblemData, toProblem } from '../../shared/base/problem'
import { fileProblem } from './file-problem'
import { prebuilt } from './prebuilt'
import { resolveImport, STANDARD } from './compile'
import { guideOf, kindOfYaml } from './guide/guide'
import { formsRole, triedForms } from './guide/forms'
import type { GameQueries } from './guide/trial'
import { type VmInstance, freshInstance } from './instance'
import type { LoadedVm, Program } from './sandbox-vm'
import { unpackImage } from './memory-image-file'
import { type GameFiles, readGame, type RuleFiles, textsOf } from './read-game'
import { type RuleObserver, Sandbox } from './sandbox'
import { TextCache } from './text-cache'
import { deepFreeze } from './vm/plain'

/** The program that the sandbox runs for a game; of its TypeScript actions only `rules`. */
export function programOf(game: GameFiles, rules: Program['rules']): Program {
  const { equipment, conditions, tables, manifest } = game
  return { modules: game.modules, rules, yaml: JSON.stringify(game.yaml), game: JSON.stringify({ equipment, conditions, tables, manifest }) }
}

/** The module that a line imports; undefined if it imports none. */
function requestIn(line: string): string | undefined {
  if (!/^(?:import|export\b|\})/.test(line)) return undefined
  const [head = '', request = ''] = line.split(/['"]/, 3)
  const before = head.trimEnd()
  const isWhole = /\bfrom$/.test(before.slice(-5)) || before === 'import'
  return isWhole && line.length > head.length + request.length + 1 && request !== '' ? request : undefined
}

/** Imports that don't resolve, with their lines. */
function badImports(game: GameFiles): ProblemData[] {
  const problems: ProblemData[] = []
  for (const [file, code] of game.modules) {
    for (const [index, line] of code.split('\n').entries()) {
      const request = requestIn(line.trim())
      if (request === undefined || request === STANDARD) continue
      const target = resolveImport(file, request, game.modules)
      if ('problem' in target) problems.push(fileProblem(file, index + 1, target.problem).toJSON())
    }
  }
  return problems
}

/** The game's lists, which live outside its machine. */
type Lists = Pick<Game, 'manifest' | 'equipment' | 'conditions' | 'tables' | 'actions'>
/** A loaded game, as loading the same files again would give it. */
interface LoadedGame extends LoadedVm, Lists {}

const frozen = <T extends Lists>(game: T): T => {
  for (const list of [game.manifest, game.equipment, game.conditions, game.tables]) deepFreeze(list)
  return game
}

/** The most loaded games that stay cached, about 2 MB each. */
const MAX_CACHED_GAMES = 4
const cache = new Map<string, LoadedGame>()
/** Guides by the hash of their game; the limit is in characters of hashes. */
const guides = new TextCache<Guide>(64 * 40)
/** Forms in trial worlds by role and hash. */
const trialForms = new TextCache<ReturnType<typeof triedForms>>(64 * 40)

/** The game with this hash, if this process or the build has loaded it. */
export function loadedGame(hash: string): LoadedGame | undefined {
  const bytes = cache.has(hash) ? undefined : prebuilt(hash)
  const game = bytes ? frozen(unpackImage(bytes) as unknown as LoadedGame) : cache.get(hash)
  if (game) keep(hash, game)
  return game
}
/** Caches a game as the most recently used. */
function keep(hash: string, game: LoadedGame): void {
  cache.delete(hash)
  cache.set(hash, game)
  const [oldest] = cache.keys()
  if (cache.size > MAX_CACHED_GAMES && oldest !== undefined) cache.delete(oldest)
}

/** A game's files, if they have no problems. Throws the first problem as a Problem `bad-file`. */
export function readableGame(files: RuleFiles): GameFiles {
  const read = readGame(files)
  const problem = [...read.problems, ...badImports(read)][0]
  if (problem) throw new Problem('bad-file', problem.message, problem.data)
  return read
}

/** The lists of a game that a sandbox has loaded. */
export function listsOf(read: GameFiles, sandbox: Sandbox): Lists {
  const actions: Record<string, ActionEntry> = {}
  for (const { name, file } of read.rules) actions[name] = { name, file, ...(own(sandbox.declared, name) ?? { description: '' }) }
  for (const action of read.yaml) {
    const { name, description, file, power } = action
    const kind = kindOfYaml(action, read)
    actions[name] = { name, description, file, ...(kind === undefined ? {} : { kind }), ...(power === undefined ? {} : { power }) }
  }
  const { manifest, equipment, conditions, tables } = read
  return frozen({ manifest, equipment, conditions, tables, actions })
}

/** Reads and registers a game. Throws the first problem as a Problem `bad-file`. */
async function loadFromFiles(files: RuleFiles, ear: RuleObserver): Promise<{ lists: Lists; sandbox: Sandbox }> {
  const read = readableGame(files)
  const sandbox = new Sandbox(await freshInstance(), programOf(read, read.rules), read.texts, ear)
  const lists = listsOf(read, sandbox)
  if (sandbox.loaded) keep(read.hash, { ...sandbox.loaded, ...lists })
  return { lists, sandbox }
}

/**
 * Loads a game from its files, by path under rules/: `manifest.yaml`, `actions/attack.ts` … Throws the first problem as a Problem `bad-file` with
 * `{file, line}`. `ear` receives the rules' `console.log` output.
 */
export async function loadGame(files: RuleFiles, ear: RuleObserver = {}): Promise<Game> {
  const { texts, hash } = textsOf(files)
  const before = loadedGame(hash)
  const { lists, sandbox } = before
    ? { lists: before, sandbox: new Sandbox(await freshInstance(), before, texts, ear) }
    : await loadFromFiles(files, ear)
  return gameOver(lists, sandbox, hash)
}

/** The game that a sandbox runs. */
export function gameOver(lists: Lists, sandbox: Sandbox, hash: string): Game {
  const { manifest, equipment, conditions, tables, actions } = lists
  const queries: GameQueries = {
    offers: (state, actor, names) => sandbox.offers(state, actor, names),
    execute: (state, actor, action, params, dice) => sandbox.execute(state, actor, action, params, dice)
  }
  return {
    manifest,
    hash,
    equipment,
    conditions,
    tables,
    actions,
    guide: () => guides.of(hash, () => guideOf(lists, queries)),
    offers: (state, actor, names, next) =>
      sandbox
        .offers(state, actor, names, next)
        .map(({ name, params }): Offer => ({ name, description: own(actions, name)?.description ?? '', params, cost: 'turn' })),
    forms: (state, actor, names) => {
      const role = formsRole(state, actor)
      const asked = (at: GameState, who: string, some: readonly string[]) => sandbox.forms(at, who, some)
      const tried = trialForms.of(`${role} ${hash}`, () => triedForms(lists, role, asked))
      const now = asked(state, actor, names)
      return new Map(names.map((name) => [name, [...(now.has(name) ? [now.get(name) ?? []] : []), ...(tried.get(name) ?? [])]]))
    },
    execute: (state, actor, action, params, dice) => sandbox.execute(state, actor, action, params, dice),
    whyNot: (state, actor, action) => sandbox.whyNot(state, actor, [action]).get(action),
    whyNots: (state, actor, actions) => sandbox.whyNot(state, actor, actions),
    dispose: () => sandbox.dispose()
  }
}

/** All problems of a game, each with `data.file` and `data.line`; empty if it can be played. `read`: the result of `readGame`, if it exists. */
export async function checkGame(files: RuleFiles, read: GameFiles = readGame(files)): Promise<ProblemData[]> {
  const problems = [...read.problems, ...badImports(read)]
  const broken = new Set(problems.map(({ data }) => data?.['file']))
  const usable = read.rules.filter(({ file }) => !broken.has(file) && read.modules.has(file))
  const trial = (rules: Program['rules'], bare: VmInstance): ProblemData | undefined => {
    try {
      new Sandbox(bare, programOf(read, rules), read.texts).dispose()
      return undefined
    } catch (thrown) {
      const { code, message, data } = toProblem(thrown)
      return { code, message, data: { line: 1, ...data, file: data['file'] ?? rules[0]?.file } }
    }
  }
  // A game that was loaded before would load again.
  if (loadedGame(read.hash) === undefined && trial(usable, await freshInstance()) !== undefined) {
    // Each rule alone, so that one broken rule doesn't hide another.
    const bare = await freshInstance()
    for (const rule of usable) {
      const problem = trial([rule], bare)
      if (problem && !problems.some(({ message }) => message === problem.message)) problems.push(problem)
    }
  }
  const place = ({ data }: ProblemData): string => `${String(data?.['file'])} ${String(data?.['line']).padStart(7)}`
  return problems.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
