import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import type { Game } from '../../shared/story/game'
import { diff } from '../../shared/base/json'
import type { Lore } from '../../shared/story/lore'
import { Problem, toProblem } from '../../shared/base/problem'
import type { GameState } from '../../shared/story/state'
import { beatFiles } from '../campaign/beat-files'
import { Hydrator } from '../campaign/hydrate'
import { fraction } from '../engine/dice'
import { deciderOf, DM } from '../engine/people'
import { project } from '../engine/project'
import { everybody, availabilities } from '../engine/availability'
import { offered } from '../engine/verbs'
import { bundledFiles } from '../rules/bundled.fixture'
import { checkGame, loadGame } from '../rules/load-game'
import { resolveCall } from '../campaign/beat-files'
import { objectsOf, spoilt } from './mutations.fixture'
import { drawn, pick } from './random-play.fixture'
import { SAMPLE_GAMES, freshSample } from './samples.fixture'
import { playMany, reading } from './commands.fixture'

/** The number of damaged copies of each game and campaign. */
const COPIES = sizeOf(import.meta.filename, 'copies')
/** Numbers of copies that failed once, by game; they are always tried. */
const ALWAYS: Readonly<Record<string, readonly number[]>> = {}

const chanceOf = (seed: string): (() => number) => {
  let k = 0
  return () => fraction(`${seed} ${k++}`)
}

/** The thrown error if it is not a sentence for people; otherwise undefined. */
async function strange(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (thrown) {
    if (!(thrown instanceof Problem)) return String(thrown instanceof Error ? thrown.stack : thrown)
    return thrown.code === 'internal' || thrown.message.trim().length < 10 ? `${thrown.code}: ${thrown.message}` : undefined
  }
}

/** Everything that a table, a window and a designer read from a state, and one random call. */
function used(
  state: GameState,
  lore: Lore,
  game: Game,
  chance: () => number
): { after: GameState; files: Parameters<typeof beatFiles>[2] } | undefined {
  for (const who of [DM, ...(state.party ?? [])])
    project(state, lore, { log: [], private: {}, summaries: { scenes: [] }, recaps: { scenes: [] } }, who, game)
  availabilities(state, game, pick(everybody(state), chance) ?? DM)
  const who = deciderOf(state)
  const offer = pick(
    offered(state, game, who).filter(({ cost }) => cost !== 'look'),
    chance
  )
  if (!offer) return undefined
  const { outcome } = resolveCall(
    { state, game },
    { kind: 'play', action: offer.name, actor: who, params: drawn(offer, chance), agent: 'hand', ...(offer.as ? { as: offer.as } : {}) },
    () => undefined
  )
  return { after: outcome.state, files: outcome }
}

describe.each(SAMPLE_GAMES)('%s, spoilt', (name) => {
  const home = mkdtempSync(join(tmpdir(), 'fuzz-'))
  afterAll(() => rmSync(home, { recursive: true, force: true }))
  const rules = bundledFiles(name)
  const numbers = [...new Set([...(ALWAYS[name] ?? []), ...Array.from({ length: COPIES }, (_, n) => n + 1)])]
  let campaign = new Map<string, string>()
  let scene: { state: GameState; lore: Lore }
  let game: Game

  beforeAll(async () => {
    const dir = join(home, 'played')
    await freshSample(dir, name, 'fuzz')
    await playMany(dir, { beats: 14 }, () => undefined)
    await reading(dir, ({ history, snapshot: { commit, state, lore } }) => {
      campaign = new Map(
        [...history.files(commit.tree)]
          .filter(([path]) => !path.startsWith('rules/'))
          .map(([path, { oid }]) => [path, history.blob(oid).toString('utf8')])
      )
      scene = { state, lore }
    })
    game = await loadGame(rules)
  })
  afterAll(() => game.dispose())

  it('rules are refused with file and sentence, or they can be played', async () => {
    const faults: string[] = []
    let loaded = 0
    for (const n of numbers) {
      const chance = chanceOf(`rules ${n}`)
      const { files, touched } = spoilt(rules, (path) => path.endsWith('.yaml') || (path.endsWith('.ts') && chance() < 0.1), chance)
      const fault = await strange(async () => {
        const spoiltGame = await loadGame(files).catch(async (thrown: unknown) => {
          const { code, data } = toProblem(thrown)
          if (code !== 'bad-file' || typeof data['file'] !== 'string') throw thrown
          // The full list is slower than the first problem, so it is tested only now and then.
          if (n % 4 === 0 && (await checkGame(files)).length === 0) throw thrown
        })
        if (!spoiltGame) return
        loaded++
        try {
          used(scene.state, scene.lore, spoiltGame, chance)
        } finally {
          spoiltGame.dispose()
        }
      })
      if (fault !== undefined) faults.push(`${name}, copy ${n} of the rules (${touched.join(', ')}): ${fault}`)
    }
    expect(faults).toEqual([])
    // Both cases must have occurred, or the test proved nothing.
    expect([loaded > 0, loaded < numbers.length]).toEqual([true, true])
  })

  it('campaigns are refused with a sentence, or are played on and come back from their files as they were', async () => {
    const faults: string[] = []
    let read = 0
    let played = 0
    for (const n of numbers) {
      const chance = chanceOf(`state ${n}`)
      const { files, touched } = spoilt(campaign, (path) => /\.yaml$|^next$|^current-scene$|ABOUT\.md$/.test(path), chance)
      const fault = await strange(() => {
        const { root, objects } = objectsOf(files)
        const { state, lore } = new Hydrator(objects).at(root)
        read++
        const done = used(state, lore, game, chance)
        if (!done) return
        const written = beatFiles((path) => (files.has(path) ? Buffer.from(files.get(path) ?? '') : undefined), state, done.files)
        const now = objectsOf(new Map<string, string | Buffer>([...files, ...[...written].map(([path, { bytes }]) => [path, bytes] as const)]))
        const differing = diff(done.after, new Hydrator(now.objects).at(now.root).state)
        played++
        if (differing.length > 0) throw new Error(`came back different: ${JSON.stringify(differing.slice(0, 3))}`)
      })
      if (fault !== undefined) faults.push(`${name}, copy ${n} of the campaign (${touched.join(', ')}): ${fault}`)
    }
    expect(faults).toEqual([])
    expect([read < numbers.length, played > 0]).toEqual([true, true])
  })
})
