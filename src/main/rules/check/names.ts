import { own } from '../../../shared/base/json'
import type { GameNameKind } from '../../../shared/story/rule-names'
import type { ProblemData } from '../../../shared/base/problem'
import { parseDice } from '../../engine/dice'
import { perhaps } from '../../../shared/base/suggest'
import { finding } from './finding'
import { folderOf, idOf, valueAt } from './lists'
import { isMap, type Kind } from './mentions'
import type { ParsedGame } from './parsed-game'
import { stringOf } from './tokens'

const MISSING: Record<GameNameKind, (name: string) => string> = {
  action: (name) => `there is no actions/${name}.ts or .yaml`,
  condition: (name) => `there is no conditions/${name}.yaml`,
  item: () => 'no file in equipment/ defines it',
  table: (name) => `there is no tables/${name}.yaml`,
  stat: () => 'the manifest has no such stat'
}

/** Whether the game's files define things of a kind. Everything else is in the world. */
const isOfGame = (kind: Kind): kind is GameNameKind => Object.hasOwn(MISSING, kind)

/** Names that don't exist in this game. */
export function unknownNames({ mentions, known }: ParsedGame): ProblemData[] {
  return mentions.flatMap(({ kind, name, file, line, by }) => {
    if (!isOfGame(kind) || known[kind].includes(name)) return []
    const what = kind === 'item' ? 'item' : kind
    return [
      finding('problem', file, line, `${by} the ${what} "${name}", but ${MISSING[kind](name)}.${perhaps(name, known[kind])}`, {
        missing: { kind, name }
      })
    ]
  })
}

/** Parameters that a rule reads but never declares. */
export function unknownParams({ game, tokens }: ParsedGame): ProblemData[] {
  return game.rules.flatMap(({ file }) => {
    const list = tokens.get(file) ?? []
    const reads = list.flatMap((token, at) => {
      if (token.text !== 'params' || token.role !== 'read') return []
      const [next, then, last] = [list[at + 1], list[at + 2], list[at + 3]]
      const name = next?.kind === '[' && last?.kind === ']' ? stringOf(then) : next?.kind === '.' && last?.kind !== '(' ? then?.text : undefined
      return name === undefined || then === undefined ? [] : [{ name, token: then }]
    })
    const places = new Set(reads.map(({ token }) => token))
    const declared = new Set(list.filter((token) => !places.has(token)).flatMap((token) => stringOf(token) ?? []))
    const elsewhere = new Set(
      [...tokens].flatMap(([path, other]) => (path === file || folderOf(path) === 'actions' ? [] : other.flatMap((token) => stringOf(token) ?? [])))
    )
    return reads
      .filter(({ name }) => !declared.has(name) && !elsewhere.has(name))
      .map(({ name, token }) =>
        finding('problem', file, token.line, `This rule reads the parameter "${name}", but doesn't declare it.${perhaps(name, declared)}`)
      )
  })
}

/** Invalid dice, and weapons and armour without the fields they need. */
export function gearAndDice({ game, yaml }: ParsedGame): ProblemData[] {
  const out: ProblemData[] = []
  const bad = (expr: unknown): boolean => {
    if (typeof expr === 'number') return false
    try {
      parseDice(String(expr))
      return false
    } catch {
      return true
    }
  }
  const dice = (file: string, line: number, what: string, expr: unknown): void => {
    if (bad(expr))
      out.push(finding('problem', file, line, `${what} is "${String(expr)}", which isn't a dice expression. Write something like d6 or 2d6+1.`))
  }
  // If no weapon in the game has damage, the game computes damage in another way.
  const armed = Object.values(game.equipment).some((gear) => gear.kind === 'weapon' && gear.damage !== undefined)
  for (const [path, file] of yaml) {
    if (path === 'manifest.yaml') dice(path, file.lineOf(['odds', 'dice']), 'The value of "odds.dice"', game.manifest.odds.dice)
    if (folderOf(path) === 'equipment' && isMap(file.value))
      for (const id of Object.keys(file.value)) {
        const gear = own(game.equipment, id)
        if (!gear) continue
        const line = file.lineOf([id])
        if (armed && gear.kind === 'weapon' && gear.damage === undefined)
          out.push(finding('problem', path, line, `The weapon "${id}" has no damage. Give it dice, such as damage: d6.`))
        if (gear.kind === 'armor' && gear.armor === undefined)
          out.push(finding('problem', path, line, `The armor "${id}" has no armor value. Write how much damage it absorbs, such as armor: 1.`))
        if (gear.kind === 'consumable' && gear.effect === undefined)
          out.push(finding('remark', path, line, `The consumable "${id}" has no effect, so using it only consumes it.`))
        if (gear.damage !== undefined) dice(path, file.lineOf([id, 'damage']), `The damage of "${id}"`, gear.damage)
      }
    if (folderOf(path) === 'tables') {
      const rows = valueAt(file, ['rows'])
      for (const [range, row] of Object.entries(isMap(rows) || Array.isArray(rows) ? rows : {}))
        if (isMap(row) && row['damage'] !== undefined)
          dice(path, file.lineOf(['rows', range, 'damage']), `The damage of this row of "${idOf(path)}"`, row['damage'])
    }
  }
  return out
}
