import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { SealedFiles } from '../src/main/machine/sealed-files'
import { OpenCampaign } from '../src/main/story/open-campaign'
import { replayWith } from '../src/main/story/trying/replay'
import { tryMany, tryable } from '../src/main/story/trying/tries'
import { type Bench, median, ms, now, type Row, times } from './measure'

const RULE = 'rules/actions/explore.ts'
const DRAFT = 'const draft = new Draft(state)'
const REPLAYED_BEATS = 500
const COVERED_BEATS = 10_000

/** Trying an edited rule in a campaign of at least 500 beats. */
export async function measureTrying({ rounds }: Bench, played: string): Promise<Row[]> {
  const campaign = await OpenCampaign.open(played, { readOnly: true, clock: () => 0 })
  try {
    const { id, tree } = campaign.snapshot.commit
    const text = campaign.past.bytes(tree, RULE)?.toString('utf8') ?? ''
    let from = id
    for (let n = 0; n < REPLAYED_BEATS; n++) from = campaign.history.commit(from).parents[0] ?? from
    // Nine dice whose sum is read: they have more outcomes than there are runs, so that nearly every run executes the rule.
    const pool = text
      .replace(/available\([^{]*\{/, (found) => `${found}\n    if (state.clock) return true`)
      .replace(DRAFT, `${DRAFT}\n    draft.setStat(actor, 'hp', roll('9d4').total % 3)`)
    const [actor = ''] = Object.entries(campaign.snapshot.state.actors).flatMap(([who, { kind }]) => (kind === 'player' ? [who] : []))
    const call = { at: id, drafts: { [RULE]: pool }, action: 'explore', actor, params: {}, runs: 1000 }
    const edited = await times(rounds, (round) => tryable(campaign, id, { [RULE]: `${text}\n// ${round}\n` }, 'explore'))
    const tried = await times(rounds, (round) => tryMany(campaign, { ...call, seed: String(round) }, () => undefined))
    const replayed = await times(rounds, (round) => {
      const drafts = { [RULE]: text.replace(DRAFT, `${DRAFT}\n    draft.passTime(${round + 1})`) }
      return replayWith(campaign, { from, to: id, drafts }, () => undefined)
    })
    return [
      ms('who can take an action, after an edit of its rule', edited, 100),
      ms('a thousand tries of a roll of nine dice, and its exact odds', tried, 1000),
      ms(`a replay of ${REPLAYED_BEATS} beats under an edited rule`, replayed, 3000)
    ]
  } finally {
    campaign.dispose()
  }
}

/** The coverage of a played campaign's rules, each time in a fresh start. A shorter story counts as if it were repeated. */
export async function measureCoverage({ home, rounds }: Bench, played: string): Promise<Row[]> {
  const machine = mkdtempSync(join(home, 'coverage-'))
  /** The time of a report in ms, and its number of beats; with `isFirst` only of the first beat. */
  const report = async (isFirst = false): Promise<{ elapsedMs: number; beats: number }> => {
    const campaign = await OpenCampaign.open(played, { clock: () => 0, sealed: new SealedFiles(machine) })
    try {
      const rows = await campaign.chronicle.upToDate()
      const to = isFirst ? rows.idOf(rows.line(campaign.history.head().commit)?.[1] ?? 0) : undefined
      const start = now()
      const { beats } = await campaign.coverage.report({ to })
      return { elapsedMs: now() - start, beats }
    } finally {
      campaign.dispose()
    }
  }
  const first = await report()
  // The fixed cost of a report, such as finding the statements of the rules, doesn't grow with the story.
  const fixed: number[] = []
  for (let round = 0; round < rounds; round++) fixed.push((await report(true)).elapsedMs)
  const once = median(fixed)
  const again: number[] = []
  for (let round = 0; round < rounds; round++) {
    const { elapsedMs, beats } = await report()
    again.push(once + Math.max(0, elapsedMs - once) * Math.max(1, COVERED_BEATS / beats))
  }
  rmSync(machine, { recursive: true, force: true })
  return [
    ms('counting the coverage of a beat for the first time', [first.elapsedMs / first.beats]),
    ms(`the coverage of ${COVERED_BEATS} beats, counted before`, again, 1000)
  ]
}
