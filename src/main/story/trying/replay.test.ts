import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Beat, Params } from '../../../shared/story/play'
import type { Next } from '../../../shared/story/state'
import type { Drafts, Replayed, Span } from '../../../shared/contract/try-calls'
import { playMany } from '../../playthroughs/commands.fixture'
import { verify } from '../checks/verify'
import { createCampaign } from '../creation/create'
import { undo } from '../edits/edit-history'
import { editWorld } from '../world/edit-world'
import { OpenCampaign } from '../open-campaign'
import { keptReplay, replayWith } from './replay'
import { spansOf } from './spans'
import { runProgram } from '../../campaign/git/testing/small-process'
const resources = resolve(import.meta.dirname, '../../../..')
const home = mkdtempSync(join(tmpdir(), 'replay-'))
const dir = join(home, "a story that's told again")
const SEARCH = 'rules/actions/search.ts'
const SAYS = "draft.say(feature.text.trim() === ''"
let campaign: OpenCampaign
let span: Span
let search = ''
/** The beat at which a player searches something for the first time, and who it is. */
let looked = 0
let searcher = ''

/** Opens the campaign for one change, as an app would. */
async function changing<T>(work: (campaign: OpenCampaign) => T | Promise<T>): Promise<T> {
  const open = await OpenCampaign.open(dir, { clock: () => 0 })
  try {
    return await work(open)
  } finally {
    open.dispose()
  }
}
const play = async (beats: number): Promise<Beat[]> => {
  const played: Beat[] = []
  await playMany(dir, { beats }, (beat) => played.push(beat))
  return played
}
/** Plays until a player has searched something: this seed's table does so early. */
async function playToSearch(): Promise<void> {
  for (looked = 1; looked < 40; looked++) {
    const [beat] = await play(1)
    if (beat?.action !== 'search') continue
    searcher = beat.actor
    return
  }
  throw new Error('Nobody searches anything in the first beats of this seed.')
}

beforeAll(async () => {
  await createCampaign({ dir, game: 'cairn-hack', seed: '3', template: 'sample', resources, now: 0 })
  await playToSearch()
  // An edit of a rule by the designer, a reply too long for a trailer, and a commit by somebody else.
  await changing(async (open) => {
    search = open.past.bytes(open.snapshot.commit.tree, SEARCH)?.toString() ?? ''
    const edited = search.replace(SAYS, `draft.setFact('looked-around')\n    ${SAYS}`)
    await open.edit(new Map([[SEARCH, Buffer.from(edited)]]), 'Searchers remember', { kind: 'edit', action: 'edit', params: {} })
  })
  await play(5)
  writeFileSync(join(dir, 'NOTES.md'), 'Mine.\n')
  runProgram('git', ['-C', dir, 'add', 'NOTES.md'])
  runProgram('git', ['-C', dir, '-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', 'commit', '-qm', 'A note of mine'])
  await play(6)
  campaign = await OpenCampaign.open(dir, { clock: () => 0 })
  const [session] = spansOf(campaign, campaign.snapshot.commit.id).filter(({ kind }) => kind === 'session')
  span = { from: session?.from ?? '', to: session?.to ?? '', drafts: {} }
})
afterAll(() => {
  campaign.dispose()
  rmSync(home, { recursive: true, force: true })
})

const replayed = (more: Partial<Span> = {}): Promise<Replayed> => replayWith(campaign, { ...span, ...more }, () => undefined)
const withSearch = (change: (text: string) => string): Drafts => ({ [SEARCH]: change(search) })
const hurt = (): Drafts =>
  withSearch((text) => text.replace('const draft = new Draft(state)', "const draft = new Draft(state)\n    draft.setStat(actor, 'hp', 1)"))
const shut = (): Drafts => withSearch((text) => text.replace(/available\([^{]*\{/, (found) => `${found} if (state.clock) return 'it is too dark'`))

const LOST = /^\w+, Hit protection: \d → 1$/
/** The calls that are refused if nobody can search. */
const LEFT = 2

describe('the spans of a line', () => {
  it('lists sessions and scenes, newest first', () => {
    expect(spansOf(campaign, span.to).map(({ kind, n, beats, to }) => [kind, n, beats, to === span.to])).toEqual([
      ['scene', 2, looked + 12, true],
      ['session', 1, looked + 13, true]
    ])
  })
})

describe('a span under the rules that it had', () => {
  it('is the same to the last byte', async () => {
    const { tree } = campaign.history.commit(span.from)
    const drafts = Object.fromEntries(
      [...campaign.history.files(tree, 'rules')].map(([path, { oid }]) => [path, campaign.history.blob(oid).toString()])
    )
    const again = await replayed({ drafts })
    expect(again).toEqual({
      from: span.from,
      to: span.to,
      beats: looked + 13,
      replayed: looked + 13,
      same: looked + 13,
      skipped: [],
      conflicts: [],
      groups: [],
      broken: []
    })
  })
})

describe('a span under an edited rule', () => {
  it('names the first beat with another result, its dice, and the differences at the end', async () => {
    const again = await replayed({ drafts: hurt() })
    expect(again.skipped).toEqual([])
    expect(again.first).toMatchObject({ n: looked })
    expect(again.first?.changes[0]).toMatchObject({ kind: 'stats', lines: [{ words: expect.stringMatching(LOST) as string }] })
    expect(again.groups.flatMap(({ lines }) => lines.map(({ words }) => words))).toContainEqual(expect.stringMatching(LOST))
    expect(again.groups.some(({ kind }) => kind === 'rules')).toBe(false)
  })

  it("names the designer's edit that no longer fits, and plays on without it", async () => {
    const drafts = withSearch((text) => text.replace(SAYS, `draft.setFact('saw-it')\n    ${SAYS}`))
    const again = await replayed({ drafts })
    expect(again.conflicts.map(({ n, subject, problem }) => [n, subject, problem.message])).toEqual([
      [looked + 1, 'Searchers remember', `The text of ${SEARCH} has changed since. This part of the edit is left out.`]
    ])
    expect(again.replayed).toBe(looked + 13)
    expect(again.groups.flatMap(({ lines }) => lines.map(({ words }) => words)).join('\n')).toContain('saw-it')
  })

  it('leaves out what the rules refuse now, passes the turn, and plays on', async () => {
    const again = await replayed({ drafts: shut() })
    expect(again.skipped.map(({ problem }) => problem.code)).toEqual(['refused', 'refused'])
    expect([again.skipped[0]?.n, again.stopped, again.replayed]).toEqual([looked, undefined, again.beats - 2])
    expect(again.first).toMatchObject({ n: looked, is: expect.stringContaining(`Refused: ${searcher} can't search now`) as string })
  })

  it('names file and line of a rule that fails', async () => {
    const again = await replayed({
      drafts: withSearch((text) => text.replace('const draft = new Draft(state)', 'const draft = new Draft(state.nothing.here)'))
    })
    expect(again.skipped[0]?.problem).toMatchObject({ code: 'rule-failed', data: { file: SEARCH, line: expect.any(Number) as number } })
  })

  it('takes the rules of a commit, and leaves broken drafts out', async () => {
    const again = await replayed({ rules: span.from, drafts: { [SEARCH]: 'export default {' } })
    expect(again.broken).toMatchObject([{ code: 'bad-file', data: { file: SEARCH } }])
    expect([again.same, again.groups]).toEqual([looked + 13, []])
  })

  it('writes nothing', () => {
    expect(campaign.history.branches().map(({ name, head }) => [name, head])).toEqual([['main', span.to]])
    expect(campaign.history.externalChanges()).toEqual([])
  })
})

describe('a replay that is kept', () => {
  it.each([
    ['with edits and a commit by somebody else', hurt, 0, [true, 2, true]],
    ['with calls left out', shut, LEFT, [false, 2, true]]
  ])('is a branch whose every beat replays the same: %s', async (_, drafts, left, ends) => {
    const wanted = { ...span, drafts: drafts() }
    const again = await replayWith(campaign, wanted, () => undefined)
    const { line, skipped } = await keptReplay(campaign, wanted, () => undefined)
    const name = `kept-${left}`
    const { id } = campaign.saveBranch(name, span.from, line.beats)
    expect([skipped, again.skipped.length]).toEqual([left, left])
    expect(campaign.history.head().branch).toBe('main')
    const kept = join(home, name)
    runProgram('git', ['clone', '-q', '--branch', name, dir, kept])
    const copy = await OpenCampaign.open(kept, { clock: () => 0 })
    try {
      expect(copy.snapshot.commit.id).toBe(id)
      const report = await verify(copy)
      expect(report.mismatches).toEqual([])
      expect(report.play).toBe(again.replayed - 2 + left)
      // The branch tells the story that was shown, with one beat more for the edit of the rules.
      const { state } = copy.snapshot
      expect([state.actors[searcher]?.stats['hp'] === 1, state.next.dice.offset, copy.history.entry(id, 'NOTES.md') !== undefined]).toEqual(ends)
    } finally {
      copy.dispose()
    }
  })

  it('saves nothing if the name of the branch is taken', async () => {
    const { line } = await keptReplay(campaign, { ...span, drafts: hurt() }, () => undefined)
    for (const name of ['main', 'main/x', 'two..dots', ''])
      expect(() => campaign.saveBranch(name, span.from, line.beats)).toThrow(expect.objectContaining({ code: 'bad-input' }))
    expect(campaign.history.branches().map(({ name }) => name)).not.toContain('two..dots')
  })

  it('D6 a replayed line may change the dice only by the number of its extra beats', async () => {
    const { line } = await keptReplay(campaign, { ...span, drafts: hurt() }, () => undefined)
    const [edit] = line.beats
    const next = edit?.files.get('next')?.toString() ?? ''
    const forged = { ...edit!, files: new Map([...(edit?.files ?? []), ['next', Buffer.from(next.replace('offset: 1', 'offset: 4'))]]) }
    expect(next).toContain('offset: 1')
    campaign.saveBranch('forged', span.from, [forged])
    const kept = join(home, 'forged')
    runProgram('git', ['clone', '-q', '--branch', 'forged', dir, kept])
    const copy = await OpenCampaign.open(kept, { clock: () => 0 })
    expect((await verify(copy)).mismatches).toMatchObject([{ message: 'this edit changes the dice, the turn or the log, which an edit may not do' }])
    copy.dispose()
  })
})

describe('what cannot be replayed', () => {
  it('is a span that is not on one line, or has no beats', async () => {
    await expect(replayed({ from: span.to, to: span.from })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/not on the line/) as string
    })
    await expect(replayed({ from: span.to, to: span.to })).rejects.toMatchObject({
      code: 'bad-input',
      message: expect.stringMatching(/no beats/) as string
    })
  })

  it('ends when it is cancelled', async () => {
    const stop = { aborted: true, addEventListener: () => undefined }
    await expect(replayWith(campaign, span, () => undefined, stop)).rejects.toMatchObject({ code: 'refused' })
  })
})

describe("a span in today's world", () => {
  it("lists only what follows from today's edits, and opens a scene without its story event if that can no longer begin", async () => {
    const { state, lore } = campaign.past.hydratedAt(span.to)
    const event = lore.story.find(({ id }) => id === state.scene?.story)
    const place = state.scene?.place ?? ''
    await editWorld(campaign, [{ op: 'put-place', id: place, fields: { description: 'Somebody’s yard, emptied 🌫️.' } }])
    const emptied = await replayed({ world: campaign.snapshot.commit.id })
    expect(emptied.skipped).toEqual([])
    expect(emptied.groups.map(({ kind }) => kind)).not.toContain('places')
    await editWorld(campaign, [{ op: 'put-event', id: event?.id ?? '', about: [{ keys: ['starts_when'], to: ['the-moon-is-down'] }] }])
    const again = await replayed({ world: campaign.snapshot.commit.id })
    expect(again.skipped[0]?.problem.message).toBe(`The story event “${event?.title}” can't begin now: it needs the-moon-is-down.`)
    expect(again.skipped[0]?.instead).toBe('The scene was opened without the story event instead.')
    expect(again.first?.changes.flatMap(({ lines }) => lines.map(({ words }) => words)).join('\n')).not.toContain('description')
    // The rest of the scene is played without what the event's document prepared.
    expect(new Set(again.skipped.slice(1).map(({ problem }) => problem.message))).toEqual(
      new Set(['No story event that is open here has an Arrow document left to play.', 'No Arrow document is being played.'])
    )
    expect([again.stopped, again.replayed]).toEqual([undefined, again.beats - again.skipped.length])
    await undo(campaign, 'undo')
    await undo(campaign, 'undo')
  })

  it('is played as far as it is possible there, and names the first call that is not, on the kept branch too', async () => {
    const dark = shut()[SEARCH] ?? ''
    await campaign.edit(new Map([[SEARCH, Buffer.from(dark)]]), 'Searchers need light', { kind: 'edit', action: 'edit', params: {} })
    const world = campaign.snapshot.commit.id
    const again = await replayed({ world })
    const [skipped] = again.skipped
    expect(skipped?.problem.message).toContain("can't search now")
    expect(again.first).toMatchObject({ commit: skipped?.commit, is: expect.stringContaining('Refused: ') })
    expect(again.conflicts).toEqual([])

    const { line, placeOf } = await keptReplay(campaign, { ...span, world }, () => undefined)
    const { id } = campaign.saveBranch('in-the-dark', span.from, line.beats)
    const place = placeOf(skipped?.commit ?? '') ?? -1
    const commit = campaign.history.resolve(`${id}~${line.beats.length - 1 - place}`) ?? ''
    expect(campaign.history.commit(commit).message).toContain(`${searcher} gives no valid action, and the turn passes.`)
    const { tree } = campaign.history.commit(id)
    expect(campaign.past.bytes(tree, SEARCH)?.toString()).toBe(dark)
    expect(campaign.past.bytes(tree, 'NOTES.md')?.toString()).toBe('Mine.\n')
  })

  it('goes on after the turn of a player who joined since, with the same dice, on the kept branch too', async () => {
    const take = (actor: string, action: string, params: Params = {}): unknown =>
      campaign.recordBeat({ kind: 'play', action, actor, params, agent: 'hand' })
    const next = (): Next => campaign.snapshot.state.next
    const pass = (): void => {
      while (next().phase === 'player' || next().answering !== undefined) take(next().actor, 'pass')
    }
    pass()
    const from = campaign.snapshot.commit.id
    take('DM', 'call_on', { who: ['all'] })
    pass()
    take('DM', 'call_on', { who: ['all'] })
    pass()
    take('DM', 'roll_table', { table: Object.keys(campaign.snapshot.game.tables)[0] ?? '' })
    const to = campaign.snapshot.commit.id
    const place = campaign.snapshot.state.scene?.place ?? ''
    await editWorld(campaign, [{ op: 'put-character', name: 'Ümit O’Hara 🌊', kind: 'player', place }])
    const wanted = { from, to, drafts: {}, world: campaign.snapshot.commit.id }
    const again = await replayWith(campaign, wanted, () => undefined)
    expect([again.skipped, again.stopped, again.replayed, again.same]).toEqual([[], undefined, again.beats, again.beats])
    const { line, skipped } = await keptReplay(campaign, wanted, () => undefined)
    // Two turns passed, and an edit after each kept the dice.
    expect([skipped, line.beats.length, line.end.state.next.dice.offset]).toEqual([0, again.beats + 5, 5])
    campaign.saveBranch('joined', from, line.beats)
    const kept = join(home, 'joined')
    runProgram('git', ['clone', '-q', '--branch', 'joined', dir, kept])
    const copy = await OpenCampaign.open(kept, { clock: () => 0 })
    expect((await verify(copy)).mismatches).toEqual([])
    copy.dispose()
  })
})
