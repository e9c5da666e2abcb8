import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Drafts, Tries, TryRow } from '../../../shared/contract/try-calls'
import { createCampaign } from '../creation/create'
import { OpenCampaign } from '../open-campaign'
import { fileText } from '../edits/current-file'
import { saveFile } from '../edits/save-file'
import { tryable, tryMany, tryOne } from './tries'
import { DICE_POOL, ownGame } from './trying.fixture'

const resources = resolve(import.meta.dirname, '../../../..')
const home = mkdtempSync(join(tmpdir(), 'trying-'))
let campaign: OpenCampaign
let head = ''
let manifest = ''
beforeAll(async () => {
  const dir = join(home, "the lid's well")
  await createCampaign({ dir, game: 'cairn-hack', seed: '7', template: 'sample', resources, now: 0 })
  campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => 0 })
  head = campaign.snapshot.commit.id
  manifest = campaign.past.bytes(campaign.snapshot.commit.tree, 'rules/manifest.yaml')?.toString() ?? ''
})
afterAll(() => {
  campaign.dispose()
  rmSync(home, { recursive: true, force: true })
})

const RULE = 'rules/actions/rattle-lid.ts'
const ASKED = { action: 'rattle-lid', actor: 'Wren', params: { how: 'softly' }, seed: '1' }
const many = async (drafts: Drafts, more: Partial<typeof ASKED> & { runs?: number } = {}): Promise<Tries> =>
  tryMany(campaign, { at: head, drafts, ...ASKED, runs: 100, ...more }, () => undefined)
const rows = (tries: Tries, id: string): Record<string, string> =>
  Object.fromEntries((tries.measures.find((one) => one.id === id)?.rows ?? []).map(({ words, chance }: TryRow) => [words, chance?.fraction ?? '']))
const counts = (tries: Tries, id: string): number[] => (tries.measures.find((one) => one.id === id)?.rows ?? []).map(({ count }) => count)
/** The game with a rule whose `execute` has this body, which begins on line 9. */
const withBody = (body: string): Drafts =>
  ownGame(
    manifest,
    DICE_POOL.replace(/( {2}execute\(state, actor, params\) \{\n)[^]*\n {2}\}\n\}\n$/, (_, start: string) => `${start}${body}\n  }\n}\n`)
  )

describe('an action that is only a draft', () => {
  it('says of everybody whether the rule allows it, and why the table would not offer it now', async () => {
    const found = await tryable(campaign, head, ownGame(manifest), 'rattle-lid')
    expect(found).toMatchObject({ commit: head, n: 0, broken: [] })
    expect(found.actions.find(({ action }) => action === 'rattle-lid')).toEqual({
      action: 'rattle-lid',
      description: "Rattle the well's lid.",
      file: RULE,
      line: 7
    })
    const [dm, wren] = found.actors
    expect(dm).toEqual({ id: 'DM', name: 'the DM', reason: 'Only players can do it.' })
    expect(wren).toMatchObject({ id: 'Wren', reason: 'No scene is open.', params: [{ name: 'how', enum: ['softly', 'hard'] }] })
    expect(found.console).toContainEqual({ text: 'asked Wren', by: 'Wren', file: RULE, line: 7 })
  })

  it('computes the exact odds and the actions that follow, in the words of the game', async () => {
    const tries = await many(ownGame(manifest), { runs: 1000 })
    expect([tries.runs, tries.inexact]).toEqual([1000, undefined])
    expect(rows(tries, 'status')).toEqual({ success: '3/4', failure: '1/4' })
    expect(rows(tries, 'also')).toEqual({ 'Wren is warded': '1/4' })
    expect(rows(tries, 'followed')).toEqual({ hush: '1/4' })
    expect(tries.measures.flatMap(({ label, mean }) => (mean ? [label] : []))).toEqual(['Wren, Hit protection'])
    const hp = tries.measures.find(({ label }) => label === 'Wren, Hit protection')
    expect(Object.values(rows(tries, hp?.id ?? ''))).toEqual(['1/4', '3/4'])
    expect(counts(tries, 'status').reduce((sum, one) => sum + one, 0)).toBe(1000)
    // Within five standard deviations of 750.
    expect(Math.abs((counts(tries, 'status')[0] ?? 0) - 750)).toBeLessThan(69)
    const whole = tries.outcomes.map(({ count, chance }) => [count, chance?.value ?? 0] as const)
    expect(whole.reduce((sum, [count]) => sum + count, 0)).toBe(1000)
    expect(whole.reduce((sum, [, chance]) => sum + chance, 0)).toBeCloseTo(1, 12)
    expect(rows(await many(ownGame(manifest), { params: { how: 'hard' } }), 'status')).toEqual({ failure: '4/9', success: '5/9' })
  })

  it('gives the same runs for the same seed, and different ones for another', async () => {
    const [once, again, other] = [await many(ownGame(manifest)), await many(ownGame(manifest)), await many(ownGame(manifest), { seed: '2' })]
    expect(again).toEqual(once)
    expect(counts(other, 'status')).not.toEqual(counts(once, 'status'))
  })

  it('shows the run that a row names, dice by dice, with its console', async () => {
    const drafts = ownGame(manifest)
    const tries = await many(drafts)
    const [run = -1] = tries.measures.find(({ id }) => id === 'followed')?.rows[0]?.runs ?? []
    const one = await tryOne(campaign, { at: head, drafts, ...ASKED, run })
    expect(one.steps.map(({ actor, action }) => [actor, action])).toEqual([
      ['Wren', 'rattle-lid'],
      ['Wren', 'hush']
    ])
    const [first, hush] = one.steps
    expect(first?.rolls.map(({ roll }) => [roll.expr, roll.label, roll.outcome])).toEqual([
      ['d6', 'die 1', 'success'],
      ['d6', 'die 2', 'success'],
      ['d4', 'Echoes', undefined]
    ])
    expect(first?.result).toBe('{"status":"success"}')
    expect(first?.changes.map(({ words }) => words)).toEqual(['Wren is warded'])
    expect(hush?.changes.map(({ words }) => words)).toEqual([expect.stringContaining('3 minutes')])
    expect(one.console).toEqual([{ text: 'hits 2 { how: "softly", list: [1, undefined] }', file: RULE, line: 12 }])
  })

  it('writes nothing', async () => {
    await many(ownGame(manifest), { runs: 5 })
    expect(campaign.history.externalChanges()).toEqual([])
    expect(campaign.history.branches().map(({ head: at }) => at)).toEqual([head])
  })
})

describe('a draft that is broken', () => {
  it('keeps the saved text in force and names file and line', async () => {
    const saved = campaign.past.bytes(campaign.snapshot.commit.tree, 'rules/actions/search.ts')?.toString() ?? ''
    const found = await tryable(campaign, head, { ...ownGame(manifest), 'rules/actions/search.ts': `${saved}\nconst const` }, 'rattle-lid')
    expect(found.broken).toEqual([
      expect.objectContaining({ code: 'bad-file', data: { file: 'rules/actions/search.ts', line: saved.split('\n').length + 1 } })
    ])
    expect(found.actors.find(({ id }) => id === 'Wren')?.params).toHaveLength(1)
  })

  it('is reported for sheets and tables too, and other drafts still apply', async () => {
    const drafts = { ...ownGame(manifest), 'world/players/Wren/STATS.yaml': 'stats: [', 'world/STATE.yaml': 'clock: {minutes: -1}\n' }
    const found = await tryable(campaign, head, drafts, 'rattle-lid')
    expect(new Set(found.broken.map(({ data }) => data?.['file']))).toEqual(new Set(['world/STATE.yaml', 'world/players/Wren/STATS.yaml']))
    expect(found.actions.some(({ action }) => action === 'rattle-lid')).toBe(true)
  })

  it('may change the world that the action is tried in', async () => {
    const sheet = campaign.past.bytes(campaign.snapshot.commit.tree, 'world/players/Wren/STATS.yaml')?.toString() ?? ''
    const hurt = sheet.replace(/hp: \d+/, 'hp: 1')
    const tries = await many({ ...ownGame(manifest), 'world/players/Wren/STATS.yaml': hurt })
    expect(Object.keys(rows(tries, tries.measures.find(({ label }) => label === 'Wren, Hit protection')?.id ?? ''))).toEqual(['0', '1 (no change)'])
  })

  it('cannot be a file that the table writes, or lie outside the campaign', async () => {
    for (const path of ['next', 'sessions/session-1/001-scene/LOG.yaml', '../outside.ts', 'rules/../../x.ts', '.git/config']) {
      const { broken } = await tryable(campaign, head, { [path]: 'x' })
      expect([path, broken.length, broken[0]?.data?.['file']]).toEqual([path, 1, path])
    }
  })
})

describe('the limits of the sandbox', () => {
  it.each([
    ['a loop', 'let n = 0\nfor (;;) n++', /ran too long and was stopped\. Look at actions\/rattle-lid\.ts line \d/],
    ['an error', "throw new Error('the lid is stuck')", /failed: the lid is stuck\. Look at actions\/rattle-lid\.ts line 9/],
    ['memory', 'const all = []\nfor (;;) all.push(new Array(1e6).fill(1))', /out of memory|ran too long/],
    ['an answer that is none', 'return 7', /returned no result/]
  ])('hold for %s: one sentence with file and line', async (_, body, says) => {
    const drafts = withBody(body)
    const tries = await many(drafts, { runs: 50 })
    expect(tries.runs).toBe(10)
    expect(tries.inexact).toMatch(says)
    expect(tries.outcomes).toHaveLength(1)
    expect(tries.outcomes[0]?.problem).toMatchObject({ code: 'rule-failed', message: expect.stringMatching(says) as string, data: { file: RULE } })
    const one = await tryOne(campaign, { at: head, drafts, ...ASKED, run: 0 })
    expect(one.problem?.data).toMatchObject({ file: RULE, line: expect.any(Number) as number })
  })

  it('count a rule that fails on some rolls, with the rolls that led there', async () => {
    const drafts = withBody(
      "console.log('before')\nif (roll('d20').total === 1) throw new Error('a one')\nreturn { stateDelta: {}, narrative: 'Well.' }"
    )
    const tries = await many(drafts, { runs: 100 })
    expect(Object.keys(rows(tries, 'status'))).toEqual(['no status', 'failed'])
    const failed = tries.outcomes.find(({ problem }) => problem)
    const one = await tryOne(campaign, { at: head, drafts, ...ASKED, run: failed?.runs[0] ?? 0 })
    expect(one).toMatchObject({
      problem: { data: { file: RULE, line: 10 } },
      console: [{ text: 'before', line: 9 }],
      steps: [{ rolls: [{ roll: { total: 1 } }] }]
    })
  })

  it('name the line of a rule that fails when it is asked who can', async () => {
    const drafts = ownGame(manifest, DICE_POOL.replace("(console.log('asked', actor),", '(state.actors[actor].tags.none.at,'))
    const { actors } = await tryable(campaign, head, drafts, 'rattle-lid')
    expect(actors.find(({ id }) => id === 'Wren')?.problem).toMatchObject({ code: 'rule-failed', data: { file: RULE, line: 7 } })
  })

  it('give no exact odds for what the rules refuse on some rolls', async () => {
    const tries = await many(withBody("if (roll('d4').total === 4) throw refuse('The lid is shut')\nreturn { stateDelta: {}, narrative: 'Open.' }"))
    expect(tries.inexact).toBe('The lid is shut.')
    expect(Object.keys(rows(tries, 'status'))).toEqual(['no status', 'refused'])
  })
})

describe('what cannot be tried', () => {
  it.each([
    ['an unknown action', { action: 'fly' }, 'not-found', /no action "fly"/],
    ['somebody who does not exist', { actor: 'Nobody' }, 'not-found', /nobody called "Nobody"/],
    ['a parameter that is none', { params: { how: 'loudly' } }, 'refused', /can't take "loudly" for "how"\. Choose one of: softly, hard/],
    ['somebody whom the rule refuses', { actor: 'DM' }, 'refused', /The DM can't rattle-lid here\. Only a character can/]
  ])('is %s', async (_, wrong, code, says) => {
    await expect(many(ownGame(manifest), wrong as object)).rejects.toMatchObject({ code, message: expect.stringMatching(says) as string })
  })

  it('ends when it is cancelled', async () => {
    const stop = { aborted: true, addEventListener: () => undefined }
    await expect(tryMany(campaign, { at: head, drafts: ownGame(manifest), ...ASKED, runs: 1000 }, () => undefined, stop)).rejects.toMatchObject({
      code: 'refused'
    })
  })
})

it('tries the present rules in the state of an earlier beat', async () => {
  const dir = join(home, "the well's lid, later")
  await createCampaign({ dir, game: 'cairn-hack', seed: '7', template: 'sample', resources, now: 0 })
  const story = await OpenCampaign.open(dir, { clock: () => 0 })
  const path = 'rules/actions/explore.ts'
  const { text, version: over } = fileText(story, path)
  const first = story.snapshot.commit.id
  await saveFile(story, {
    path,
    text: text.replace('if (state.combat) return', "if (actor) return 'the hare sleeps'\n    return"),
    subject: 'Hares',
    over
  })
  await expect(
    tryMany(story, { at: first, drafts: {}, action: 'explore', actor: 'Wren', params: {}, runs: 1, seed: '1' }, () => undefined)
  ).rejects.toThrow('The hare sleeps')
  story.dispose()
})
