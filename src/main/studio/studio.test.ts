import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Present, StudioEvent } from '../../shared/table/present'
import { applyChanges } from '../../shared/base/json'
import { withLoreChanges } from '../../shared/story/lore-changes'
import { createStudio } from './studio'
import { runProgram } from '../campaign/git/testing/small-process'

const resources = resolve(import.meta.dirname, '../../..')
const home = mkdtempSync(join(tmpdir(), 'studio-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const git = (dir: string, ...args: string[]): string => runProgram('git', ['-C', dir, ...args])
let count = 0

describe('a studio with a campaign open', () => {
  let dir = ''
  let studio = createStudio({ kind: 'terminal', version: '0', home, resources })
  beforeEach(async () => {
    dir = join(home, `campaign ${++count} “ö”`)
    studio = createStudio({ kind: 'terminal', version: '0', home, resources })
    await studio.create({ dir, seed: '5' })
  })
  afterEach(() => studio.dispose())
  const present = async (): Promise<Present> => (await studio.present()) as Present
  // In a burst of beats git's index is updated within a quarter of a second.
  const clean = async (but = ''): Promise<void> => {
    await expect.poll(() => git(dir, 'status', '--porcelain')).toBe(but)
  }
  const steps = async (n: number): Promise<string[]> => {
    const ids: string[] = []
    for (let i = 0; i < n; i++) ids.push((await studio.step())?.id ?? '')
    return ids
  }

  it('sends each beat once, after its commit, in order, with changes that lead to the present', async () => {
    const stop = new AbortController()
    const seen: StudioEvent[] = []
    const types: string[] = []
    const start = await present()
    const listening = (async () => {
      for await (const event of studio.events({ lastEventId: `${start.epoch}:${start.seq}` }, stop.signal)) {
        seen.push(event)
        if (event.kind === 'beat') types.push(git(dir, 'cat-file', '-t', event.beat.id).trim())
        if (seen.length === 8) stop.abort()
      }
    })()
    const ids = await steps(8)
    await listening
    const beats = seen.filter((event) => event.kind === 'beat')
    expect(types).toEqual(ids.map(() => 'commit'))
    expect(beats.map((event) => event.beat.id)).toEqual(ids)
    expect(beats.map((event) => event.seq)).toEqual(beats.map((_, i) => start.seq + 1 + i))
    expect(beats.reduce((state, event) => applyChanges(state, event.changes), start.state)).toEqual((await present()).state)
  })

  it('tells a window that asks while a campaign is opened what is open then, or that nothing is', async () => {
    await studio.dispose()
    studio = createStudio({ kind: 'terminal', version: '0', home, resources })
    expect(await studio.present()).toBeUndefined()
    const opened = studio.open({ dir })
    expect((await studio.present())?.campaign.dir).toBe(dir)
    await opened
    await studio.close()
    const refused = studio.open({ dir: join(home, 'nowhere') })
    const [asked] = await Promise.allSettled([studio.present(), refused])
    expect(asked).toEqual({ status: 'fulfilled', value: undefined })
  })

  it('names the campaign that a lost core left closed, until one is opened', async () => {
    await studio.dispose()
    const why = 'The core stopped answering.'
    const next = createStudio({ kind: 'terminal', version: '0', home, resources, loss: { why, unopened: { dir, opening: false } } })
    expect((await next.host()).unopened).toEqual({ dir, title: (await next.recent())[0]?.title, why, opening: false })
    await next.open({ dir })
    expect((await next.host()).unopened).toBeUndefined()
    await next.dispose()
    const other = createStudio({ kind: 'terminal', version: '0', home, resources, loss: { why, unopened: { dir: '/stories/trap', opening: true } } })
    expect((await other.host()).unopened).toMatchObject({ title: 'trap', opening: true })
  })

  it('sends a reconnecting client the missed events, or tells it to fetch the present', async () => {
    const start = await present()
    await steps(3)
    const first = async (after: { epoch: string; seq: number }): Promise<StudioEvent> => {
      const stop = new AbortController()
      for await (const event of studio.events({ lastEventId: `${after.epoch}:${after.seq}` }, stop.signal)) return event
      throw new Error('no event')
    }
    expect(await first({ epoch: start.epoch, seq: start.seq + 1 })).toMatchObject({ kind: 'beat', seq: start.seq + 2 })
    expect(await first({ epoch: 'another', seq: 1 })).toMatchObject({ kind: 'head' })
    expect(await first({ epoch: start.epoch, seq: 99 })).toMatchObject({ kind: 'head' })
  })

  it('looks back without moving: states, changes, logs', async () => {
    const ids = await steps(12)
    const now = await present()
    const third = await studio.at({ commit: ids[2] ?? '' })
    const changes = await studio.at({ commit: ids[3] ?? '', have: ids[2] })
    expect(third.state?.next.beat).toBe(3)
    expect(applyChanges(third.state, changes.changes ?? [])).toEqual((await studio.at({ commit: ids[3] ?? '' })).state)
    const log = await studio.log({ commit: now.head })
    expect(log?.entries.length).toBeGreaterThan(2)
    expect((await studio.log({ commit: ids[4] ?? '' }))?.entries).toEqual(log?.entries.filter((entry) => entry.beat <= 5))
    expect((await present()).head).toBe(now.head)
    const timeline = await studio.timeline({ limit: 5 })
    expect([timeline.beats.map((beat) => beat.n), timeline.more]).toEqual([[12, 11, 10, 9, 8], true])
    expect((await studio.timeline({ limit: 100, before: timeline.beats.at(-1)?.id })).beats.map((beat) => beat.n)).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    const detail = await studio.beat({ commit: ids[4] ?? '' })
    expect(detail.toolCalls).toMatchObject([{ tool: detail.beat.action, beat: ids[4] }])
  })

  it('sends a client at an earlier commit only the differences', async () => {
    const ids = await steps(6)
    const now = await present()
    const knownState = await studio.at({ commit: ids[4] ?? '' })
    const news = await studio.presentSince({ head: ids[4] ?? '' })
    expect(news).toMatchObject({ head: now.head, seq: now.seq })
    expect(applyChanges(knownState.state, news?.changes ?? [])).toEqual(now.state)
    expect([news?.state, news?.lore]).toEqual([undefined, undefined])
    expect(await studio.presentSince({ head: now.head })).toMatchObject({ head: now.head, changes: [] })
    // A client at an unknown commit gets everything.
    expect((await studio.presentSince({ head: 'f'.repeat(40) }))?.state).toEqual(now.state)
  })

  it('sends a client what leads to the present after every kind of edit, wherever its state and its prose are from', async () => {
    const start = await present()
    let had = { head: start.head, loreAt: start.head, state: start.state, lore: start.lore }
    /** What is sent to a client that follows, which then has the present. Returns the ids of the people whose prose was sent. */
    const follow = async (): Promise<string[]> => {
      const news = await studio.presentSince({ head: had.head, lore: had.loreAt })
      if (!news) throw new Error('Nothing is open.')
      const lore = withLoreChanges(had.lore, (news.lore ? {} : news.loreChanges) ?? {})
      had = { head: news.head, loreAt: news.head, state: applyChanges(had.state, news.changes ?? []), lore: news.lore ?? lore }
      const now = await present()
      expect([news.state, news.lore, had.head, had.state, had.lore]).toEqual([undefined, undefined, now.head, now.state, now.lore])
      const { actors } = news.loreChanges ?? {}
      return actors && typeof actors === 'object' ? Object.keys(actors.put) : []
    }
    const { created } = await studio.editWorld({ edits: [{ op: 'put-character', kind: 'npc', name: 'Ada O’Dell 😀' }] })
    const [ada = ''] = created
    expect(await follow()).toEqual([ada])
    await studio.editWorld({ edits: [{ op: 'put-character', id: ada, about: [{ keys: ['fears'], to: 'Fog.', was: '' }] }] })
    expect(await follow()).toEqual([ada])
    const atFears = had
    await studio.renameName({ kind: 'character', id: ada, to: 'noor', possible: false, drafts: {} })
    expect(await follow()).toEqual(['noor'])
    // A beat of play, which a window applies by itself, may write prose.
    await steps(1)
    const ruling = { note_path: 'rulings/fog.md', content: '# Fog\n\nHides a lamp.' }
    const { id } = await studio.play({ kind: 'play', action: 'record', actor: 'DM', params: ruling, agent: 'hand' })
    had = { ...had, head: id, state: (await present()).state }
    await studio.editWorld({ edits: [{ op: 'put-event', title: 'Fog' }] })
    expect(await follow()).toEqual([])
    expect(had.lore.topics.map(({ title }) => title)).toContain('Fog')
    writeFileSync(join(dir, 'world/npcs/noor/ABOUT.md'), '# Noor\n\nAsks.\n')
    await studio.adopt()
    expect(await follow()).toEqual(['noor'])
    await studio.editWorld({ edits: [{ op: 'remove-character', id: 'noor' }] })
    expect(await follow()).toEqual([])
    await studio.undo()
    expect(await follow()).toEqual(['noor'])
    await studio.branch({ at: atFears.head, name: 'fears' })
    expect(await follow()).toEqual([ada])
    had = atFears
    await studio.switchTo({ branch: 'main' })
    expect(await follow()).toEqual(['noor'])
  })

  it('branches from the past and leaves the old line as it was', async () => {
    const ids = await steps(10)
    await expect(studio.branch({ at: ids[4] ?? '', name: 'what if' })).rejects.toThrow('what if')
    const branch = await studio.branch({ at: ids[4] ?? '', name: 'what-if', seed: 'other dice' })
    expect(branch).toMatchObject({ name: 'what-if', current: true })
    expect(git(dir, 'rev-parse', 'what-if~1').trim()).toBe(ids[4])
    expect((await present()).state.next).toMatchObject({ beat: 6, dice: { seed: 'other dice' } })
    await steps(3)
    await clean()
    expect(git(dir, 'rev-parse', 'main').trim()).toBe(ids[9])
    expect(git(dir, 'merge-base', 'main', 'what-if').trim()).toBe(ids[4])
    await studio.switchTo({ branch: 'main' })
    expect((await present()).head).toBe(ids[9])
    expect((await studio.verify()).mismatches).toEqual([])
  })

  it('stops for an external change and adopts it as a beat', async () => {
    await steps(6)
    const wren = join(dir, 'world/players/Wren/STATS.yaml')
    writeFileSync(wren, readFileSync(wren, 'utf8').replace(/hp: \d+/, 'hp: 9'))
    writeFileSync(join(dir, 'world/misc-note.md'), 'mine\n')
    expect(await studio.edits()).toEqual([
      { path: 'world/misc-note.md', change: 'added', staged: false },
      { path: 'world/players/Wren/STATS.yaml', change: 'changed', staged: false }
    ])
    expect((await present()).state.actors['Wren']?.stats['hp']).not.toBe(9)
    const beat = await studio.adopt()
    expect(beat).toMatchObject({ kind: 'edit', actor: 'designer', n: 7 })
    expect((await present()).state.actors['Wren']?.stats['hp']).toBe(9)
    await clean()
    await steps(3)
    expect(await studio.verify()).toMatchObject({ play: 9, edit: 2, mismatches: [] })
  })

  it('sets external changes aside and loses none of them', async () => {
    await steps(2)
    writeFileSync(join(dir, 'SUMMARY.md'), 'scribbled over\n')
    const folder = await studio.setAside()
    expect(readFileSync(join(folder, 'SUMMARY.md'), 'utf8')).toBe('scribbled over\n')
    await clean()
  })

  it.each<[string, string, string, string]>([
    ['broken YAML', 'world/players/Wren/STATS.yaml', 'name: [', 'STATS.yaml'],
    ['a sheet that does not fit', 'world/players/Wren/STATS.yaml', 'name: Wren\nlocation: nowhere\nstats: {}\n', 'nowhere'],
    ['a rule that does not compile', 'rules/actions/attack.ts', 'export default {', 'attack.ts'],
    ['a hand on the dice', 'next', 'beat: 0\n', 'Set your changes aside'],
    ['a hand on the log', 'LOG', '- {}\n', 'Set your changes aside']
  ])('refuses %s with a sentence and saves nothing', async (_what, file, text, sentence) => {
    await steps(6)
    const { head, state } = await present()
    const path = file === 'LOG' ? `${state.scene?.path}/LOG.yaml` : file
    if (file === 'LOG') appendFileSync(join(dir, path), text)
    else writeFileSync(join(dir, path), text)
    const written = readFileSync(join(dir, path), 'utf8')
    await expect(studio.adopt()).rejects.toThrow(sentence)
    expect((await present()).head).toBe(head)
    expect(readFileSync(join(dir, path), 'utf8')).toBe(written)
  })

  it('plays by itself, pauses after a beat, and says why it stopped', async () => {
    await studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await present()).state.next.beat).toBeGreaterThan(5)
    expect((await studio.pause()).running).toBe(false)
    const { head } = await present()
    expect((await studio.step())?.parent).toBe(head)
  })

  it('lets a second studio read but not write', async () => {
    const second = createStudio({ kind: 'terminal', version: '0', home, resources })
    const info = await second.open({ dir })
    expect(info.readOnly).toContain('Another Proscenium')
    await expect(second.step()).rejects.toThrow('Another Proscenium')
    expect((await second.present())?.head).toBe((await present()).head)
    await second.dispose()
    expect(await steps(1)).toHaveLength(1)
  })

  it('follows commits that native git makes, and counts them as foreign', async () => {
    await steps(3)
    writeFileSync(join(dir, 'NOTES.txt'), 'mine\n')
    await clean('?? NOTES.txt\n')
    git(dir, 'add', 'NOTES.txt')
    git(dir, '-c', 'user.name=me', '-c', 'user.email=me@x', 'commit', '-q', '-m', 'A note of mine')
    await steps(2)
    expect(existsSync(join(dir, 'NOTES.txt'))).toBe(true)
    expect(await studio.verify()).toMatchObject({ play: 5, foreign: 1, mismatches: [] })
  })

  it('keeps a list of recent campaigns', async () => {
    expect((await studio.recent())[0]).toMatchObject({ dir, title: 'The Well', missing: false })
    expect((await studio.forget({ dir })).some((one) => one.dir === dir)).toBe(false)
    expect((await studio.browse({ dir: home })).folders.some((folder) => folder.isCampaign)).toBe(true)
  })

  it('keeps whispers out of the log that everybody reads', async () => {
    const line = 'Is the clerk lying to us?'
    let next = (await present()).state.next
    for (; next.phase !== 'player'; { next } = (await present()).state) await studio.step()
    const whisperer = next.actor
    await studio.play({ kind: 'play', action: 'whisper', actor: whisperer, params: { text: line }, agent: 'hand' })
    await steps(20)
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((path) => /^sessions\/.*\.(md|yaml)$/.test(path))
    const holding = files.filter((path) => readFileSync(join(dir, path), 'utf8').includes(line))
    expect(holding.map((path) => path.slice(path.lastIndexOf('/') + 1))).toEqual([`${whisperer}.md`])
  })
})
