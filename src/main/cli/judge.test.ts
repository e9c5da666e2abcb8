import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startFakeMessages, type FakeMessages } from '../agents/anthropic/fake-messages.fixture'
import { memoryKeys } from '../machine/keys'
import { VERSION } from '../place'
import { campaignsOf, playUntil, type Campaigns } from './campaigns'
import { command } from './program.fixture'
import { runCommandLine } from './program'
import type { Host } from './usage'
import { runProgram } from '../campaign/git/testing/small-process'

const home = mkdtempSync(join(tmpdir(), 'proscenium-judge-'))
const dir = join(home, 'well')
let fake: FakeMessages
let campaigns: Campaigns

async function proscenium(...argv: string[]): Promise<{ code: number; out: string; err: string[] }> {
  const [out, err]: string[][] = [[], []]
  const terminal = { out: (line: string) => void out?.push(line), file: () => undefined, err: (line: string) => void err?.push(line) }
  const code = await runCommandLine(argv, campaigns, {} as Host, terminal, VERSION)
  return { code, out: out?.join('\n') ?? '', err: err ?? [] }
}

beforeAll(async () => {
  // A judge who always prefers what comes first.
  fake = await startFakeMessages(({ model }) => {
    if (model === 'gone') return { status: 404, type: 'not_found_error' }
    const verdicts = [1, 2, 3, 4].map((criterion) => ({ criterion, verdict: 'A', reason: 'It came first.', evidence: ['A9999'] }))
    return { parts: [{ tool: 'report', input: { verdicts } }], output: 200 }
  })
  const keys = memoryKeys(JSON.stringify({ [new URL(fake.url).origin]: 'sk-test-0123456789' }))
  campaigns = campaignsOf({ home, keys, tokens: memoryKeys(), environment: (allowed) => ({ allowed, baseUrl: fake.url }) })
  await proscenium('new', dir, '--seed', '7')
  await campaigns.open(dir, async (calls) => {
    await playUntil(calls, { beats: 8 }, () => undefined)
    runProgram('git', ['-C', dir, 'branch', 'early'])
    await playUntil(calls, { beats: 8 }, () => undefined)
  })
})
afterAll(async () => {
  await fake.close()
  rmSync(home, { recursive: true, force: true })
})

it('compares runs on the command line: the price first, then the verdicts, then the record', async () => {
  const asked = ['judge', dir, '--runs', 'main', 'early', '--model', 'claude-haiku-5-5']
  const price = await proscenium(...asked)
  expect(price.err).toEqual([])
  expect([price.code, price.out, fake.calls]).toEqual([
    0,
    expect.stringMatching(
      /^claude-haiku-5-5 \(3 judges\) would compare 1 pair of runs by 4 criteria of the default rubric in 6 requests with about [\d,]+ tokens: about \$0\.00\d\d\. Nothing was sent; add --yes to send it\.$/
    ),
    0
  ])
  const { code, out } = await proscenium(...asked, '--yes')
  expect([code, fake.calls, fake.wrong]).toEqual([0, 6, []])
  expect(out.split('\n\n')).toEqual([
    'Judged by claude-haiku-5-5 (3 judges) with the default rubric.',
    '1.= main (beats 0 to 16): 0 wins, 1 tie, 0 losses\n1.= early (beats 0 to 8): 0 wins, 1 tie, 0 losses',
    [
      'main and early: a tie (main 0, early 0, equal 4)',
      ...['Choices matter', 'The story moves', 'The people are themselves', 'The telling holds'].map(
        (name) => `  ${name}: equal (votes: main 3, early 3, equal 0; 0 of 3 judges kept the verdict when the order changed)`
      )
    ].join('\n'),
    "Agreement: two judges gave the same verdict in 100 % of cases (8 questions). Fleiss' kappa isn't defined, because all verdicts are the same; 1 is full agreement, 0 is chance.\nOrder: 0 of 12 verdicts stayed the same when the order of the transcripts changed. 12 went to whichever came first, 0 to whichever came second.",
    expect.stringMatching(/^6 requests answered\. It cost \$0\.00\d\d\.$/)
  ])
  const again = await proscenium(...asked, '--reasons')
  expect([again.code, fake.calls]).toEqual([0, 6])
  expect(again.out).toContain('    Judge 2, with early first: early. It came first.\n      Named as evidence, but not in the transcripts: A9999\n')
  expect(again.out).toMatch(/\nAll 6 answers were recorded, so nothing was sent\.$/)
  expect(JSON.parse((await proscenium(...asked, '--json')).out)).toMatchObject({ left: 0, recorded: 6, order: { of: 12, first: 12 } })
})

it('ranks nothing if no judge answers', async () => {
  const { code, out } = await proscenium('judge', dir, '--runs', 'main', 'early', '--model', 'gone', '--yes')
  expect([code, out.split('\n\n')]).toEqual([
    1,
    [
      'Judged by gone (3 judges) with the default rubric.',
      expect.stringMatching(/^main and early: not judged\n {2}Choices matter: not judged\n/),
      'Agreement: unknown, because no question was answered by all judges.',
      expect.stringMatching(/^Judge 1 \(gone\), main before early: There is no model "gone" at /),
      '0 requests answered. 6 requests are left; judge again to send only those.'
    ]
  ])
})

it('shows the rubric, saves it for editing, and says why a file is unfit', async () => {
  const shown = await proscenium('judge', dir, '--rubric')
  expect([shown.out, shown.err]).toEqual([
    expect.stringContaining('\n## Choices matter\n'),
    ['This campaign has no direction/rubric.md, so this default is used. Save it there with --write-rubric.']
  ])
  expect((await proscenium('judge', dir, '--write-rubric')).out).toBe(
    'Saved direction/rubric.md. Each heading in it is a criterion; edit them as you like.'
  )
  expect(readFileSync(join(dir, 'direction/rubric.md'), 'utf8').trim()).toBe(shown.out)
  expect(await proscenium('judge', dir, '--rubric')).toEqual({ code: 0, out: shown.out, err: [] })
  expect(await proscenium('judge', dir, '--write-rubric')).toMatchObject({
    code: 1,
    err: [expect.stringMatching(/^direction\/rubric\.md exists already\. Edit it/)]
  })
  // The saved default asks the same questions.
  expect((await proscenium('judge', dir, '--runs', 'HEAD~1', 'early', '--model', 'claude-haiku-5-5')).out).toMatch(/with direction\/rubric\.md\./)
})

it.each([
  [['judge', '/x', '--models', 'a'], 2, /^--models needs --runs\. Run "proscenium judge --help"/],
  [['judge', '/x', '--runs', 'a', 'b', '--model', 'm', '--models', 'm,n,o'], 2, /^--model and --models name the same thing; give one of them\./],
  [['judge', '/x', '--reasons'], 2, /^--reasons needs --runs\./],
  [['judge', '/x', '--runs', 'a', 'b', '--tokens', '10'], 2, /Give a whole number from 1000 to 200000\./],
  [['judge', '/x', '--runs'], 2, /--runs/]
])('%j is wrong usage', async (argv, code, says) => {
  const answer = await command(argv)
  expect([answer.code, answer.asked]).toEqual([code, []])
  expect(answer.err[0]).toMatch(says)
})

it('lets the designer mark pairs, and compares the judges with the marks', async () => {
  expect(await proscenium('judge', dir, '--write-marks')).toMatchObject({ code: 2 })
  expect((await proscenium('judge', dir, '--runs', 'main', 'early', '--write-marks')).out).toBe(
    'Saved direction/marks.yaml. Replace each ? with the name of the better run, or with equal.'
  )
  const path = join(dir, 'direction/marks.yaml')
  const text = readFileSync(path, 'utf8')
  expect(text).toContain("- runs: [main, early]\n  better:\n    Choices matter: '?'\n")
  expect((await proscenium('judge', dir, '--runs', 'early', 'main', '--write-marks')).out).toMatch(
    /^direction\/marks\.yaml has every pair of these runs already/
  )
  // Saving the rubric and the marks added beats to `main`, but no log entry, so the recorded answers still count.
  writeFileSync(
    path,
    text
      .replace("Choices matter: '?'", 'Choices matter: equal')
      .replace("The story moves: '?'", 'The story moves: early')
      .replace("The telling holds: '?'", 'The telling holds: equal')
  )
  const { code, out } = await proscenium('judge', dir, '--runs', 'main', 'early', '--model', 'claude-haiku-5-5', '--yes')
  expect([code, out.split('\n\n').find((part) => part.startsWith('Your marks'))]).toEqual([
    0,
    [
      "Your marks: the judges' verdict is yours in 2 of 3 (67%, 95% interval 21%–94%; Cohen's kappa 0.00). So few marks say little; 20 or more would.",
      '  Choices matter: 1 of 1',
      '  The story moves: 0 of 1',
      '  The telling holds: 1 of 1',
      '  main and early, The story moves: you say early, the judges say equal'
    ].join('\n')
  ])
  writeFileSync(path, text.replace("Choices matter: '?'", 'Choices matter: better'))
  expect(await proscenium('judge', dir, '--runs', 'main', 'early', '--model', 'claude-haiku-5-5', '--yes')).toMatchObject({
    code: 1,
    err: [expect.stringContaining('Write main, early or equal.')]
  })
})
