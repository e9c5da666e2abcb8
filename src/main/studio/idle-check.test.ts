import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Verified } from '../../shared/analysis/reports'
import { ENGINE } from '../story/creation/create'
import { IdleCheck } from './idle-check'
import { OpenCampaign } from '../story/open-campaign'
import { SealedFiles } from '../machine/sealed-files'
import { desk, type Desk } from '../playthroughs/studio.fixture'
import { verify } from '../story/checks/verify'
import { runProgram } from '../campaign/git/testing/small-process'

let at: Desk
let dir: string
beforeAll(async () => {
  at = await desk()
  dir = at.dir
  for (let beat = 0; beat < 12; beat++) await at.studio.step()
  await at.studio.close()
})
afterAll(() => at.close())

const git = (...args: string[]): string => runProgram('git', ['-C', dir, '-c', 'user.name=D', '-c', 'user.email=d@example.org', ...args])

/** Opens the campaign and checks it as if the table rested for ever, or until a number of beats. */
async function checked(until = Number.POSITIVE_INFINITY, enough = 100, folder = dir): Promise<{ reports: Verified[]; examined: number }> {
  const campaign = await OpenCampaign.open(folder, { clock: () => 0, sealed: new SealedFiles(at.home) })
  const reports: Verified[] = []
  let examined = 0
  const check = new IdleCheck(campaign, { isIdle: () => ++examined <= until, tell: (verified) => reports.push(verified), enough })
  await check.work()
  await check.work()
  check.dispose()
  campaign.dispose()
  return { reports, examined }
}

it('the idle table verifies every beat once; the next opening continues where the last one ended', async () => {
  const first = await checked(6)
  const last = first.reports.at(-1)
  expect(last).toMatchObject({ of: 13, wrong: [] })
  expect(last?.checked).toBeGreaterThan(0)
  expect(last?.checked).toBeLessThan(13)
  const rest = await checked()
  expect(rest.reports[0]).toEqual({ ...last })
  expect(rest.reports.at(-1)).toEqual({ checked: 13, of: 13, wrong: [] })
  // Nothing is left to check, so it only reports its progress.
  expect((await checked()).reports).toEqual([{ checked: 13, of: 13, wrong: [] }])
})

it('coverage is counted after the beats were verified', async () => {
  await checked()
  const campaign = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(at.home) })
  let counted = 0
  const { beats } = await campaign.coverage.report({}, () => counted++)
  campaign.dispose()
  expect([counted, beats]).toEqual([0, 12])
})

it('stored progress is ignored if it is damaged or from another engine', async () => {
  const file = join(dir, '.git/proscenium/verified.json')
  const whole = readFileSync(file, 'utf8')
  const older = (text: string): string => text.slice(text.indexOf('\n') + 1).replace(/"engine":\d+/, '"engine":1')
  for (const spoilt of ['{"engine":', older(whole), '']) {
    new SealedFiles(at.home).at(file).write(Buffer.from(spoilt))
    const { reports } = await checked()
    expect(reports[0]?.checked).toBe(0)
    expect(reports.at(-1)?.checked).toBe(13)
  }
})

it('progress that arrives with a folder doesn’t count as verified by this machine', async () => {
  const file = join(dir, '.git/proscenium/verified.json')
  const sealed = readFileSync(file)
  const forged = [
    JSON.stringify({ engine: ENGINE, tips: [{ commit: git('rev-parse', 'HEAD').trim(), wrong: [] }] }),
    Buffer.concat([sealed.subarray(0, 85), Buffer.from(sealed.subarray(85).toString('utf8').replace('[]', '[ ]'))])
  ]
  for (const content of forged) {
    writeFileSync(file, content)
    const { reports } = await checked()
    expect(reports[0]?.checked).toBe(0)
    expect(reports.at(-1)).toEqual({ checked: 13, of: 13, wrong: [] })
  }
  // A copy is checked again, the original is not.
  const copy = join(at.home, 'copy')
  cpSync(dir, copy, { recursive: true })
  expect((await checked(Number.POSITIVE_INFINITY, 100, copy)).reports[0]?.checked).toBe(0)
  expect((await checked()).reports).toEqual([{ checked: 13, of: 13, wrong: [] }])
})

it('a mismatch is reported on the line that contains the beat, and on no other', async () => {
  git('branch', 'clean')
  // The last beat is rewritten with the same message and another sheet.
  const path = 'world/STATE.yaml'
  writeFileSync(join(dir, path), `${readFileSync(join(dir, path), 'utf8')}# tampered\n`)
  git('commit', '-q', '-a', '--amend', '--no-edit')
  const { reports } = await checked()
  const wrong = reports.at(-1)?.wrong ?? []
  expect(wrong).toMatchObject([{ beat: git('rev-parse', 'HEAD').trim(), message: 'a replay of this beat gives other files' }])
  expect((await checked()).reports).toEqual([{ checked: 13, of: 13, wrong }])
  // With a limit of one mismatch, it stops before the later beats.
  for (const name of ['one', 'two']) git('commit', '-q', '--allow-empty', '-m', name)
  expect((await checked(Number.POSITIVE_INFINITY, 1)).reports).toEqual([{ checked: 13, of: 15, wrong }])
  expect((await checked()).reports.at(-1)).toEqual({ checked: 15, of: 15, wrong })
  git('switch', '-q', 'clean')
  expect((await checked()).reports.at(-1)).toEqual({ checked: 13, of: 13, wrong: [] })
})

it('verification continues after HEAD was detached meanwhile', async () => {
  const campaign = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(at.home) })
  const reports: Verified[] = []
  const check = new IdleCheck(campaign, { isIdle: () => true, tell: (verified) => reports.push(verified) })
  git('checkout', '-q', '--detach')
  await check.work()
  expect(reports).toEqual([])
  git('switch', '-q', 'clean')
  await check.work()
  expect(reports.at(-1)).toEqual({ checked: 13, of: 13, wrong: [] })
  check.dispose()
  campaign.dispose()
})

it('windows receive the progress of verification', async () => {
  await at.studio.open({ dir })
  await expect.poll(async () => (await at.studio.present())?.verified).toEqual({ checked: 13, of: 13, wrong: [] })
  await at.studio.close()
})

it('verifying only newer beats starts after the verified part and repeats its mismatches; without stored progress it verifies all', async () => {
  const verifying = async (since: boolean) => {
    const campaign = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(at.home) })
    const report = await verify(campaign, since)
    campaign.dispose()
    return report
  }
  rmSync(join(dir, '.git/proscenium/verified.json'))
  const head = git('rev-parse', 'HEAD').trim()
  const whole = await verifying(true)
  expect([whole.since, whole.play + whole.edit + whole.foreign]).toEqual([undefined, Number(git('rev-list', '--count', 'HEAD'))])
  await at.studio.open({ dir })
  for (let n = 0; n < 2; n++) await at.studio.step()
  await at.studio.close()
  const rest = await verifying(true)
  expect(rest).toMatchObject({
    play: 2,
    edit: 0,
    foreign: 0,
    since: { commit: head },
    mismatches: whole.mismatches.map(({ message }) => ({ message }))
  })
  expect(await verifying(true)).toMatchObject({ play: 0, since: { commit: git('rev-parse', 'HEAD').trim() } })
  expect(await verifying(false)).toMatchObject({ play: whole.play + 2, mismatches: whole.mismatches })
  // Nothing is left to check from an earlier beat of a checked line; on a new branch only its own beats are.
  git('switch', '-q', '-c', 'aside', 'HEAD~1')
  git('commit', '-q', '--allow-empty', '-m', 'By hand')
  expect(await verifying(true)).toMatchObject({ play: 0, foreign: 1, since: { commit: git('rev-parse', 'HEAD~1').trim() } })
})
