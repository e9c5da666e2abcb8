import { printJson } from './json/printer'
import type { Duplicate, JsonMap, JsonReading, JsonTree } from './json/reader'
import { NOUNS, SETS } from './validate'

/** The duplicates whose value differs from the one that replaced it: what a reading loses. A merge in git leaves them without a conflict. */
export const hidingDuplicates = ({ duplicates }: Pick<JsonReading, 'duplicates'>): Duplicate[] =>
  duplicates.filter(({ branch, name, value }) => printJson(branch.get(name) ?? null) !== printJson(value))

const inside = (tree: JsonTree | undefined, name: string): JsonTree | undefined => (tree instanceof Map ? tree.get(name) : undefined)

/** A duplicate as a sentence that says what to do. */
export function duplicateWords(root: JsonMap, { branch, name }: Duplicate): string {
  const how = 'Repair the document (“arrow repair” on the command line)'
  const resources = root.get('resources')
  const set = SETS.find((one) => inside(resources, one) === branch)
  if (set) return `Two ${NOUNS[set]}s have the id ${name}, as after a merge. ${how}: one gets a new id.`
  if (inside(root.get('meta'), 'authors') === branch)
    return `The author ${name} has two counters of new ids, as after a merge. ${how}: the larger one counts.`
  const scenes = inside(resources, 'scenes')
  const scene = scenes instanceof Map ? [...scenes.values()].find((one) => inside(one, 'map') === branch) : undefined
  const sceneName = inside(scene, 'name')
  if (scene) return `Node ${name} has two places in the scene “${typeof sceneName === 'string' ? sceneName : ''}”, as after a merge. ${how}.`
  return `“${name.slice(0, 40)}” stands twice in one object with different values, as after a merge. ${how}, or delete one of the two.`
}
