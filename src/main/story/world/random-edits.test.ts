import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sizeOf } from '../../../../lint/tiers.mjs'
import { Problem } from '../../../shared/base/problem'
import { Hydrator } from '../../campaign/hydrate'
import { OpenCampaign } from '../open-campaign'
import { SAMPLE_GAMES, freshSample } from '../../playthroughs/samples.fixture'
import { verify } from '../checks/verify'
import { editWorld } from './edit-world'
import { RandomEdits } from './random-edits.fixture'
import { undo } from '../edits/edit-history'
import { runProgram } from '../../campaign/git/testing/small-process'

const home = mkdtempSync(join(tmpdir(), 'edits-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Every present file by object id, except `next`. */
function filesOf(campaign: OpenCampaign): Record<string, string> {
  const files = [...campaign.history.files(campaign.snapshot.commit.tree)].map(([path, { oid }]) => [path, oid] as const)
  return Object.fromEntries(files.filter(([path]) => path !== 'next'))
}

/** The seeds of each game. */
const SEEDS = sizeOf(import.meta.filename, 'seeds')
const codeOf = (thrown: unknown): string => (thrown instanceof Problem ? thrown.code : String(thrown))

describe('random edits', () => {
  it.each(SAMPLE_GAMES.flatMap((game) => Array.from({ length: SEEDS }, (_, n) => n + 1).map((seed) => [game, seed] as const)))(
    'of %s, seed %i: undone, the files are as before; done again, as after; and what was read on the way is what the files say',
    async (game, seed) => {
      const dir = join(home, `${game}-${seed}`)
      await freshSample(dir, game, '1')
      const campaign = await OpenCampaign.open(dir, { clock: () => 0 })
      const random = new RandomEdits(`${seed}`)
      let editCount = 0
      let refused = 0
      const refusals = new Set<string>()
      while (editCount < 16 && refused < 400) {
        const before = filesOf(campaign)
        const head = campaign.snapshot.commit.id
        const problem = await editWorld(campaign, random.next(campaign.snapshot.state)).then(() => undefined, codeOf)
        if (problem !== undefined) {
          refusals.add(campaign.history.head().commit === head ? problem : `a commit was made: ${problem}`)
          refused++
          continue
        }
        editCount++
        const after = filesOf(campaign)
        const { state, lore, commit } = campaign.snapshot
        expect(new Hydrator(campaign.history).at(commit.tree)).toEqual({ state, lore })
        await undo(campaign, 'undo')
        expect(filesOf(campaign)).toEqual(before)
        await undo(campaign, 'redo')
        expect(filesOf(campaign)).toEqual(after)
      }
      expect(editCount).toBe(16)
      expect([...refusals].filter((code) => !['refused', 'not-found', 'bad-input'].includes(code))).toEqual([])
      expect((await verify(campaign)).mismatches).toEqual([])
      campaign.dispose()
      const git = (...args: string[]): string => runProgram('git', ['-C', dir, ...args])
      expect([git('status', '--porcelain'), git('fsck', '--strict', '--no-dangling')]).toEqual(['', ''])
    }
  )
})
