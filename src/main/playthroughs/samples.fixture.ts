import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Game } from '../../shared/story/game'
import type { Lore } from '../../shared/story/lore'
import type { GameState } from '../../shared/story/state'
import { bundledGames } from '../story/creation/bundled'
import { beginningOf, createCampaign } from '../story/creation/create'
import { Beginning } from '../story/memory-story'
import { reading } from './commands.fixture'

/** Folder of the app, with rules/ and resources/. */
export const RESOURCES = resolve(import.meta.dirname, '../../..')

const games = bundledGames(RESOURCES)

/** Every game that comes with the app. */
export const BUNDLED: readonly string[] = games.map(({ id }) => id)
/** Those that have a sample campaign. */
export const SAMPLE_GAMES: readonly string[] = games.filter(({ sample }) => sample !== undefined).map(({ id }) => id)

/** A new campaign of a game's sample in a folder that doesn't exist yet. */
export const freshSample = (dir: string, game: string, seed: string): Promise<void> =>
  createCampaign({ dir, game, seed, template: 'sample', resources: RESOURCES, now: 0 })

/** The start of in-memory stories from a game's sample campaign, with that game already loaded. */
export async function sampleBeginning(name: string, game: Game): Promise<Beginning> {
  const { files } = await beginningOf({ dir: name, game: name, seed: '1', template: 'sample', resources: RESOURCES })
  const ofCampaign = [...files].filter(([path]) => !path.startsWith('rules/'))
  return new Beginning(new Map(ofCampaign.map(([path, { bytes }]) => [path, bytes])), game)
}

/** The initial state of a game's sample campaign, read from its files. */
export async function sampleOf(game: string): Promise<{ state: GameState; lore: Lore }> {
  const home = mkdtempSync(join(tmpdir(), 'sample-'))
  try {
    const dir = join(home, game)
    await freshSample(dir, game, '1')
    return await reading(dir, ({ snapshot: { state, lore } }) => ({ state, lore }))
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}
