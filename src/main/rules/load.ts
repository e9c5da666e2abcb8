import type { Game, Offer } from '../../shared/game'
import { Problem, type ProblemData, toProblem } from '../../shared/problem'
import { resolveImport, STANDARD } from './compile'
import { type Bare, freshInstance } from './instance'
import type { Program } from './machine'
import { type GameFiles, readGame, type RuleFiles } from './read'
import { Sandbox } from './sandbox'
import { deepFreeze } from './vm/plain'

/** What the sandbox runs of a game that was read; of its TypeScript actions only `rules`. */
export function programOf(game: GameFiles, rules: Program['rules']): Program {
  const { equipment, conditions, tables, manifest } = game
  return { modules: game.modules, rules, yaml: JSON.stringify(game.yaml), game: JSON.stringify({ equipment, conditions, tables, manifest }) }
}

/** Imports that lead nowhere, with their lines. */
function badImports(game: GameFiles): ProblemData[] {
  const problems: ProblemData[] = []
  for (const [file, code] of game.modules) {
    for (const [index, line] of code.split('\n').entries()) {
      const request = /^\s*(?:import\s*(?:[^'"]*\bfrom\s*)?|(?:export\b[^'"]*|\})\s*\bfrom\s*)['"]([^'"]+)['"]/.exec(line)?.[1]
      if (request === undefined || request === STANDARD) continue
      const found = resolveImport(file, request, game.modules)
      if ('problem' in found) problems.push(new Problem('bad-file', found.problem, { file, line: index + 1 }).toJSON())
    }
  }
  return problems
}

/**
 * Loads a game from its files (keys are paths under rules/: `manifest.yaml`, `actions/attack.ts` …).
 * Throws the first problem as a Problem `bad-file` with `{file, line}`.
 */
export async function loadGame(files: RuleFiles): Promise<Game> {
  const read = readGame(files)
  const problem = [...read.problems, ...badImports(read)][0]
  if (problem) throw new Problem('bad-file', problem.message, problem.data)
  const sandbox = new Sandbox(await freshInstance(), programOf(read, read.rules), read.texts)
  const actions: Record<string, { name: string; description: string; file: string }> = {}
  for (const { name, file } of read.rules) actions[name] = { name, description: sandbox.descriptions[name] ?? '', file }
  for (const { name, description, file } of read.yaml) actions[name] = { name, description, file }
  return {
    manifest: deepFreeze(read.manifest),
    hash: read.hash,
    equipment: deepFreeze(read.equipment),
    conditions: deepFreeze(read.conditions),
    tables: deepFreeze(read.tables),
    actions,
    offers: (state, actor, names) =>
      sandbox
        .offers(state, actor, names)
        .map(({ name, params }): Offer => ({ name, description: actions[name]?.description ?? '', params, cost: 'turn' })),
    execute: (state, actor, action, params, dice) => sandbox.execute(state, actor, action, params, dice),
    whyNot: (state, actor, action) => sandbox.whyNot(state, actor, action),
    dispose: () => sandbox.dispose()
  }
}

/** All problems of a game, each with `data.file` and `data.line`; empty when it can be played. */
export async function checkGame(files: RuleFiles): Promise<ProblemData[]> {
  const read = readGame(files)
  const problems = [...read.problems, ...badImports(read)]
  const broken = new Set(problems.map(({ data }) => data?.['file']))
  const sound = read.rules.filter(({ file }) => !broken.has(file))
  const trial = (rules: Program['rules'], bare: Bare): ProblemData | undefined => {
    try {
      new Sandbox(bare, programOf(read, rules), read.texts).dispose()
      return undefined
    } catch (thrown) {
      const { code, message, data } = toProblem(thrown)
      return { code, message, data: { line: 1, ...data, file: data['file'] ?? rules[0]?.file } }
    }
  }
  if (trial(sound, await freshInstance()) !== undefined) {
    // Each on its own, so that one that does not load hides no other.
    const bare = await freshInstance()
    for (const rule of sound) {
      const found = trial([rule], bare)
      if (found && !problems.some(({ message }) => message === found.message)) problems.push(found)
    }
  }
  const place = ({ data }: ProblemData): string => `${String(data?.['file'])} ${String(data?.['line']).padStart(7)}`
  return problems.toSorted((a, b) => (place(a) < place(b) ? -1 : 1))
}
