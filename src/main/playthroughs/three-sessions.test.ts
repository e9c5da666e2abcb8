import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../lint/tiers.mjs'
import { canonical, diff, pointer, type Json, type StateChange } from '../../shared/base/json'
import type { GameState } from '../../shared/story/state'
import { beatFiles } from '../campaign/beat-files'
import { Hydrator } from '../campaign/hydrate'
import { locate } from '../campaign/layout'
import { party, ready } from '../engine/people'
import type { OpenCampaign } from '../story/open-campaign'
import { SAMPLE_GAMES, freshSample } from './samples.fixture'
import { verify } from '../story/checks/verify'
import { changesOf } from '../story/compare/leaks.fixture'
import { playMany, reading } from './commands.fixture'

/** The campaigns of each game. */
const CAMPAIGNS = sizeOf(import.meta.filename, 'campaigns')
/** Seeds that failed once, by game; they are always played. */
const ALWAYS: Readonly<Record<string, readonly string[]>> = {}
const SESSIONS = sizeOf(import.meta.filename, 'sessions')
/** The files of every nth beat are read and written back. */
const LOOK_EVERY = 120

const home = mkdtempSync(join(tmpdir(), 'three-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Values that only the folder's name holds, not a file. */
const DERIVED = /^\/(actors\/[^/]+\/kind|places\/[^/]+\/region|journeys\/[^/]+\/region)$/

/** Every value of a state that a file holds, as a change to itself. */
function rewritten(state: GameState): StateChange[] {
  const leaves = (value: Json, keys: readonly string[]): StateChange[] => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...keys, key]))
    const path = pointer(keys)
    return DERIVED.test(path) || !locate(state, path) ? [] : [{ path, op: 'update', from: value, to: value }]
  }
  return leaves(state as unknown as Json, [])
}

/** Files at a commit whose bytes differ after files → state → files. */
function changedByWriting(campaign: OpenCampaign, id: string): string[] {
  const { tree } = campaign.history.commit(id)
  const read = new Hydrator(campaign.history).at(tree).state
  const state = { ...read, next: canonical(read.next) }
  const changes = rewritten(state)
  const before = state.scene ? { ...state, scene: { ...state.scene } } : state
  const files = beatFiles((path) => campaign.past.bytes(tree, path), before, { state, changes, writes: [] })
  const differing = [...files.keys()].map((path) => `${path} at ${id}`)
  return changes.length > 300 ? differing : [...differing, `only ${changes.length} values of a state have a place in a file at ${id}`]
}

describe.each(SAMPLE_GAMES)('%s', (game) => {
  const seeds = [...(ALWAYS[game] ?? []), ...Array.from({ length: CAMPAIGNS }, (_, n) => `three ${n + 3}`)]
  let changes: Awaited<ReturnType<typeof changesOf>> | undefined
  const sum = { campaigns: 0, sessions: 0, beats: 0, mismatches: 0, contradictions: 0, 'players dead': 0, 'parties lost': 0 }

  it.each(seeds)('plays its sessions from new, seed %s: verified, and every file the bytes that its state says', async (seed) => {
    const dir = join(home, `${game} ${seed}`)
    await freshSample(dir, game, seed)
    const played = await playMany(dir, { sessions: SESSIONS }, () => undefined)
    const story = await reading(dir, async (campaign) => {
      changes ??= await changesOf(campaign)
      const { state, game: rules, commit } = campaign.snapshot
      const chain = [commit.id]
      for (let parent = commit.parents[0]; parent !== undefined; parent = campaign.history.commit(parent).parents[0]) chain.push(parent)
      return {
        ready: ready(state, rules),
        dead: party(state).filter((id) => Object.keys(state.actors[id]?.conditions ?? {}).some((one) => rules.conditions[one]?.dead)),
        phase: state.next.phase,
        whole: diff(new Hydrator(campaign.history).at(commit.tree).state, state),
        report: await verify(campaign),
        contradictions: (await campaign.contradictions.upTo(commit.id)).flatMap((one) =>
          one.contradictions.map(({ kind, quote, fact }) => `${one.beat} ${kind}: ${quote} ${fact}`)
        ),
        written: chain.filter((_, i) => i % LOOK_EVERY === 0).flatMap((id) => changedByWriting(campaign, id))
      }
    })
    rmSync(dir, { recursive: true, force: true })
    const { report, written, whole } = story
    sum.campaigns++
    sum.sessions += played.sessions
    sum.beats += played.beats
    sum.contradictions += story.contradictions.length
    sum.mismatches += report.mismatches.length
    sum['players dead'] += story.dead.length
    if (played.lost) sum['parties lost']++
    expect(report).toEqual({ play: played.beats, edit: 1, foreign: 0, otherEngine: 0, mismatches: [] })
    expect([written, whole]).toEqual([[], []])
    // The built-in table's narrations are true: at most two marks a session are allowed.
    expect(story.contradictions.slice(2 * played.sessions)).toEqual([])
    // Play ends earlier only if the party is lost or the story is over.
    expect(played.lost).toBe(story.ready.length === 0)
    expect({ phase: story.phase, over: played.sessions === SESSIONS || played.lost || played.ended }).toEqual({ phase: 'done', over: true })
  })

  it('changes something with every beat of the first campaign, and says it in words of the game', () => {
    expect(changes).toMatchObject({ silent: [], leaks: [] })
    expect(changes?.lines).toBeGreaterThan(100 * SESSIONS)
  })

  it('brings nineteen parties of twenty through them all', () => expect(sum['parties lost']).toBeLessThanOrEqual(sum.campaigns / 20))
})
