import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { BeatHit } from '../../shared/analysis/chronicle'
import { OpenCampaign } from '../story/open-campaign'
import type { CallContext } from './call-context'
import type { OpenFolder } from './open-folder'
import { desk, type Desk, playOn } from '../playthroughs/studio.fixture'
import { storyCalls } from './story-calls'
import { runProgram } from '../campaign/git/testing/small-process'

let at: Desk
let ids: string[]
beforeAll(async () => {
  at = await desk()
  ids = await playOn(at.studio, 14)
  await at.studio.branch({ at: ids[9] ?? '', name: 'what-if', seed: '9' })
  await playOn(at.studio, 3)
  await at.studio.switchTo({ branch: 'main' })
})
afterAll(() => at.close())

async function searchAll(text: string, along?: string): Promise<BeatHit[]> {
  const hits: BeatHit[] = []
  let after: string | undefined
  do {
    const answer = await at.studio.searchBeats({ text, along, after })
    hits.push(...answer.hits)
    after = answer.next
  } while (after !== undefined)
  return hits
}

it('the chronicle has the beats that the timeline pages have, and the branches', async () => {
  const page = await at.studio.chronicle({})
  const { beats } = await at.studio.timeline({ limit: 1000 })
  expect(new Set(page.columns.ids.match(/.{40}/g))).toEqual(new Set(beats.map(({ id }) => id)))
  expect(page.branches.map(({ name, current }) => [name, current])).toEqual([
    ['main', true],
    ['what-if', false]
  ])
  const [one, two] = beats
  expect(await at.studio.subjects({ commits: [one?.id ?? '', two?.id ?? ''] })).toEqual([one?.subject, two?.subject])
})

it('a first page that is not the last brings the newest beats of the line, to begin with', async () => {
  const campaign = await OpenCampaign.open(at.dir, { readOnly: true, clock: () => 0 })
  const read = campaign.chronicle.page.bind(campaign.chronicle)
  vi.spyOn(campaign.chronicle, 'page').mockImplementation(async (having, branches) => ({ ...(await read(having, branches)), more: true }))
  const calls = storyCalls({ current: () => ({ campaign }) as OpenFolder } as CallContext)
  const first = await calls.chronicle({})
  expect(first.newest?.map(({ id }) => id)).toEqual(
    ids
      .slice(0, 14)
      .toReversed()
      .concat(first.newest?.at(-1)?.id ?? '')
  )
  expect((await calls.chronicle({ having: { store: first.store, rows: 3, scenes: 0 } })).newest).toBeUndefined()
  campaign.dispose()
  expect((await at.studio.chronicle({})).newest).toBeUndefined()
})

it('a text is found in subjects and in logs, in any case, on the line or on every branch', async () => {
  const said = (await at.studio.log({ commit: ids[13] ?? '' }))?.entries.find((entry) => entry.kind === 'narration' && entry.beat > 4)
  const words = said?.text.slice(40, 70) ?? ''
  const hits = await searchAll(words.toUpperCase(), ids[13])
  expect(hits.map(({ id }) => id)).toContain(ids[(said?.beat ?? 0) - 1])
  expect(hits[0]?.words.toLowerCase()).toContain(words.toLowerCase())
  const subject = (await at.studio.beat({ commit: ids[2] ?? '' })).beat.subject
  expect((await searchAll(subject, ids[13]))[0]).toEqual({ id: ids[2], words: subject })
  const head = (await at.studio.chronicle({})).branches.find(({ name }) => name === 'what-if')?.head ?? ''
  const own = (await at.studio.beat({ commit: head })).beat.subject.slice(0, 30)
  expect((await searchAll(own)).map(({ id }) => id)).toContain(head)
  expect((await searchAll(own, ids[13])).map(({ id }) => id)).not.toContain(head)
  expect([await searchAll('  '), await searchAll('no such words anywhere')]).toEqual([[], []])
})

it('a branch is renamed, deleted and restored, and every window is told', async () => {
  const heads = (): number => at.heard.filter(({ kind }) => kind === 'head').length
  const before = heads()
  const renamed = await at.studio.renameBranch({ branch: 'what-if', name: 'other way' }).then(
    () => '',
    (thrown: Error) => thrown.message
  )
  expect(renamed).toBe(`A branch can't be called "other way". Use letters, digits, dashes and single slashes.`)
  await at.studio.renameBranch({ branch: 'what-if', name: 'other-way' })
  const deleted = await at.studio.deleteBranch({ branch: 'other-way' })
  expect(deleted).toMatchObject({ name: 'other-way', ref: 'refs/proscenium/trash/other-way' })
  expect((await at.studio.deletedBranches()).map(({ ref, n, subject }) => [ref, n, subject])).toEqual([[deleted.ref, deleted.n, deleted.subject]])
  expect(await at.studio.restoreBranch({ ref: deleted.ref })).toEqual({ name: 'other-way', head: deleted.head, current: false })
  await expect(at.studio.deleteBranch({ branch: 'main' })).rejects.toThrow('main is the current branch. Switch to another branch first.')
  await expect.poll(heads).toBe(before + 3)
  await at.studio.renameBranch({ branch: 'main', name: 'story' })
  expect((await at.studio.present())?.branch).toBe('story')
  await playOn(at.studio, 1)
  await expect.poll(() => runProgram('git', ['-C', at.dir, 'status', '--porcelain'])).toBe('')
})

it('a state at a commit has the prose of that commit, only if it differs from the caller’s', async () => {
  const first = await at.studio.at({ commit: ids[3] ?? '' })
  expect(first.lore?.title).toBe('The Well')
  expect((await at.studio.at({ commit: ids[12] ?? '', have: ids[3] ?? '' })).lore).toBeUndefined()
  const head = await at.head()
  const place = Object.keys(first.lore?.places ?? {})[0] ?? ''
  const { beat } = await at.studio.editWorld({ edits: [{ op: 'put-place', id: place, fields: { description: 'Painted over.' } }] })
  expect((await at.studio.at({ commit: beat.id, have: head })).lore?.places[place]?.description).toBe('Painted over.')
  expect((await at.studio.at({ commit: head, have: beat.id })).lore?.places[place]?.description).not.toBe('Painted over.')
})

it('a branch that git moves or deletes is noticed, though the present is unchanged', async () => {
  const git = (...args: string[]): string => runProgram('git', ['-C', at.dir, ...args]).trim()
  const heads = (): number => at.heard.filter(({ kind }) => kind === 'head').length
  for (const how of [
    ['aside', 'HEAD~2'],
    ['-f', 'aside', 'HEAD~3'],
    ['-D', 'aside']
  ]) {
    const before = heads()
    git('branch', ...how)
    await expect.poll(heads).toBeGreaterThan(before)
  }
  expect((await at.studio.chronicle({})).branches.map(({ name }) => name)).not.toContain('aside')
})
