import type { GameNameKind } from '../../../shared/story/rule-names'
import type { GameFiles } from '../read-game'
import { readYamlFile, type YamlFile } from '../yaml-file'
import { literalsIn, type Mention, mentionsIn } from './mentions'
import { namesInLists } from './lists'
import { type Token, tokensOf } from './tokens'

/** A game's files, prepared for the checks: parsed YAML, the modules' tokens, and all names. */
export interface ParsedGame {
  game: GameFiles
  yaml: ReadonlyMap<string, YamlFile>
  tokens: ReadonlyMap<string, readonly Token[]>
  mentions: readonly Mention[]
  literals: ReadonlySet<string>
  known: Readonly<Record<GameNameKind, readonly string[]>>
}

/** Prepares what `readGame` has read, with lines and names. Leaves out files that have problems of their own. */
export function parsedGame(game: GameFiles): ParsedGame {
  const yaml = new Map<string, YamlFile>()
  for (const [path, text] of game.texts) {
    if (!path.endsWith('.yaml')) continue
    try {
      yaml.set(path, readYamlFile(text, path))
    } catch {
      // readGame reports it.
    }
  }
  const tokens = new Map([...game.modules].map(([file, code]) => [file, tokensOf(code)]))
  const mentions = [...namesInLists(game, yaml), ...[...tokens].flatMap(([file, list]) => mentionsIn(file, list))]
  const literals = new Set([...tokens.values()].flatMap(literalsIn))
  const known = {
    action: [...new Set([...game.rules.map(({ name }) => name), ...game.yaml.map(({ name }) => name)])],
    condition: Object.keys(game.conditions),
    item: Object.keys(game.equipment),
    table: Object.keys(game.tables),
    stat: Object.keys(game.manifest.stats)
  }
  return { game, yaml, tokens, mentions, literals, known }
}
