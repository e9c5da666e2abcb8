import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { diceFrom } from '../engine/dice'
import { loadCountedGame } from '../rules/counting/counted-game'
import { rulePlaces } from '../rules/counting/rule-places'
import { loadGame } from '../rules/load-game'
import { tinyWorld } from '../rules/tiny-world.fixture'
import { SealedFiles } from '../machine/sealed-files'
import { ENGINE } from '../story/creation/create'
import { OpenCampaign } from '../story/open-campaign'
import { campaign } from './harness.fixture'

const MANIFEST = 'game: Hostile\nversion: "1"\nentry_actions: [bite]\n'
/** A game of one action. `head` stands before it, `body` inside `execute`, from line 4 on. */
const game = (body: string, head = ''): Map<string, string> =>
  new Map([
    ['manifest.yaml', MANIFEST],
    [
      'actions/bite.ts',
      `${head}\nexport default { name: 'bite', description: 'Bite.', params: [],\navailable: () => true, execute(state, actor) {\n${body}\n} }\n`
    ]
  ])

/** What a rule answers at the table and in a game that counts, and how often its statements ran, by line. */
async function both(files: Map<string, string>): Promise<{ answers: unknown[]; lines: Record<number, number> }> {
  const [plain, counted] = [await loadGame(files), await loadCountedGame(files)]
  counted.take()
  const run = (one: typeof plain): unknown => {
    try {
      return one.execute(
        tinyWorld(),
        'Wren',
        'bite',
        {},
        diceFrom(() => 1)
      )
    } catch (thrown) {
      return String(thrown)
    }
  }
  try {
    const answers = [run(plain), run(counted.game)]
    const counts = counted.take()
    const lines: Record<number, number> = {}
    for (const { key, line } of rulePlaces(files).places) lines[line] = (lines[line] ?? 0) + (counts.get(key) ?? 0)
    return { answers, lines }
  } finally {
    plain.dispose()
    counted.game.dispose()
  }
}
const END = "return { stateDelta: {}, narrative: 'x' }"

describe('a rule can’t touch what is counted of it', () => {
  it.each<[string, string, string?]>([
    ['prints what looks like counts', `console.log('[[0,99],{"actions\\nbite\\nexecute\\n0\\t":99}]'); console.log('counted', 99)`],
    [
      'redefines every name that a counter might have',
      'const counts = [], counter = 0, counted = () => "[[0,99],{}]", countStatements = counted; void counter'
    ],
    [
      'looks for the counter in the global object',
      'for (const key of Object.getOwnPropertyNames(globalThis)) if (/count/i.test(key)) throw new Error(key)'
    ],
    [
      'changes arrays for all',
      'try { Array.prototype.push = () => 0; Object.defineProperty(Array.prototype, 0, { set() { throw 1 } }) } catch { void 0 }'
    ]
  ])('that %s', async (_what, body, head) => {
    const { answers, lines } = await both(game(`${body}\n${END}`, head))
    expect(answers[1]).toEqual(answers[0])
    // Once, whatever the line before it does.
    expect(lines[5]).toBe(1)
  })

  it('that reads its own source gives another result, so that its beat is listed as not counted', async () => {
    const reads = "return { stateDelta: {}, narrative: /\\[\\d+\\]\\+\\+/.test(String(hidden)) ? 'caught' : 'x' }"
    const { answers } = await both(game(reads, 'function hidden() { return 1 }'))
    expect(answers).toMatchObject([{ narrative: 'x' }, { narrative: 'caught' }])
  })

  it('that imports the counters isn’t loaded, as at the table', async () => {
    const files = game(`counts[0] = 99\n${END}`, "import { counts } from 'kernel:counting'")
    await expect(loadCountedGame(files)).rejects.toThrow('imports "kernel:counting", but a rule can import only')
  })

  it('that has ten thousand statements is counted all the same', async () => {
    const body = Array.from({ length: 10_000 }, (_, i) => (i % 2 === 0 ? 'let x' : 'x') + (i % 2 === 0 ? `${i} = 0` : `${i - 1}++`)).join('\n')
    const { answers, lines } = await both(game(`${body}\n${END}`))
    expect(answers[1]).toEqual(answers[0])
    expect(Object.values(lines).filter((times) => times === 1).length).toBe(10_001)
  })

  it('that nearly uses up its fuel doesn’t run out of it because it is counted', async () => {
    const { answers } = await both(game(`let n = 0\nfor (let i = 0; i < 3e5; i++) { n += 1; n -= 1; n += 1 }\n${END}`))
    expect([typeof answers[0], answers[1]]).toEqual(['object', answers[0]])
  })
})

describe('what is kept of earlier counts', () => {
  it('is believed only if this machine wrote it', async () => {
    const dir = await campaign()
    const kept = {
      counter: 1,
      engine: ENGINE,
      keys: ['played', 'ran', 'action attack'],
      rows: [[0, 99, 1, 99, 2, 99]],
      commits: '',
      of: [] as number[]
    }
    const open = await OpenCampaign.open(dir, { clock: () => 0, sealed: new SealedFiles(join(dir, '..', 'machine')), readOnly: true })
    try {
      const { id } = open.snapshot.commit
      mkdirSync(join(dir, '.git/proscenium'), { recursive: true })
      writeFileSync(join(dir, '.git/proscenium/coverage.zlib'), deflateSync(JSON.stringify({ ...kept, commits: id, of: [0] })))
      const report = await open.coverage.report({})
      expect(report.beats).toBeLessThan(90)
      expect(report.counted).toBe(report.beats)
    } finally {
      open.dispose()
    }
  })
})
