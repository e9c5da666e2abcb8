import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Studio } from '../../shared/api'
import { createStudio } from '../studio/studio'

const resources = process.cwd()
let home: string
let dir: string
let studio: Studio & { dispose(): Promise<void> }
let file: string

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'turns-'))
  dir = join(home, 'well')
  file = join(dir, '.git/proscenium/turns.jsonl')
  await reopen()
})
afterEach(async () => {
  await studio.dispose()
  rmSync(home, { recursive: true, force: true })
})

async function reopen(): Promise<void> {
  await (studio as typeof studio | undefined)?.dispose()
  studio = createStudio({ kind: 'terminal', version: '0', home, resources })
  if (dir && file && home && (await studio.recent()).some((one) => one.dir === dir)) await studio.open({ dir })
  else await studio.create({ dir, seed: '7' })
}

async function steps(n: number): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < n; i++) ids.push((await studio.step())?.id ?? '')
  return ids
}
const head = async (): Promise<string> => (await studio.present())?.head ?? ''

describe('turns', () => {
  it('are kept for every beat, listed newest first, page by page', async () => {
    const start = await head()
    const ids = await steps(7)
    const first = await studio.turns({ limit: 5 })
    const second = await studio.turns({ limit: 5, before: first.lines.at(-1)?.id })
    expect([first.more, second.more]).toEqual([true, false])
    expect([...first.lines, ...second.lines].map((line) => line.beat)).toEqual(ids.toReversed())
    expect(second.lines.at(-1)).toMatchObject({ parent: start, n: 1, who: 'DM', seat: { agent: 'offline' }, calls: 1, refused: 0, exchanges: 0 })
    expect(await studio.turn({ id: ids[0] ?? '' })).toMatchObject({ beat: ids[0], parent: start, n: 1, ordinal: 0, exchanges: [] })
    expect(await studio.turn({ id: second.lines.at(-1)?.id ?? '' })).toEqual(await studio.turn({ id: ids[0] ?? '' }))
  })

  it('of the built-in table keep why it chose, and what was chosen is what it did', async () => {
    const ids = await steps(40)
    const records = await Promise.all(ids.map((id) => studio.turn({ id })))
    let choices = 0
    for (const record of records) {
      const [call] = record?.calls ?? []
      expect(record?.reasons?.length, `beat ${record?.n}`).toBeGreaterThan(0)
      for (const reason of record?.reasons ?? []) {
        if (reason.kind !== 'choice' || reason.what !== 'What to do' || reason.chosen === undefined) continue
        const words = reason.options[reason.chosen]?.words.split(':')[0]
        // Free calls (speech, notes, memories) come before the chosen action.
        const did = ['speak', 'whisper', 'record', 'remember', 'pass'].includes(call?.tool ?? '') ? words : call?.tool.replaceAll(/[-_]/g, ' ')
        expect(words).toBe(did)
        expect(reason.options.reduce((sum, { weight }) => sum + weight, 0)).toBeLessThanOrEqual((reason.total ?? 0) * 1.01)
        choices += 1
      }
    }
    expect(choices).toBeGreaterThan(8)
    // They are stored beside the repository, survive reopening, and are not in the tree.
    await reopen()
    expect(await studio.turn({ id: ids[7] ?? '' })).toEqual(records[7])
    expect(readFileSync(file, 'utf8')).not.toContain('What to do')
    expect((await studio.turns({ limit: 100, search: 'what to do' })).lines.length).toBeGreaterThanOrEqual(choices / 2)
  })

  it('are found by what was said in them, in any case', async () => {
    await steps(7)
    const all = (await studio.turns({ limit: 100 })).lines
    const record = await studio.turn({ id: all[3]?.id ?? '' })
    const word = Object.values(record?.calls[0]?.input ?? {}).join(' ')
    expect((await studio.turns({ limit: 100, search: word.toUpperCase() })).lines.map((line) => line.id)).toContain(all[3]?.id)
    expect(await studio.turns({ limit: 100, search: 'no such words anywhere' })).toEqual({ lines: [], more: false })
  })

  it('belong to the branch they led to', async () => {
    const ids = await steps(6)
    await studio.branch({ at: ids[2] ?? '', name: 'other', seed: 'dice' })
    const more = await steps(2)
    expect((await studio.turns({ limit: 100 })).lines.map((line) => line.beat)).toEqual([...more.toReversed(), ...ids.slice(0, 3).toReversed()])
    await studio.switchTo({ branch: 'main' })
    expect((await studio.turns({ limit: 100 })).lines.map((line) => line.beat)).toEqual(ids.toReversed())
  })

  it('are listed for the branch that is looked at, wherever the table stands', async () => {
    const ids = await steps(6)
    await studio.branch({ at: ids[2] ?? '', name: 'other', seed: 'dice' })
    const more = await steps(2)
    const branchIds = [...more.toReversed(), ...ids.slice(0, 3).toReversed()]
    const listed = async (along?: string, before?: string) =>
      (await studio.turns({ limit: 100, before, search: '', along })).lines.map((line) => line.beat)
    expect(await listed(ids[5])).toEqual(ids.toReversed())
    await studio.switchTo({ branch: 'main' })
    expect([await listed(more[1]), await listed(), await listed(more[0])]).toEqual([branchIds, ids.toReversed(), branchIds.slice(1)])
    const [first] = (await studio.turns({ limit: 1, search: '', along: more[1] })).lines
    expect(await listed(more[1], first?.id)).toEqual(branchIds.slice(1))
    const [later] = await steps(1)
    expect([await listed(), await listed(more[1])]).toEqual([[later, ...ids.toReversed()], branchIds])
    await expect(studio.turns({ limit: 9, search: '', along: 'f'.repeat(40) })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('that were kept before turns had seats are filled up from their commits; torn and foreign lines are passed over', async () => {
    const ids = await steps(3)
    const whole = await studio.turns({ limit: 100 })
    const old = readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { beat: string; calls: unknown })
      .map(({ beat, calls }) => `${JSON.stringify({ beat, calls })}\n`)
    await studio.close()
    writeFileSync(file, `${old.join('')}{"beat":"${'0'.repeat(40)}","calls":[]}\nnot json\n[1]\n`)
    appendFileSync(file, '{"beat":"12')
    await reopen()
    expect((await studio.turns({ limit: 100 })).lines).toEqual(whole.lines.map((line) => ({ ...line, ms: expect.any(Number) as number })))
    const [next] = await steps(1)
    expect((await studio.beat({ commit: ids[1] ?? '' })).toolCalls).toHaveLength(1)
    await reopen()
    expect((await studio.turns({ limit: 100 })).lines.map((line) => line.beat)).toEqual([next, ...ids.toReversed()])
  })

  it('say "not recorded here" by being absent', async () => {
    expect(await studio.turn({ id: await head() })).toBeUndefined()
    expect(await studio.turn({ id: 'nonsense' })).toBeUndefined()
  })
})

describe('a seat', () => {
  it('gets the same context now as it got at that commit, and only a seat of that commit gets one', async () => {
    await steps(4)
    const at = await head()
    const { actor } = (await studio.present())?.state.next ?? { actor: '' }
    const now = await studio.context({ who: actor })
    expect(now).toMatchObject({ who: actor, beat: 5 })
    await steps(2)
    expect(await studio.context({ who: actor, at })).toEqual(now)
    await expect(studio.context({ who: 'Nobody' })).rejects.toThrow('This table has no seat "Nobody". Choose one of DM, Wren, Tobit and Pym.')
    await expect(studio.context({ who: actor, at: 'f'.repeat(40) })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('is offered exactly what its agent would be offered, and looks as its agent would', async () => {
    await steps(4)
    const { actor } = (await studio.present())?.state.next ?? { actor: '' }
    expect((await studio.offers({ who: actor })).length).toBeGreaterThan(3)
    for (const who of ['DM', 'Wren', 'Tobit', 'Pym'].filter((one) => one !== actor)) expect(await studio.offers({ who })).toEqual([])
    expect(await studio.lookUp({ who: 'DM', use: { tool: 'recall', input: { query: 'well' } } })).toMatch(/^\d+ notes of \d+/)
  })

  it('is set in table.yaml', async () => {
    expect(await studio.tableSettings()).toMatchObject({ agents: { default: { agent: 'offline' } }, party: ['Wren', 'Tobit', 'Pym'], k: 18 })
  })
})
