import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Params } from '../../shared/story/play'
import type { Next } from '../../shared/story/state'
import { readLog } from '../campaign/lines'
import { parseBeatMessage } from '../campaign/beat-message'
import { DESIGNER, DM } from '../engine/people'
import { createCampaign } from '../story/creation/create'
import { OpenCampaign } from '../story/open-campaign'
import { openFolder } from '../studio/open-folder'
import { verify } from '../story/checks/verify'

const home = mkdtempSync(join(tmpdir(), 'summaries-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

type Counts = Record<string, number>
/** A word that is only whispered. */
const SECRET = 'Quorvath'
const HEADINGS = ['Recap', 'Key events', 'People met', 'Unresolved threads', 'Rules exercised']

/** The text under a heading of a summary. */
const under = (text: string, heading: string): string =>
  text
    .split(/^## /m)
    .find((part) => part.startsWith(`${heading}\n`))
    ?.slice(heading.length)
    .trim() ?? ''
const counts = (text: string): Counts =>
  Object.fromEntries(
    [...under(text, 'Rules exercised').matchAll(/^- (.+?) × (\d+)(?: \(.+\))?$/gm)].map(([, name = '', count]) => [name, Number(count)])
  )

/** Everything that is counted, by scene, from each beat's trailers, log and sheets. */
function recounted(campaign: OpenCampaign): Map<string, Counts> {
  const { history } = campaign
  const scenes = new Map<string, Counts>()
  const head = history.commit(history.head().commit)
  const logs = new Map<string, ReturnType<typeof readLog>>()
  const logOf = (scene: string) => {
    const known =
      logs.get(scene) ?? ['LOG.yaml', 'LOG-2.yaml'].flatMap((file) => readLog(campaign.past.files.text(head.tree, `${scene}/${file}`) ?? '', file))
    logs.set(scene, known)
    return known
  }
  for (let id: string | undefined = head.id; id !== undefined; id = history.commit(id).parents[0]) {
    const { beat, params } = parseBeatMessage(history.commit(id))
    if (beat.scene === undefined || beat.parent === undefined) continue
    const sum = scenes.get(beat.scene) ?? {}
    scenes.set(beat.scene, sum)
    const add = (name: string, times = 1): void => void (sum[name] = (sum[name] ?? 0) + times)
    const { game } = campaign.snapshot
    const entries = logOf(beat.scene).filter((entry) => entry.beat === beat.n && entry.action !== undefined && entry.action in game.actions)
    for (const { action = '' } of entries) add(action)
    if (beat.action in game.actions && !entries.some(({ action }) => action === beat.action)) add(beat.action)
    for (const { label, total } of beat.rolls)
      for (const [table, { name, rows }] of Object.entries(game.tables)) {
        if (label !== name) continue
        add(`${table} (table)`)
        for (const row of Object.keys(rows)) {
          const [least = '', most = least] = row.split('-')
          if (total >= Number(least) && total <= Number(most)) add(`${table}: ${row} (table row)`)
        }
      }
    const [before, after] = [beat.parent, id].map((at) => campaign.past.hydratedAt(at).state)
    // A spark drains for several rounds. The one that ends the fight drains too, but no sheet shows it, because it ends at once without rounds.
    if (beat.action === 'spark' && before?.combat && !after?.combat) add('drained (condition)')
    const once = new Set<string>()
    for (const [who, { kind, location, inventory }] of Object.entries(after?.actors ?? {})) {
      const was = before?.actors[who]
      if (kind === 'player' && location !== was?.location) once.add(`${location} (location)`)
      for (const key of Object.keys({ ...was?.inventory, ...inventory })) {
        const [had, has] = [was?.inventory[key], inventory[key]]
        if (JSON.stringify(had) !== JSON.stringify(has)) once.add(`${(has ?? had)?.item} (item)`)
      }
    }
    const carried = before?.actors[beat.as ?? beat.actor]?.inventory ?? {}
    for (const value of Object.values(params).flat()) {
      const item = carried[String(value)]?.item ?? String(value)
      if (item in game.equipment) once.add(`${item} (item)`)
    }
    if (beat.action === 'open_scene') once.add(`${after?.scene?.place} (location)`)
    if (beat.action === 'open_scene' && after?.scene?.story !== undefined) once.add(`${after.scene.story} (story event)`)
    for (const [event, play] of Object.entries(after?.plays ?? {}))
      if (JSON.stringify(play) !== JSON.stringify(before?.plays?.[event])) once.add(`${event} (story event)`)
    for (const name of once) add(name)
    for (const [who, { conditions }] of Object.entries(after?.actors ?? {}))
      for (const [condition, { count = 1 }] of Object.entries(conditions)) {
        const had = before?.actors[who]?.conditions[condition]
        if (count > (had ? (had.count ?? 1) : 0)) add(`${condition} (condition)`)
      }
  }
  return scenes
}
const sumOf = (all: readonly Counts[]): Counts => {
  const sum: Counts = {}
  for (const counted of all) for (const [name, count] of Object.entries(counted)) sum[name] = (sum[name] ?? 0) + count
  return sum
}

describe.each(['cairn-hack', 'totm'])('the summaries of %s', (game) => {
  const dir = join(home, game)
  const read = (path: string): string => readFileSync(join(dir, path), 'utf8')
  let open: Awaited<ReturnType<typeof openFolder>>
  let marked = ''
  let again = { id: '', text: '' }
  let resumed: [Next, Next] | undefined
  beforeAll(async () => {
    await createCampaign({ dir, game, seed: '7', template: 'sample', resources: resolve(import.meta.dirname, '../../..'), now: 0 })
    open = await openFolder(dir, { announce: () => undefined })
    const { campaign, table } = open
    const next = () => campaign.snapshot.state.next
    const play = (actor: string, action: string, params: Params = {}) => table.play({ kind: 'play', action, actor, params, agent: 'hand' })
    // Two short sessions. Everybody whispers in every turn; a milestone is marked in the middle of the second.
    let began = 0
    while (next().session < 2 || next().phase !== 'done') {
      const { phase, mode, session, actor, spent, answering, beat } = next()
      if (phase === 'done') began = beat
      if (phase === 'player' && mode === 'story' && spent['whisper'] === undefined) {
        await play(actor, 'whisper', { text: `I killed ${SECRET} and hid the bell.` })
        await play(DM, 'speak', { player: actor, text: `Nobody saw you and ${SECRET} there.` })
      }
      if (session === 2 && marked === '' && phase === 'player' && beat > began + 15) {
        const before = next()
        await play(DESIGNER, 'milestone')
        await table.step()
        marked = read('SUMMARY.md')
        // Nothing was played since, so this summary is the same and changes no file.
        await play(DESIGNER, 'milestone')
        await table.step()
        again = { id: campaign.snapshot.commit.id, text: read('SUMMARY.md') }
        resumed = [next(), { ...before, beat: before.beat + 4 }]
      }
      const late = beat > began + (session === 1 ? 90 : 40) && phase === 'dm' && mode === 'story' && answering === undefined
      if (late) await play(DM, 'end_session')
      else if (!(await table.step())) break
    }
  })
  afterAll(() => {
    open.campaign.dispose()
    open.release()
  })

  it('count what a recount of the beats counts: scenes, sessions, the campaign', () => {
    const scenes = recounted(open.campaign)
    expect(scenes.size).toBeGreaterThan(1)
    for (const [scene, sum] of scenes) expect([scene, counts(read(`${scene}/SUMMARY.md`))]).toEqual([scene, sum])
    const session = (n: number): Counts => sumOf([...scenes].filter(([scene]) => scene.startsWith(`sessions/session-${n}/`)).map(([, sum]) => sum))
    expect(Object.keys(session(1)).length).toBeGreaterThan(10)
    expect(counts(read('sessions/session-1/SUMMARY.md'))).toEqual(session(1))
    expect(counts(read('sessions/session-2/SUMMARY.md'))).toEqual(session(2))
    expect(counts(read('SUMMARY.md'))).toEqual(sumOf([...scenes.values()]))
    for (const [name, count] of Object.entries(counts(marked))) expect(count).toBeGreaterThanOrEqual(session(1)[name] ?? 0)
  })

  it('have the four headings, and the campaign tells of every session, the running one too', () => {
    const paths = [...open.campaign.history.files(open.campaign.snapshot.commit.tree).keys()].filter((path) => path.endsWith('SUMMARY.md'))
    expect(paths.length).toBeGreaterThan(4)
    for (const text of [marked, ...paths.map(read)]) {
      expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(HEADINGS)
      expect(under(text, 'Key events')).toMatch(/^- .+ They were at .+\./)
    }
    const first = under(read('sessions/session-1/SUMMARY.md'), 'Key events').split('\n')
    const second = under(read('sessions/session-2/SUMMARY.md'), 'Key events').split('\n')
    const events = under(read('SUMMARY.md'), 'Key events').split('\n')
    const scenes = [...first, ...second].filter((line) => line.includes('. They were at '))
    expect(scenes.length).toBeGreaterThan(1)
    expect(scenes.filter((line) => !events.includes(line))).toEqual([])
    const title = /^# (.+)$/m.exec(read('sessions/session-2/001-scene/ABOUT.md'))?.[1] ?? ''
    expect([title !== '', under(marked, 'Key events').includes(`${title}. They were at`)]).toEqual([true, true])
    expect(events.filter((line) => line.includes('They were at ')).length).toBeLessThanOrEqual(13)
  })

  it('play again the same, milestone and all; after it the table goes on where it was', async () => {
    expect(resumed?.[0]).toEqual(resumed?.[1])
    expect(resumed?.[0].phase).toBe('player')
    expect((await verify(open.campaign)).mismatches).toEqual([])
  })

  it('keep their text in the beat message when their file does not change', async () => {
    expect(again.text).toBe(marked)
    const { files, params } = await open.campaign.past.beat(again.id)
    expect(files).not.toContain('SUMMARY.md')
    expect(marked).toContain(params['text'])
  })

  it('hold nothing of what was said in private', () => {
    const { campaign } = open
    const { tree } = campaign.snapshot.commit
    const holding = [...campaign.history.files(tree).keys()].filter((path) => campaign.past.bytes(tree, path)?.includes(SECRET))
    expect(holding.length).toBeGreaterThan(2)
    expect(holding.filter((path) => !/^sessions\/session-\d\/\d{3}-scene\/[A-Z][a-z]+\.md$/.test(path))).toEqual([])
    expect(marked).not.toContain(SECRET)
  })
})
