import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { nowhere, wrens } from './answers.fixture'
import { command, work } from './program.fixture'
import { checkProgress, longAnswer, oddsProgress } from './progress'
import { withVisibleControls } from './terminal'

/** The output when long work reports its progress at these times in ms, and then ends. */
async function written(times: readonly number[], screen: boolean): Promise<string[]> {
  const lines: string[] = []
  let now = 0
  const write = (line: string): number => lines.push(line)
  async function* news() {
    for (now of times) yield { kind: 'progress' as const, progress: now }
    yield { kind: 'answer' as const, answer: undefined }
  }
  const to = { out: write, err: write, file: write, ...(screen ? { rewrite: write } : {}) }
  await longAnswer(
    to,
    news(),
    (at) => `at ${at}`,
    () => now
  )
  return lines
}

describe('what a long command says on the way', () => {
  it('is nothing while it may end soon', async () => {
    expect(await written([0, 700, 1999], true)).toEqual([])
    expect(await written([0, 700, 1999], false)).toEqual([])
  })
  it('is one line on a screen, which is removed at the end', async () => {
    expect(await written([1000, 2000, 2050, 2100, 2150], true)).toEqual(['at 2000', 'at 2100', ''])
  })
  it('is a line at intervals elsewhere', async () => {
    expect(await written([1000, 2500, 2600, 9000, 12_500, 13_000], false)).toEqual(['at 2500', 'at 12500'])
  })
  it('has its news in lines that stay, each once', async () => {
    const lines: string[] = []
    const write = (line: string): number => lines.push(line)
    const at = [1000, 3000, 3050, 3060, 3200].map((now) => ({ now, news: now < 3060 ? 'No worker.' : '1 worker.' }))
    let now = 0
    async function* news() {
      for (const progress of at) {
        now = progress.now
        yield { kind: 'progress' as const, progress }
      }
      yield { kind: 'answer' as const, answer: undefined }
    }
    const to = { out: write, err: (line: string) => write(`! ${line}`), file: write, rewrite: write }
    await longAnswer(
      to,
      news(),
      (progress) => `at ${progress.now}`,
      () => now
    )
    expect(lines).toEqual(['', '! No worker.', 'at 3000', '', '! 1 worker.', 'at 3200', ''])
  })
  it('contains no terminal controls, whatever a character is called', () => {
    const lines: string[] = []
    const write = (line: string): number => lines.push(line)
    withVisibleControls({ out: write, err: write, file: write, rewrite: write }).rewrite?.(
      oddsProgress({ name: 'Wr\u202een', what: 'places', done: 1, of: 2 })
    )
    expect(lines).toEqual(['How far Wr\\u202een gets: 1 of 2 places.'])
  })
  it('names the actor, the work and its progress', () => {
    expect(oddsProgress({ name: 'Wren', what: 'journeys', done: 1200, of: 15_004 })).toBe('Odds of Wren: 1,200 of 15,004 journeys.')
    expect(oddsProgress({ name: 'Wren', what: 'places', done: 16, of: 10_002 })).toBe('How far Wren gets: 16 of 10,002 places.')
    expect(checkProgress({ part: 'play', done: 40, of: 400 })).toBe('Playing the rules: 40 of 400 calls.')
    expect(checkProgress({ part: 'ways', done: 7, of: 400 })).toBe('Working out who can reach which place: step 7 of at most 400.')
  })
  it('is never part of the results', async () => {
    const clock = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(3000)
    onTestFinished(() => clock.mockRestore())
    const countOdds = () => work({ ...wrens, reach: nowhere }, { name: 'Wren', what: 'journeys', done: 1, of: 2 })
    const { out, err } = await command(['odds', '/stories/well', '--json'], { countOdds })
    expect(out).toEqual([JSON.stringify({ ...wrens, reach: nowhere })])
    expect(err).toEqual(['Odds of Wren: 1 of 2 journeys.'])
  })
})
