import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BeatColumns, ChroniclePage, KnownPosition } from '../../../shared/analysis/chronicle'
import { History } from '../history'
import { formatBeatMessage } from '../beat-message'
import { Chronicle, type KeptFile } from './chronicle'
import { decodeRows, encodeRows } from './rows'
import { runProgram } from '../git/testing/small-process'

let dir: string
let history: History
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'chronicle-'))
  history = History.create(dir)
})
afterEach(() => {
  history.dispose()
  rmSync(dir, { recursive: true, force: true })
})

const author = { name: 'DM', email: 'dm@proscenium.invalid' }
let parent: string | undefined
function beat(n: number, subject: string, more: { action?: string; scene?: string; message?: string } = {}): string {
  const call = { kind: 'play' as const, action: more.action ?? 'narrate', actor: 'DM', params: {}, agent: 'offline' as const }
  const message = more.message ?? formatBeatMessage({ subject, call, beat: n, rolls: [], scene: more.scene, rules: '0123456789abcdef' })
  const files = new Map([['log', { bytes: Buffer.from(`${subject}\n`) }]])
  parent = history.commitFiles({ parent, files, message, author, time: (1000 + n) * 1000 }).id
  return parent
}
const SCENE = 'sessions/session-1/001-scene'

/** main: 0 1 2 (made outside the app) 3; other: 0 1 2'. */
function story(): string[] {
  parent = undefined
  const zero = beat(0, 'It begins')
  const one = beat(1, 'Scene 1: The yard, at The yard', { action: 'open_scene', scene: SCENE })
  const foreign = beat(0, 'by hand', { message: 'Tidy up\n' })
  const two = beat(2, 'They speak', { scene: SCENE })
  history.createBranch('other', one)
  history.switchTo('other')
  parent = one
  const side = beat(2, 'They run', { scene: SCENE })
  return [zero, one, foreign, two, side]
}

const idsOf = ({ ids }: BeatColumns): string[] => [...(ids.match(/.{40}/g) ?? [])]
const folder = (): string => join(dir, '.git', 'proscenium', 'chronicle')
/** The real file, trusted completely. */
const file: KeptFile = {
  read: () => (existsSync(folder()) ? readFileSync(folder()) : undefined),
  write: (content) => {
    writeFileSync(folder(), content)
    return true
  }
}
const read = (from?: KeptFile): Promise<ChroniclePage> => new Chronicle(history, from).page(undefined, [])
const asRead = ({ columns, actions, scenes }: ChroniclePage): unknown => ({ columns, actions, scenes })

describe('the chronicle', () => {
  it('has every beat of every branch, after its parent and relative to it', async () => {
    const [zero, one, foreign, two, side] = story()
    const { columns, actions, scenes, more } = await read()
    expect(idsOf(columns)).toEqual([zero, one, foreign, two, side])
    expect(columns).toMatchObject({
      from: 0,
      back: [0, 1, 1, 1, 3],
      steps: [0, 1, 0, 1, 1],
      seconds: [1000, 1, -1, 2, 1],
      scenes: [-1, 0, -1, 0, 0],
      openings: [[1, 'Scene 1: The yard, at The yard']]
    })
    expect(columns.actions.map((k) => actions[k]?.action)).toEqual(['narrate', 'open_scene', 'edit', 'narrate', 'narrate'])
    expect([actions[columns.actions[2] ?? 0]?.kind, scenes, more]).toEqual(['foreign', [SCENE], false])
  })

  it('sends a reader only missing rows, and all rows to a reader of another chronicle', async () => {
    story()
    const chronicle = new Chronicle(history, undefined)
    const first = await chronicle.page(undefined, [])
    const third = beat(3, 'They rest', { scene: SCENE })
    const having = { store: first.store, rows: 5, scenes: 1 }
    const news = await chronicle.page(having, [])
    expect([news.columns.from, idsOf(news.columns), news.columns.back, news.scenes]).toEqual([5, [third], [1], []])
    expect((await chronicle.page({ ...having, store: 'another' }, [])).columns.from).toBe(0)
    expect((await chronicle.page({ ...having, rows: 99 }, [])).columns.from).toBe(0)
  })

  it('is read from its file the next time, and extended from there', async () => {
    story()
    const chronicle = new Chronicle(history, file)
    const before = await chronicle.page(undefined, [])
    chronicle.keep()
    const asked: string[] = []
    const counted = { isReadOnly: false, branches: () => history.branches(), commit: (id: string) => (asked.push(id), history.commit(id)) }
    expect(asRead(await new Chronicle(counted, file).page(undefined, []))).toEqual(asRead(before))
    const third = beat(3, 'They rest', { scene: SCENE })
    await new Chronicle(counted, file).page(undefined, [])
    expect(asked).toEqual([third])
  })

  it('is read from the commits if its file is missing, cut short or damaged', async () => {
    story()
    const chronicle = new Chronicle(history, file)
    const whole = asRead(await chronicle.page(undefined, []))
    chronicle.keep()
    const bytes = readFileSync(folder())
    const harmed = Array.from({ length: 40 }, (_, i) => {
      const copy = Buffer.from(bytes)
      const at = Math.floor((bytes.length * i) / 40)
      copy[at] = (copy[at] ?? 0) ^ 0x11
      return copy
    })
    for (const content of [...harmed, bytes.subarray(0, bytes.length - 7), bytes.subarray(0, 30), Buffer.alloc(0)]) {
      writeFileSync(folder(), content)
      expect(asRead(await read(file))).toEqual(whole)
    }
    rmSync(folder())
    expect(asRead(await read(file))).toEqual(whole)
    expect(existsSync(folder())).toBe(false)
  })

  it("has a substitute row for a commit that can't be read", async () => {
    const [, , foreign] = story()
    const broken = {
      isReadOnly: true,
      branches: () => history.branches(),
      commit: (id: string) => history.commit(id === foreign ? '0'.repeat(40) : id)
    }
    const { columns } = await new Chronicle(broken, undefined).page(undefined, [])
    expect([columns.back.filter((back) => back === 0).length, idsOf(columns)[0]]).toEqual([2, foreign])
  })

  it('answers while a long history is being read, and sends every row once', async () => {
    const commits = Array.from({ length: 1000 }, (_, n) => ({
      id: n.toString(16).padStart(40, '0'),
      tree: '',
      author,
      time: n * 1000,
      message: `Beat ${n}\n`,
      parents: n === 0 || n === 400 ? [] : [(n - 1).toString(16).padStart(40, '0')]
    }))
    const source = {
      isReadOnly: true,
      branches: () => [399, 999].map((n) => ({ name: `to-${n}`, head: commits[n]?.id ?? '' })),
      commit: (id: string) => commits[Number.parseInt(id, 16)] ?? commits[0]!
    }
    const chronicle = new Chronicle(source, undefined, 0)
    const ids: string[] = []
    for (let more = true, having: KnownPosition | undefined; more;) {
      const page = await chronicle.page(having, [])
      expect(page.columns.from).toBe(ids.length)
      expect(page.reading ?? ids.length).toBeGreaterThanOrEqual(ids.length)
      ids.push(...idsOf(page.columns))
      having = { store: page.store, rows: ids.length, scenes: 0 }
      more = page.more
    }
    expect(ids).toEqual(commits.map(({ id }) => id))
  })

  it('keeps the beats of a branch that git deleted, on no line', async () => {
    const [, one, , two, side] = story()
    const chronicle = new Chronicle(history, undefined)
    await chronicle.upToDate()
    history.switchTo('main')
    runProgram('git', ['-C', dir, 'branch', '-q', '-D', 'other'])
    const rows = await chronicle.upToDate()
    expect([rows.length, rows.line(two ?? '')?.length, rows.rowOf(side ?? ''), rows.line(one ?? '')]).toEqual([5, 4, 4, [0, 1]])
  })
})

it('decoding encoded rows gives the same rows', async () => {
  story()
  const rows = await new Chronicle(history, undefined).upToDate()
  const back = decodeRows(encodeRows(rows))
  expect(back && encodeRows(back).equals(encodeRows(rows))).toBe(true)
})
