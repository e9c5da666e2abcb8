import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Replayed, Span, TryRun } from '../../shared/contract/try-calls'
import { desk, type Desk, playOn } from '../playthroughs/studio.fixture'

const EXPLORE = 'rules/actions/explore.ts'
const HURT = "const draft = new Draft(state)\n    draft.setStat(actor, 'hp', 1)"

let at: Desk
let explore: string
let span: Span
beforeAll(async () => {
  at = await desk()
  await playOn(at.studio, 75)
  explore = readFileSync(join(at.dir, EXPLORE), 'utf8')
  const [session] = (await at.studio.replaySpans({})).filter(({ kind }) => kind === 'session')
  span = { from: session?.from ?? '', to: session?.to ?? '', drafts: {} }
})
afterAll(() => at.close())

const inFolder = (path: string, text: string | Buffer): void => writeFileSync(join(at.dir, path), text)
const hurt = (text: string): string => text.replace('const draft = new Draft(state)', HURT)

async function replayed(more: Partial<Span> = {}): Promise<Replayed> {
  for await (const news of at.studio.replayWith({ ...span, ...more })) if (news.kind === 'answer') return news.answer
  throw new Error('no answer')
}

it('a rule that is only in the folder is tried and replayed, a draft replaces it, and the rules of a commit are played without it', async () => {
  inFolder(EXPLORE, hurt(explore))
  expect((await replayed()).first).toBeDefined()
  expect((await replayed({ drafts: { [EXPLORE]: explore } })).first).toBeUndefined()
  expect((await replayed({ rules: (await at.studio.present())?.head })).first).toBeUndefined()

  const { actors } = await at.studio.tryable({ action: 'explore', drafts: {} })
  const actor = actors.find(({ params }) => params)?.id ?? ''
  const call = { action: 'explore', actor, params: {}, seed: '1', run: 0, drafts: {} }
  const changes = ({ steps }: TryRun): string => JSON.stringify(steps.flatMap((step) => step.changes))
  expect(changes(await at.studio.tryOne(call))).toContain('Hit protection')
  expect(changes(await at.studio.tryOne({ ...call, drafts: { [EXPLORE]: explore } }))).not.toContain('Hit protection')
  inFolder(EXPLORE, explore)
})

it('files in the folder that do not load are named; what is no text of the game, and what the table keeps, changes nothing', async () => {
  inFolder(EXPLORE, 'const const = 1')
  inFolder('world/notes.yaml', Buffer.from([0xff, 0xfe, 0x00]))
  inFolder('notes.md', 'Mine.\n')
  const { broken } = await at.studio.tryable({ action: 'explore', drafts: {} })
  expect(broken.map(({ data }) => data?.['file'])).toEqual([EXPLORE])
  inFolder(EXPLORE, explore)
  rmSync(join(at.dir, 'world/notes.yaml'))
  rmSync(join(at.dir, 'notes.md'))
  expect((await at.studio.tryable({ action: 'explore', drafts: {} })).broken).toEqual([])
})

it('an action that was removed from the folder cannot be tried', async () => {
  const manifest = readFileSync(join(at.dir, 'rules/manifest.yaml'), 'utf8')
  inFolder('rules/manifest.yaml', manifest.replace('[explore, ', '['))
  rmSync(join(at.dir, EXPLORE))
  const { actions, broken } = await at.studio.tryable({ drafts: {} })
  expect(broken).toEqual([])
  expect(actions.map(({ action }) => action)).not.toContain('explore')
  inFolder('rules/manifest.yaml', manifest)
  inFolder(EXPLORE, explore)
  expect((await at.studio.tryable({ drafts: {} })).actions.map(({ action }) => action)).toContain('explore')
})
