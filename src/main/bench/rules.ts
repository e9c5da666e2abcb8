import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { Game } from '../../shared/story/game'
import { mergePatch } from '../../shared/base/json'
import type { Actor, GameState } from '../../shared/story/state'
import { APP_ROOT } from '../place'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world'
import { median } from './numbers'
import { type Reading, reading } from './reading'

const ACTIONS = 30
const FILES = 60
const ACTOR = 'Wren'
/** The warm-up runs in batches of this many queries. It ends when this many batches in a row were not faster, or after this many batches. */
const STRETCH = 100
const STILL = 5
const MOST = 60

/** A typical rule that reads everybody in the world. */
const madeUp = (name: string): string => `import { called, peopleAt, placeOf } from 'proscenium'
export default {
  name: '${name}',
  description: 'Made up for the bench.',
  params: (state, actor) => {
    const near = peopleAt(state, placeOf(state, actor)).filter((id) => id !== actor)
    return [{ name: 'whom', type: 'enum', description: 'Whom.', required: true, enum: near, labels: called(state, near) }]
  },
  available(state, actor) {
    let friends = 0
    for (const id of Object.keys(state.actors)) if (state.actors[id]?.attitude === 'friendly') friends++
    return friends > 0 || 'nobody would help'
  },
  execute: (state, actor) => ({ stateDelta: {}, narrative: \`\${state.actors[actor]?.name} does it.\` })
} satisfies Action
`

/** The files of a bundled game, by path. */
export function filesOf(game: string): Map<string, string> {
  const root = join(APP_ROOT, 'rules', game)
  const files = new Map<string, string>()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files.set(path.slice(root.length + 1).replaceAll('\\', '/'), readFileSync(path, 'utf8'))
  }
  return files
}

/** The bundled game, its players' actions, and some generated ones. */
function gameFiles(madeUpActions: number): { files: Map<string, string>; names: string[] } {
  const files = filesOf('cairn-hack')
  const manifest = files.get('manifest.yaml') ?? ''
  const { entry_actions = [], combat_actions = [] } = parse(manifest) as Record<string, string[]>
  const added = Array.from({ length: madeUpActions }, (_, i) => `made-up-${i + 1}`)
  for (const name of added) files.set(`actions/${name}.ts`, madeUp(name))
  files.set('manifest.yaml', manifest.replace('entry_actions: [', `entry_actions: [${added.map((name) => `${name}, `).join('')}`))
  return { files, names: [...new Set([...entry_actions, ...combat_actions, ...added])] }
}
const actionsIn = (files: ReadonlyMap<string, string>): number => [...files.keys()].filter((path) => path.startsWith('actions/')).length

const LUGGAGE: Actor['inventory'] = Object.fromEntries(
  ['rope', 'torch', 'bread', 'cheese', 'lantern', 'spade'].map((item, i) => [item, { item: 'ration', count: i + 1, name: `A passer-by's ${item}` }])
)

/** A world of about this many bytes of JSON: hundreds of people, four in each place. */
function worldOf(bytes: number): GameState {
  const world = tinyWorld()
  const { Oswin: model, Wren: player } = world.actors
  if (!model || !player) throw new Error('The small world has lost its people.')
  const crowd: Record<string, Actor> = {}
  const places: GameState['places'] = {}
  let size = JSON.stringify(world).length
  for (let i = 0; size < bytes; i++) {
    const place = `place-${Math.floor(i / 4)}`
    const actor: Actor = {
      ...model,
      kind: 'npc',
      name: `Passer-by ${i}`,
      location: place,
      tags: { walk: i },
      attitude: 'neutral',
      inventory: { ...LUGGAGE }
    }
    crowd[`passer-by-${i}`] = actor
    places[place] = { name: `Place ${i}`, region: 'hill', features: {}, inventory: {}, tags: { dark: i % 2 === 0 } }
    size += JSON.stringify(actor).length + (i % 4 === 0 ? JSON.stringify(places[place]).length : 0) + 32
  }
  return mergePatch(world, { actors: crowd, places })
}

/**
 * Queries until the time stops falling, because sessions last for hours and the interpreter is recompiled while it runs. Returns the number of
 * queries.
 */
function warmUp(ask: () => number): number {
  let best = Number.POSITIVE_INFINITY
  let still = 0
  let stretches = 0
  for (; still < STILL && stretches < MOST; stretches++) {
    const now = median(Array.from({ length: STRETCH }, ask))
    still = now < best * 0.98 ? 0 : still + 1
    best = Math.min(best, now)
  }
  return stretches * STRETCH
}

/** The time of a query for offers in ms, each after a change of one actor, after the warm-up. */
function offering(name: string, game: Game, names: readonly string[], bytes: number, times: number): Reading {
  let state = worldOf(bytes)
  let turn = 0
  const ask = (): number => {
    turn++
    state = mergePatch(state, { actors: { [turn % 2 === 0 ? ACTOR : 'Mira']: { tags: { times: turn } } } })
    const start = performance.now()
    const offered = game.offers(state, ACTOR, names)
    const elapsedMs = performance.now() - start
    if (offered.length < ACTIONS / 2) throw new Error('Hardly anything is offered; the bench measures nothing.')
    return elapsedMs
  }
  const warm = warmUp(ask)
  return { ...reading(name, Array.from({ length: times }, ask)), warm }
}

/** The cost of rules: querying about 30 actions in a small and a large world, and loading a game of 60 rule files. */
export async function measureRules(times: number): Promise<Reading[]> {
  const bundled = gameFiles(0)
  const { files, names } = gameFiles(ACTIONS - bundled.names.length)
  const game = await loadGame(files)
  const small = offering(OFFERS_SMALL, game, names, 50_000, times * 10)
  const large = offering(OFFERS_LARGE, game, names, 500_000, times * 5)
  game.dispose()
  const many = gameFiles(FILES - actionsIn(bundled.files)).files
  const loading: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    const loaded = await loadGame(many)
    loading.push(performance.now() - start)
    loaded.dispose()
  }
  return [small, large, reading(LOADING, loading)]
}
export const OFFERS_SMALL = `offers of ${ACTIONS} actions, 50 KB of state`
export const OFFERS_LARGE = `offers of ${ACTIONS} actions, 500 KB of state`
export const LOADING = `load a game of ${FILES} actions`
