import { diff, type JsonObject } from '../../shared/base/json'
import type { Game } from '../../shared/story/game'
import { pathOf } from '../../shared/story/layout'
import { firstNext, type GameState } from '../../shared/story/state'
import { beatFiles } from '../campaign/beat-files'
import { FILES } from '../campaign/layout'
import { formatYaml } from '../campaign/yaml-splice'
import { Beginning } from './memory-story'

/** Starts stories in memory at a state that no campaign has. The files are generated, without lore. */
export function beginningAt(state: GameState, game: Game, settings: JsonObject = {}): Beginning {
  const { actors: _actors, places: _places, journeys: _journeys, regions, scene: _scene, next: _next, party, ...world } = state
  const bare: GameState = { ...world, actors: {}, places: {}, journeys: {}, regions, ...(party ? { party } : {}), next: firstNext('') }
  const contents = new Map([
    [FILES.about, '---\ntitle: Tiny\n---\nSmall.\n'],
    [FILES.table, formatYaml({ ...(party ? { party } : {}), ...settings })],
    [FILES.state, formatYaml(world as unknown as JsonObject)],
    [FILES.currentScene, ''],
    ...Object.entries(regions).map(([region, { name }]) => [pathOf('region', { region }), `---\nname: ${name}\n---\n`] as const)
  ])
  const old = (path: string): Buffer | undefined => (contents.has(path) ? Buffer.from(contents.get(path) ?? '') : undefined)
  const updates = beatFiles(old, bare, { state, changes: diff(bare, state), writes: [] })
  const files = new Map([...contents.keys(), ...updates.keys()].map((path) => [path, updates.get(path)?.bytes ?? old(path) ?? Buffer.alloc(0)]))
  return new Beginning(files, game)
}
