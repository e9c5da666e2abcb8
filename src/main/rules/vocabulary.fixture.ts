import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { loadGame } from './load-game'
import { tinyWorld } from './tiny-world.fixture'

/** A YAML action without its name: the value of each key, in flow style. */
export interface Sketch {
  available?: string
  execute?: string
  params?: string
}

const LISTS: Record<string, string> = {
  'conditions/poisoned.yaml': 'name: Poisoned\nstats: { STR: -2 }\nstacks: extend\n',
  'conditions/blessed.yaml': 'name: Blessed\nstacks: count\nmax: 2\n',
  'equipment/all.yaml': `healing-draught: { name: Healing draught, kind: consumable, effect: { heal: d6, say: "{actor.name} drinks." } }
ration: { name: Ration, kind: consumable }
antidote: { name: Antidote, kind: consumable }
bell: { name: Bell, kind: tool, tags: { holy: true } }
dagger: { name: Dagger, kind: weapon, damage: d4 }
axe: { name: Hand axe, kind: weapon, damage: d6 }
mail-shirt: { name: Mail shirt, kind: armor, armor: 2 }
claws: { name: Claws, kind: weapon, damage: d6, slots: 0 }
iron-key: { name: Iron key, kind: tool, slots: 0 }
`,
  'tables/mishap.yaml': `name: Mishap
dice: d4
rows:
  1: A foot slips.
  2: { text: A thorn, colour: black, effect: { damage: 1, add_condition: { condition: poisoned, minutes: 10 } } }
  3-4: { text: Nothing }
`
}
const MANIFEST = `game: Y
version: "1"
slots: 8
stats: { hp: { label: Vigour, has_max: true }, STR: { label: Strength }, DEX: { label: Dexterity }, WIL: { label: Will } }
odds: { dice: d20, saves: [STR] }
`

/** The files of a small game with these actions. */
export function sketchFiles(actions: Readonly<Record<string, Sketch>>, more: Readonly<Record<string, string>> = {}): Map<string, string> {
  const files = Object.entries(actions).map(([name, { available = 'true', execute = '{ say: Done. }', params = '[]' }]): [string, string] => [
    `actions/${name}.yaml`,
    `name: ${name}\ndescription: Do it.\nparams: ${params}\navailable: ${available}\nexecute: ${execute}\n`
  ])
  return new Map([
    ['manifest.yaml', `${MANIFEST}entry_actions: [${Object.keys(actions).join(', ')}]\n`],
    ...Object.entries(LISTS),
    ...files,
    ...Object.entries(more)
  ])
}

/** A small game with these actions, loaded. */
export const sketchGame = (actions: Readonly<Record<string, Sketch>>, more?: Readonly<Record<string, string>>): Promise<Game> =>
  loadGame(sketchFiles(actions, more))

/** The tiny world with a patch applied. */
export const world = (patch: Record<string, unknown> = {}): GameState => mergePatch(tinyWorld(), patch)
