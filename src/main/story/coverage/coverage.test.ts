import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CoverageEntry, CoverageKind, CoverageProgress, CoverageReport } from '../../../shared/analysis/coverage'
import type { Params } from '../../../shared/story/play'
import { SealedFiles } from '../../machine/sealed-files'
import { createCampaign } from '../creation/create'
import { OpenCampaign } from '../open-campaign'
import type { CoverageSpan } from './coverage'

const resources = resolve(import.meta.dirname, '../../../..')
const home = mkdtempSync(join(tmpdir(), 'coverage-'))
const dir = join(home, "a story that's counted")

const RING = `import { Draft } from 'proscenium'

export default {
  name: 'ring-bell',
  description: "Ring the inn's bell.",
  params: [{ name: 'how', type: 'enum', enum: ['softly', 'hard'], description: 'How', required: true }],
  available(state, actor) {
    if (!Object.hasOwn(state.actors, actor)) return 'only a character can'
    return true
  },
  execute(state, actor, params) {
    const draft = new Draft(state)
    for (let i = 0; i < 3; i++) draft.say('Ding.')
    if (params.how === 'hard') {
      const row = rollTable('echoes')
      draft.say(row.text)
    } else {
      draft.say('Softly.')
    }
    return draft.result(params.how === 'hard' ? ['hush'] : [])
  }
}
`
const HUSH = `name: hush
description: Say nothing.
available:
  any:
    - { fact: never-told }
    - in_combat: false
execute:
  - pass_time: 3
  - if: { in_combat: true }
    then:
      say: A clash.
    else:
      say: A hush.
`
const ECHOES = 'name: Echoes of the bell\ndice: d4\nrows:\n  1: Nothing.\n  2-3: { text: A bucket., effect: { pass_time: 1 } }\n  4: Its own name.\n'

let campaign: OpenCampaign
const open = (): Promise<OpenCampaign> => OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(home) })
const play = (actor: string, action: string, params: Params = {}): string =>
  campaign.recordBeat({ kind: 'play', action, actor, params, agent: 'hand' }).beat.id
const rings = (how: string): void => {
  const { next } = campaign.snapshot.state
  if (next.phase === 'dm') play('DM', 'call_on', { who: ['all'] })
  play(campaign.snapshot.state.next.actor, 'ring-bell', { how })
}
async function edit(files: Record<string, string>, subject: string): Promise<void> {
  const updates = new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)]))
  await campaign.edit(updates, subject, { kind: 'edit', action: 'edit', params: {} })
}

beforeAll(async () => {
  await createCampaign({ dir, game: 'cairn-hack', seed: '7', template: 'sample', resources, now: 0 })
  campaign = await open()
  const manifest = campaign.past.files.text(campaign.snapshot.commit.tree, 'rules/manifest.yaml') ?? ''
  await edit(
    {
      'rules/manifest.yaml': manifest.replace('entry_actions: [', 'entry_actions: [ring-bell, '),
      'rules/actions/ring-bell.ts': RING,
      'rules/actions/hush.yaml': HUSH,
      'rules/tables/echoes.yaml': ECHOES
    },
    'A bell'
  )
  play('DM', 'open_session', { title: 'The bell' })
  play('DM', 'open_scene', { title: 'Below', place: 'throat-yard', aim: 'ring' })
  for (const how of ['hard', 'softly', 'hard']) rings(how)
})
afterAll(() => {
  campaign.dispose()
  rmSync(home, { recursive: true, force: true })
})

async function reported(span: CoverageSpan = {}): Promise<{ report: CoverageReport; counted: number }> {
  const progress: CoverageProgress[] = []
  const report = await campaign.coverage.report(span, (at) => progress.push(at))
  return { report, counted: progress.length }
}
const entriesOf = (report: CoverageReport, kind: CoverageKind): CoverageEntry[] => report.groups.find((group) => group.kind === kind)?.entries ?? []
/** How often each line of a file ran, in the order of the file. */
const linesOf = (report: CoverageReport, path: string): [line: number, times: number, held?: number][] =>
  report.groups
    .flatMap(({ kind, entries }) => (kind === 'statement' || kind === 'word' ? entries : []))
    .filter(({ place }) => place.path === path)
    .map(({ place, times, held }): [number, number, number?] => (held === undefined ? [place.line, times] : [place.line, times, held]))
    .toSorted(([a, x], [b, y]) => a - b || y - x)

describe('what a story exercised', () => {
  it('is counted to the statement, the word and the row, and every beat runs again as it was recorded', async () => {
    const { report } = await reported()
    expect(report).toMatchObject({ counted: report.beats, uncounted: [], outdated: [], unread: [], sessions: [1] })
    const lines = linesOf(report, 'rules/actions/ring-bell.ts')
    expect(lines.slice(0, 3).map(([line, times]) => [line, times > 0])).toEqual([
      [8, true],
      [8, false],
      [9, true]
    ])
    expect(lines.slice(3)).toEqual([
      [12, 3],
      [13, 9],
      [13, 3],
      [14, 3],
      [15, 2],
      [16, 2],
      [18, 1],
      [20, 3],
      [20, 2],
      [20, 1]
    ])
    expect(linesOf(report, 'rules/actions/hush.yaml')).toEqual([
      [4, 2, 2],
      [5, 2, 0],
      [6, 2, 2],
      [8, 2],
      [9, 2],
      [9, 2, 0],
      [11, 0],
      [13, 2]
    ])
    const times = (kind: CoverageKind, id: string): number | undefined => entriesOf(report, kind).find((one) => one.id === id)?.times
    expect([times('action', 'ring-bell'), times('action', 'hush'), times('action', 'attack')]).toEqual([3, 2, 0])
    const rows = entriesOf(report, 'row').filter(({ id }) => id.startsWith('echoes/'))
    expect(rows.map(({ id, times: n, place: { line } }) => [id, n, line]).toSorted(([, , a], [, , b]) => Number(a) - Number(b))).toEqual([
      ['echoes/1', 2, 4],
      ['echoes/2-3', 0, 5],
      ['echoes/4', 0, 6]
    ])
    expect(entriesOf(report, 'action')[0]?.times).toBe(0)
  })

  it('is counted once for each beat, and kept for the next start', async () => {
    expect((await reported()).counted).toBe(0)
    const before = (await reported()).report
    campaign.dispose()
    campaign = await open()
    const again = await reported()
    expect(again.counted).toBe(0)
    expect(again.report).toEqual(before)
    play('DM', 'narrate', { text: 'It fades.' })
    expect((await reported()).counted).toBe(1)
  })

  it('is counted in idle time ahead of a report, and saved when the campaign is closed', async () => {
    for (let n = 0; n < 3; n++) play('DM', 'narrate', { text: `It fades ${n} times.` })
    const whole = campaign.snapshot.commit.id
    let asked = 0
    await campaign.coverage.countWhile(
      () => asked++ < 2,
      () => Promise.resolve()
    )
    campaign.dispose()
    campaign = await open()
    expect((await reported()).counted).toBe(1)
    play('DM', 'narrate', { text: 'It is gone.' })
    let pauses = 0
    const pause = async (): Promise<void> => void pauses++
    await campaign.coverage.countWhile(() => true, pause)
    await campaign.coverage.countWhile(() => true, pause)
    expect(pauses).toBe(1)
    const { counted, report } = await reported()
    expect(counted).toBe(0)
    expect(report.beats).toBe((await reported({ to: whole })).report.beats + 1)
  })
})
