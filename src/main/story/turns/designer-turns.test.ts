import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { fakeTable } from '../../agents/anthropic/fake-table.fixture'
import type { ActionCall } from '../../../shared/story/play'
import type { TurnRecord } from '../../../shared/table/turns'
import { modelDesk, playOn } from '../../playthroughs/studio.fixture'
import { recording } from '../../playthroughs/commands.fixture'

let at: Awaited<ReturnType<typeof modelDesk>>
afterEach(() => at.close())

const designer = (action: string, params: ActionCall['params'] = {}): Promise<unknown> =>
  at.studio.play({ kind: 'play', action, actor: 'designer', params, agent: 'hand' })
const beat = async (): Promise<number> => (await at.studio.present())?.state.next.beat ?? 0
const ABOUT = 'world/npcs/Hask/ABOUT.md'
const PICTURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe])

/** A story with actions by the designer: new dice, new settings, edits of texts and of an image, a milestone. */
async function designed(): Promise<{ file: string; tree: string; beats: number; turns: TurnRecord[] }> {
  at = await modelDesk(fakeTable())
  await playOn(at.studio, 6)
  await designer('reseed', { seed: `other dice ${'and more '.repeat(20)}` })
  await playOn(at.studio, 3)
  await at.studio.setTable({ ...(await at.studio.tableSettings()), k: 5 })
  await playOn(at.studio, 3)
  writeFileSync(join(at.dir, ABOUT), `${readFileSync(join(at.dir, ABOUT), 'utf8')}\nShe has been to sea.\n`)
  writeFileSync(join(at.dir, 'world/picture.png'), PICTURE)
  await at.studio.adopt()
  await playOn(at.studio, 3)
  await designer('milestone')
  await playOn(at.studio, 5)
  const lines: string[] = []
  await recording(at.dir, undefined, (turn) => lines.push(JSON.stringify(turn)))
  const file = join(at.home, 'designed.jsonl')
  writeFileSync(file, lines.join('\n'))
  return { file, tree: at.tree(), beats: await beat(), turns: lines.map((line) => JSON.parse(line) as TurnRecord) }
}

/** The same campaign created again, with every seat played from the recording. */
async function again(file: string): Promise<void> {
  await at.restart({ given: { all: { agent: 'replay' } } })
  await at.another()
  await at.studio.takeRecording({ text: readFileSync(file, 'utf8'), name: file })
}

it('a recording contains the designer’s edits, and its replay gives the same tree', async () => {
  const { file, tree, beats, turns } = await designed()
  expect(turns.map(({ n }) => n)).toEqual(Array.from({ length: beats }, (_, i) => i + 1))
  const own = turns.filter(({ who }) => who === 'designer')
  expect(own.map(({ calls, files }) => [calls[0]?.tool, Object.keys(files ?? {})])).toEqual([
    ['edit', ['table.yaml']],
    ['reseed', []],
    ['edit', ['table.yaml']],
    ['edit', [ABOUT, 'world/picture.png']],
    ['milestone', []]
  ])
  const asked = at.fake.requests.length
  await again(file)
  while ((await beat()) < beats) expect(await at.studio.step()).toBeDefined()
  expect(at.tree()).toBe(tree)
  expect(readFileSync(join(at.dir, 'world/picture.png'))).toEqual(PICTURE)
  expect(at.fake.requests).toHaveLength(asked)
  expect(await at.studio.verify()).toMatchObject({ mismatches: [], foreign: 0 })
  await expect(at.studio.step()).rejects.toThrow(`The recording has no turn of`)
})

it('a recorded edit that cannot be made stops the table at its beat, with nothing changed', async () => {
  const { file, turns } = await designed()
  const edited = turns.map((turn) =>
    turn.files?.[ABOUT] === undefined ? turn : { ...turn, files: { ...turn.files, 'sessions/session-1/001-scene/LOG.yaml': 'x' } }
  )
  writeFileSync(file, edited.map((turn) => JSON.stringify(turn)).join('\n'))
  await again(file)
  const n = edited.find(({ files }) => files?.[ABOUT] !== undefined)?.n ?? 0
  while ((await beat()) < n - 1) await at.studio.step()
  const before = at.tree()
  await expect(at.studio.step()).rejects.toThrow(
    new RegExp(
      `^The recording and the story differ at beat ${n}: the designer's edit \\(Adopted changes to .*\\) is not possible now\\. .*LOG\\.yaml`
    )
  )
  expect(at.tree()).toBe(before)
})
