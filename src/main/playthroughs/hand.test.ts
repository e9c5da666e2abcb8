import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActionCall } from '../../shared/story/play'
import type { Present } from '../../shared/table/present'
import type { Problem } from '../../shared/base/problem'
import { desk, type Desk } from './studio.fixture'

let at: Desk
beforeEach(async () => {
  at = await desk()
})
afterEach(() => at.close())

const present = async (): Promise<Present> => (await at.studio.present()) as Present
const call = (actor: string, action: string, params: ActionCall['params'] = {}): ActionCall => ({
  kind: 'play',
  action,
  actor,
  params,
  agent: 'hand'
})

/** Plays until it is the turn of `who`. */
async function until(who: string): Promise<void> {
  while ((await present()).state.next.actor !== who) await at.studio.step()
}

describe('the designer’s hand', () => {
  it('takes a seat for a turn: the table waits there, and the seat is given back when the turn is over', async () => {
    await until('Wren')
    expect(await at.studio.take({ who: 'Wren', how: 'turn' })).toMatchObject({ hands: { Wren: 'turn' }, waiting: 'Wren' })
    const head = await at.head()
    expect(await at.studio.step()).toBeUndefined()
    expect(await at.head()).toBe(head)
    const said = await at.studio.play(call('Wren', 'speak', { text: 'I will go first.' }))
    expect((await present()).table).toMatchObject({ hands: { Wren: 'turn' }, waiting: 'Wren' })
    await at.studio.play(call('Wren', 'pass'))
    const { table } = await present()
    expect([table.hands, table.waiting]).toEqual([{}, undefined])
    expect(await at.studio.turn({ id: said.id })).toMatchObject({
      who: 'Wren',
      seat: { agent: 'hand' },
      calls: [{ tool: 'speak', agent: 'hand', input: { text: 'I will go first.' } }]
    })
    expect((await at.studio.beat({ commit: said.id })).toolCalls).toHaveLength(1)
    expect(await at.studio.step()).toMatchObject({ agent: 'offline' })
  })

  it('keeps a seat for good until it is given back', async () => {
    await at.studio.take({ who: 'Wren', how: 'always' })
    await until('Wren')
    await at.studio.play(call('Wren', 'pass'))
    expect((await present()).table.hands).toEqual({ Wren: 'always' })
    expect((await at.studio.take({ who: 'Wren', how: 'off' })).hands).toEqual({})
  })

  it('lets the running table wait without a problem; it goes on by itself after the hand has played', async () => {
    await at.studio.take({ who: 'Wren', how: 'always' })
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await present()).table.waiting).toBe('Wren')
    const { table, head } = await present()
    expect([table.running, table.stopped]).toEqual([true, undefined])
    await at.studio.play(call('Wren', 'pass'))
    await expect.poll(async () => (await present()).head !== head && (await present()).table.waiting === 'Wren').toBe(true)
    expect((await at.studio.pause()).running).toBe(false)
    expect(at.heard.filter((event) => event.kind === 'problem')).toEqual([])
    expect(at.heard.some((event) => event.kind === 'table' && event.table.waiting === 'Wren')).toBe(true)
  })

  it('goes on at once when the seat is given back', async () => {
    await at.studio.take({ who: 'Wren', how: 'turn' })
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await present()).table.waiting).toBe('Wren')
    const { head } = await present()
    await at.studio.take({ who: 'Wren', how: 'off' })
    await expect.poll(async () => (await present()).head !== head).toBe(true)
    await at.studio.pause()
  })

  it('is refused what the agent would be refused, and nobody who does not sit there', async () => {
    await until('Wren')
    await at.studio.take({ who: 'Wren', how: 'turn' })
    const { head } = await present()
    await expect(at.studio.play(call('Wren', 'narrate', { text: 'The walls fall.' }))).rejects.toMatchObject({ code: 'refused' })
    expect((await present()).head).toBe(head)
    await expect(at.studio.take({ who: 'Hulda', how: 'turn' })).rejects.toThrow('This table has no seat "Hulda"')
  })

  it('that table.yaml names holds the seat until another agent is set there', async () => {
    const settings = await at.studio.tableSettings()
    await at.studio.setTable({ ...settings, agents: { ...settings.agents, DM: { agent: 'hand' } } })
    expect((await present()).table).toMatchObject({ hands: { DM: 'always' }, waiting: 'DM' })
    await expect(at.studio.take({ who: 'DM', how: 'off' })).rejects.toThrow('You play DM for good, as table.yaml says')
    await at.studio.play(call('DM', 'open_session', { title: 'By hand' }))
    expect((await present()).state.next.phase).toBe('open')
    await at.studio.setTable(settings)
    expect(await at.studio.step()).toMatchObject({ actor: 'DM', agent: 'offline' })
  })
})

describe('what if', () => {
  it('shows what a call would do with the dice it would have, and saves nothing', async () => {
    await until('Wren')
    const { head } = await present()
    const offers = await at.studio.offers({ who: 'Wren' })
    const search = offers.find((offer) => offer.name === 'search') ?? offers.find((offer) => offer.cost === 'turn')
    const params = Object.fromEntries((search?.params ?? []).filter((one) => one.required).map((one) => [one.name, one.enum?.[0] ?? 'so']))
    const tried = call('Wren', search?.name ?? '', params)
    const first = await at.studio.preview(tried)
    expect(await at.studio.preview(tried)).toEqual(first)
    expect((await present()).head).toBe(head)
    expect((await at.studio.turns({ limit: 100 })).lines).toHaveLength((await present()).state.next.beat)
    const record = call('Wren', 'record', { note_path: '../secret.md', content: 'Seen.' })
    const problem = await at.studio.play(record).then(
      () => undefined,
      (thrown: Problem) => thrown
    )
    expect(problem?.message).toContain('A note can\'t be saved as "../secret.md"')
    await expect(at.studio.preview(record)).rejects.toEqual(problem)
    const beat = await at.studio.play(tried)
    const { log, changes } = await at.studio.beat({ commit: beat.id })
    expect({ subject: first.subject, log: first.log, rolls: first.rolls, changes: first.changes }).toEqual({
      subject: beat.subject,
      log,
      rolls: beat.rolls,
      changes
    })
    await expect(at.studio.preview(call('Wren', 'fly'))).rejects.toMatchObject({ code: 'refused' })
  })
})

describe('the table’s settings', () => {
  it('are saved as a beat of the designer; lines that say the same keep their bytes', async () => {
    const file = join(at.dir, 'table.yaml')
    const before = readFileSync(file, 'utf8')
    const settings = await at.studio.tableSettings()
    const beat = await at.studio.setTable({
      ...settings,
      agents: {
        default: { agent: 'offline' },
        Wren: { agent: 'anthropic', model: 'claude-opus-5-5', effort: 'high', fallback: 'claude-opus-5' },
        DM: { agent: 'hand' }
      },
      stand_in: true,
      cost_cap: 2.5
    })
    expect(beat).toMatchObject({ kind: 'edit', actor: 'designer', n: 1 })
    const after = readFileSync(file, 'utf8')
    for (const line of before.split('\n')) expect(after.split('\n')).toContain(line)
    expect(after).toContain('DM: hand\n')
    expect(await at.studio.tableSettings()).toEqual({
      ...settings,
      agents: {
        default: { agent: 'offline' },
        Wren: { agent: 'anthropic', model: 'claude-opus-5-5', effort: 'high', fallback: 'claude-opus-5' },
        DM: { agent: 'hand' }
      },
      stand_in: true,
      cost_cap: 2.5
    })
    expect((await present()).table).toMatchObject({ agents: { DM: 'hand', Wren: 'anthropic', Tobit: 'offline' }, cap: 2.5 })
    await at.studio.setTable(settings)
    expect(await at.studio.tableSettings()).toEqual(settings)
    await expect(at.studio.setTable(settings)).rejects.toThrow('The table settings are the same already')
    expect(await at.studio.verify()).toMatchObject({ edit: 3, mismatches: [] })
  })
})

describe('nonsense in table.yaml', () => {
  it.each<[string, string, string, number]>([
    [
      'an agent there is none of',
      'agents:\n  default: offline\n  Wren: claude\n',
      'line 3: `agents.Wren.agent` must be one of offline, anthropic, replay, hand, command, mcp, but it is "claude"',
      3
    ],
    ['a seat that is not a seat', 'k: 3\nagents:\n  # who\n  DM: 7\n', 'line 4: `agents.DM`: a seat is offline, anthropic, replay or hand', 4],
    ['an effort there is none of', 'agents:\n  DM:\n    agent: anthropic\n    effort: huge\n', 'line 4: `agents.DM.effort` must be one of ', 4],
    ['a cap below nothing', 'party: [Wren]\ncost_cap: -1\n', 'line 2: `cost_cap` must be ', 2],
    ['a tier that is not a number', 'tiers:\n  hot: much\n', 'line 2: `tiers.hot` must be a whole number, but it is "much"', 2],
    ['no room for the log', 'k: 0\n', 'line 1: `k` must be at least 1, but it is 0', 1]
  ])('%s is told with file and line, and the last good settings stay', async (_what, text, sentence, line) => {
    const before = await at.studio.tableSettings()
    writeFileSync(join(at.dir, 'table.yaml'), text)
    const problem = (await at.studio.adopt().catch((thrown: unknown) => thrown)) as Problem
    expect(problem.message).toContain(`table.yaml ${sentence}`)
    expect(problem.data).toMatchObject({ file: 'table.yaml', line })
    expect(await at.studio.tableSettings()).toEqual(before)
  })
})

describe('a turn that is played again', () => {
  it('has a branch of its own from the commit before, with other dice, another seat or more words', async () => {
    await until('Wren')
    const beat = await at.studio.step()
    await at.studio.step()
    const main = await at.head()
    const again = await at.studio.rerun({ turn: beat?.id ?? '', seed: 'other dice' })
    const now = await present()
    expect([now.branch, now.head]).toEqual([again.branch, again.beat])
    expect(now.state.next.dice.seed).toBe('other dice')
    const rerunBeat = await at.studio.beat({ commit: again.beat })
    expect(rerunBeat.beat).toMatchObject({ actor: 'Wren', n: (beat?.n ?? 0) + 1 })
    expect((await at.studio.beat({ commit: rerunBeat.beat.parent ?? '' })).beat).toMatchObject({ action: 'reseed', parent: beat?.parent })
    const same = await at.studio.rerun({ turn: beat?.id ?? '', instruction: 'Be bold.' })
    expect((await at.studio.beat({ commit: same.beat })).beat.subject).toBe(beat?.subject)
    expect(same.branch).not.toBe(again.branch)
    await at.studio.switchTo({ branch: 'main' })
    expect(await at.head()).toBe(main)
  })

  it('that comes to nothing leaves everything as it was', async () => {
    await until('Wren')
    const beat = await at.studio.step()
    const before = await present()
    await expect(at.studio.rerun({ turn: beat?.id ?? '', seat: { agent: 'replay' } })).resolves.toBeDefined()
    await at.studio.switchTo({ branch: 'main' })
    const branches = (await present()).branches.map(({ name }) => name)
    await expect(at.studio.rerun({ turn: beat?.id ?? '', seat: { agent: 'anthropic' } })).rejects.toThrow("you haven't allowed yet")
    await expect(at.studio.rerun({ turn: beat?.id ?? '', seat: { agent: 'hand' } })).rejects.toThrow("can't play by itself")
    await expect(at.studio.rerun({ turn: beat?.id ?? '', seat: { agent: 'mcp' } })).rejects.toThrow(
      "An MCP client plays this seat, and it can't be asked to play a turn again. Name an agent for it: offline"
    )
    const after = await present()
    expect([after.head, after.branch, after.branches.map(({ name }) => name)]).toEqual([before.head, 'main', branches])
    await expect(at.studio.rerun({ turn: (await at.studio.timeline({ limit: 100 })).beats.at(-1)?.id ?? '' })).rejects.toThrow(
      'Only a turn of the DM or a player'
    )
  })
})
