import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Condition, Equipment } from '../../../shared/story/game'
import { firstNext, type GameState } from '../../../shared/story/state'
import type { Lore } from '../../../shared/story/lore'
import { nextFile } from '../../campaign/beat-files'
import { EMPTY_TREE } from '../../campaign/history'
import { Hydrator } from '../../campaign/hydrate'
import { parseYaml } from '../../campaign/yaml-splice'
import { overlay } from '../edits/overlay'

const root = resolve(import.meta.dirname, '../../../..')
type Sample = 'cairn-hack' | 'totm'

function folder(at: string): Map<string, string> {
  const files = readdirSync(at, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  return new Map(files.map((one) => [join(one.parentPath, one.name).slice(at.length + 1), readFileSync(join(one.parentPath, one.name), 'utf8')]))
}

/** The files of a game's sample campaign, without what `new` adds to them. */
export const sampleFiles = (game: Sample): Map<string, string> => folder(join(root, 'resources', game === 'totm' ? 'the-lamp-stair' : 'the-well'))

/** A game's conditions and equipment from its files, without a sandbox. */
export function sampleLists(game: Sample): { conditions: Record<string, Condition>; equipment: Record<string, Equipment> } {
  const rules = [...folder(join(root, 'rules', game))]
  const read = (kind: string) => rules.filter(([path]) => path.startsWith(`${kind}/`) && path.endsWith('.yaml'))
  return {
    conditions: Object.fromEntries(
      read('conditions').map(([path, text]) => [path.slice('conditions/'.length, -'.yaml'.length), Condition.parse(parseYaml(text, path))])
    ),
    equipment: Object.fromEntries(
      read('equipment').flatMap(([path, text]) => Object.entries(parseYaml(text, path) as object).map(([id, one]) => [id, Equipment.parse(one)]))
    )
  }
}

/** A sample's state and prose as they begin. */
export function sampleMoment(game: Sample): { state: GameState; lore: Lore } {
  const files = new Map(
    [...sampleFiles(game), ['current-scene', ''], ['next', nextFile(firstNext('1'))]].map(([path = '', text = '']) => [path, Buffer.from(text)])
  )
  const { objects, root: tree } = overlay({ tree: () => new Map(), blob: () => Buffer.alloc(0) }, EMPTY_TREE, files)
  return new Hydrator(objects).at(tree)
}
