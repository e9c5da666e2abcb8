import * as fs from 'node:fs'
import { join } from 'node:path'
import { add, commit } from 'isomorphic-git'
import { deciderOf } from '../src/main/engine/people'
import { offered } from '../src/main/engine/verbs'
import type { Snapshot } from '../src/main/story/past'
import { openFolder } from '../src/main/studio/open-folder'
import type { Offer } from '../src/shared/story/game'
import type { ActionCall, Params } from '../src/shared/story/play'
import { assertClean, commitAll, git, makeCampaign, openStudio, write } from './folders'
import { type Bench, median, now, type Row } from './measure'

/** The number of beats before the clock starts. Sessions last for hours, so a measurement begins after the rules have warmed up. */
export const WARM_UP_BEATS = 150

/** The time of a beat with its commit at several sizes of a campaign: with rules alone, and with the built-in table. Every round ends with a clean `git status`. */
export async function measureBeats({ home, isQuick, rounds, say }: Bench): Promise<Row[]> {
  const [beats, slowBeats] = isQuick ? [40, 5] : [200, 20]
  const rows: Row[] = []
  let smallest: number | undefined
  for (const size of isQuick ? [100, 1000] : [100, 1000, 10_000]) {
    say(`Beats at ${size} files…`)
    const dir = await makeCampaign(home, `files-${size}`, size)
    write(dir, 'bench/LOG.yaml', '')
    commitAll(dir, 'A log for the contender')
    const [ruled, table, other]: [number[], number[], number[]] = [[], [], []]
    for (let round = 0; round < rounds; round++) {
      ruled.push(await ruledBeats(dir, beats))
      assertClean(dir)
      table.push(await tableBeats(dir, beats))
      assertClean(dir)
      if (size !== 1000) continue
      other.push(await isomorphicGit(dir, slowBeats))
      assertClean(dir)
    }
    const value = median(ruled)
    smallest ??= value
    const what = `a beat with its commit at ${size} files`
    if (size === 1000)
      rows.push({ measure: what, value, unit: 'ms', limit: { most: 3.3 }, contender: { name: 'isomorphic-git', value: median(other) } })
    else rows.push({ measure: what, value, unit: 'ms' })
    rows.push({ measure: `a beat of the built-in table at ${size} files`, value: median(table), unit: 'ms' })
    if (size > 1000)
      rows.push({ measure: `the cost of a beat at ${size} files, of that at 100`, value: value / smallest, unit: 'times', limit: { most: 1.5 } })
  }
  return rows
}

/** The time of a beat without an agent in ms: offers, engine, sandboxed rules, files, commit, and the index at the end. */
export async function ruledBeats(dir: string, count: number): Promise<number> {
  const { campaign, release } = await openFolder(dir, { announce: () => undefined })
  try {
    const { at, name } = freshRound(dir, campaign.snapshot.commit.id)
    await campaign.createBranch(at, name)
    for (let i = 0; i < WARM_UP_BEATS; i++) campaign.recordBeat(plainCall(campaign.snapshot))
    const start = now()
    for (let i = 0; i < count; i++) campaign.recordBeat(plainCall(campaign.snapshot))
    campaign.history.flushIndex()
    return (now() - start) / count
  } finally {
    campaign.dispose()
    release()
  }
}

/** The time of a complete beat in ms: the built-in table decides, the sandbox runs the rules, the recorder saves, and the index is written at the end. */
async function tableBeats(dir: string, count: number): Promise<number> {
  const studio = openStudio(dir)
  await studio.open({ dir })
  const head = (await studio.present())?.head ?? ''
  const again = async (): Promise<void> => {
    const { at, name } = freshRound(dir, head)
    await studio.branch({ at, name, seed: name })
  }
  const play = async (beats: number): Promise<void> => {
    // When nobody is left to play, the story starts again with another seed.
    for (let i = 0; i < beats; i++) if (!(await studio.step())) await again()
  }
  await again()
  await play(WARM_UP_BEATS)
  const start = now()
  await play(count)
  await studio.dispose()
  return (now() - start) / count
}

/** The time in ms in which isomorphic-git saves the files of a beat as in its documentation: write, add, commit, with its cache kept. */
async function isomorphicGit(dir: string, count: number): Promise<number> {
  const cache = {}
  let log = ''
  let start = now()
  // The first beat fills the cache.
  for (let n = 0; n <= count; n++) {
    if (n === 1) start = now()
    log += `- ${JSON.stringify({ at: '1203-04-01T08:00:00Z', beat: n, by: 'DM', kind: 'narration', text: 'The rope creaks, and below in the dark the water answers.' })}\n`
    for (const [filepath, text] of Object.entries({ 'bench/LOG.yaml': log, 'bench/STATS.yaml': `hp: ${n % 10}\n`, 'bench/next': `beat: ${n}\n` })) {
      fs.writeFileSync(join(dir, filepath), text)
      await add({ fs, dir, filepath, cache })
    }
    await commit({ fs, dir, message: `Beat ${n}\n`, author: { name: 'DM', email: 'dm@proscenium.invalid' }, cache })
  }
  return (now() - start) / count
}

/** Lets the built-in table play a campaign until its history has this many commits. A story that ends goes on with beats in rotation. */
export async function playTo(dir: string, commits: number, say: (line: string) => void): Promise<void> {
  const played = (): number => Number(git(dir, 'rev-list', '--count', 'HEAD'))
  for (let n = played(); n < commits; n = played()) {
    const studio = openStudio(dir)
    await studio.open({ dir })
    while (n < commits && (await studio.step())) n++
    await studio.dispose()
    // The later measurements need a story that hasn't ended.
    const { campaign, release } = await openFolder(dir, { announce: () => undefined })
    for (let i = 0; i < 400; i++) campaign.recordBeat(plainCall(campaign.snapshot))
    campaign.dispose()
    release()
    say(`  ${played()} of ${commits} commits`)
  }
  assertClean(dir)
}

const starts = new Map<string, string>()
let branches = 0

/** Starts every round of a folder on a new branch from the commit of the first round, so that the characters are not worn out by earlier rounds. */
export function freshRound(dir: string, head: string): { at: string; name: string } {
  const at = starts.get(dir) ?? head
  starts.set(dir, at)
  return { at, name: `round-${++branches}` }
}

/** Verbs that continue the story if no action of the game can be played, in this order. */
const ON = ['call_on', 'narrate', 'open_scene', 'open_session', 'summarise', 'end_scene', 'end_session', 'pass']
/** Actions that could kill a character in the long run, or that a full inventory refuses. The same characters have to play thousands of beats. */
const RISKY = ['travel', 'attack', 'flee', 'give']

/** A call that is offered now. Players take the game's actions in rotation, and the DM alternates between narrating and calling on everybody. */
export function plainCall({ state, game }: Snapshot): ActionCall {
  const { next } = state
  const who = deciderOf(state)
  const offers = offered(state, game, who)
  const isCharacter = next.phase === 'player' || next.phase === 'npc'
  const actions = isCharacter ? offers.filter((o) => o.cost === 'turn' && !ON.includes(o.name) && !RISKY.includes(o.name)) : []
  const hasNarrated = (next.spent['narrate'] ?? 0) > 0
  const verb =
    (!hasNarrated && offers.find((o) => o.name === 'narrate')) || ON.map((name) => offers.find((o) => o.name === name)).find((o) => o !== undefined)
  const offer = actions[next.beat % actions.length] ?? verb
  if (!offer) throw new Error('The table has nothing left to play; choose another seed for the bench.')
  const as = offer.as === undefined ? {} : { as: offer.as }
  return { kind: 'play', action: offer.name, actor: who, ...as, params: filled(offer, next.beat), agent: 'hand' }
}

function filled(offer: Offer, beat: number): Params {
  const required = offer.params.filter((def) => def.required)
  return Object.fromEntries(
    required.map((def) => {
      const choice = def.enum?.includes('all') ? 'all' : def.enum?.[beat % def.enum.length]
      const value = def.enum ? (choice ?? '') : `Beat ${beat}: the rope creaks, and below in the dark the water answers.`
      return [def.name, def.many ? [value] : value]
    })
  )
}
